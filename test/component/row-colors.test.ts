import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { allOf, hasValue } from '../../electron/contract/filter-tree.ts'
import { NO_FILTERS } from '../../electron/contract/filters.ts'
import type { RowColorRule } from '../../electron/contract/row-colors.ts'
import type { AppModel } from '../../renderer/state/app.svelte.ts'
import { runCommand } from '../../renderer/state/commands.ts'
import { stubLayout } from '../support/dom-gaps.ts'
import { FakeItemsMain, makeRow, makeRows } from './fake-items-main.ts'
import { connectedApp, renderItems } from './items-stage.ts'

const LIST = { connectionId: 'c1', campaignId: 'k1' }
const LOCKED: RowColorRule = { color: 'red', filters: allOf(hasValue('isLocked', true)) }
const DRAFT: RowColorRule = { color: 'blue', filters: allOf(hasValue('status', 1)) }

let main: FakeItemsMain
let app: AppModel

/** Shows 40 items with these rules: every fifth is locked, and every fourth has status 1, “Draft”. */
async function show(rowColors: readonly RowColorRule[] = []): Promise<HTMLElement> {
  main = new FakeItemsMain(makeRows(40))
  app = connectedApp(main)
  app.views.load({ saved: [], lists: [] })
  if (rowColors.length > 0) app.views.saveListState(LIST, { rowColors })
  renderItems(app)
  return screen.findByRole('grid', { name: 'Items' })
}

const rules = (): readonly RowColorRule[] => app.views.stateOf(LIST)?.rowColors ?? []
const rowAt = (index: number): HTMLElement => {
  const row = document.querySelector<HTMLElement>(`.row[aria-rowindex="${String(index + 2)}"]`)
  if (row === null) throw new Error(`There is no row ${String(index)}.`)
  return row
}
const colorOf = (index: number): string | null =>
  rowAt(index).querySelector<HTMLElement>('.row-color')?.style.getPropertyValue('--row-color') ?? null
const expectColors = (colors: readonly (string | null)[]): Promise<void> =>
  waitFor(() => {
    expect(colors.map((_, index) => colorOf(index))).toEqual(
      colors.map((color) => (color === null ? null : `var(--label-${color}-dot)`)),
    )
  })

async function openPanel(): Promise<ReturnType<typeof within>> {
  await runCommand(app, 'rowColors')
  return within(await screen.findByRole('dialog', { name: 'Row colors' }))
}

const undo = async (grid: HTMLElement): Promise<void> => {
  grid.focus()
  await userEvent.keyboard('{Control>}z{/Control}')
}

beforeEach(() => {
  stubLayout()
})

describe('row colors', () => {
  it('show the first rule that matches at the start of the row, and name it', async () => {
    await show([LOCKED, DRAFT])
    await expectColors(['red', 'blue', null, null, null, 'red'])
    // Row 5 is locked and a draft.
    expect(rowAt(5)).toHaveAccessibleDescription('Red: Locked is Locked')
    expect(rowAt(1)).toHaveAccessibleDescription('Blue: Status is Draft')
    expect(rowAt(2)).not.toHaveAccessibleDescription()
    const check = within(rowAt(1)).getByRole('gridcell', { name: 'Select this row' })
    await fireEvent.pointerOver(check)
    expect(check.title).toBe('Blue: Status is Draft')
  })

  it('request nothing without rules that have conditions', async () => {
    await show([{ color: 'red', filters: NO_FILTERS }])
    await waitFor(() => expect(main.inputs('items.window').length).toBeGreaterThan(0))
    expect(main.inputs('items.ruleMatches')).toEqual([])
    expect(document.querySelector('.row-color')).toBeNull()
  })

  it('are at the rows of groups, and not at their headers', async () => {
    await show([LOCKED])
    await expectColors(['red'])
    await app.items.setGroup('isLocked')
    await screen.findByRole('treegrid', { name: 'Items' })
    // The header, 32 rows that are not locked, and another header.
    await expectColors([null, null])
    app.items.folds.closeAll((app.items.result?.groups ?? []).slice(0, 1))
    await expectColors([null, null, 'red', 'red'])
  })

  it('follow changed data and changed marks', async () => {
    await show([
      LOCKED,
      { color: 'green', filters: allOf({ column: 'review', operator: 'is', values: ['ok'] }) },
    ])
    await expectColors(['red', null])
    main.rows = [makeRow(0, { isLocked: false }), makeRow(1, { isLocked: true })]
    app.dataVersion += 1
    main.emit('data.changed', { connectionId: 'c1', campaignIds: ['k1'] })
    await expectColors([null, 'red'])
    main.answer('items.ruleMatches', ({ rows }) => ({ matches: rows.map(() => 1), faults: [] }))
    app.reviews.handleChange('c1', false)
    await expectColors(['green', 'green'])
  })

  it('are added, edited live, moved, removed and undone in a panel', async () => {
    const grid = await show()
    const panel = await openPanel()
    expect(panel.getByText('No rules. Rows have no color.')).toBeVisible()
    await waitFor(() => expect(panel.getByRole('button', { name: 'Add rule' })).toHaveFocus())
    await userEvent.click(panel.getByRole('button', { name: 'Add rule' }))
    const add = panel.getByRole('button', { name: 'Add filter' })
    await waitFor(() => expect(add).toHaveFocus())
    await userEvent.click(add)
    await userEvent.click(screen.getByRole('option', { name: 'Quantity' }))
    await userEvent.click(panel.getByRole('button', { name: /^Operator/u }))
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'less than' }))
    await userEvent.type(panel.getByRole('textbox', { name: 'Value' }), '2')
    await expectColors(['purple', 'purple', null])
    await userEvent.click(panel.getByRole('button', { name: /^Color of rule 1/u }))
    await userEvent.click(screen.getByRole('radio', { name: 'Orange' }))
    await userEvent.keyboard('{Enter}')
    await expectColors(['orange', 'orange', null])
    await userEvent.click(panel.getByRole('button', { name: 'Add rule' }))
    await userEvent.click(panel.getByRole('button', { name: 'Add filter' }))
    await userEvent.click(screen.getByRole('option', { name: 'Item' }))
    await userEvent.keyboard('wobbler')
    await expectColors(['orange', 'orange', null, 'purple'])
    expect(panel.getByText('The first matching rule colors the row.')).toBeVisible()
    const { violations } = await axe.run(screen.getByRole('dialog', { name: 'Row colors' }), {
      rules: { 'color-contrast': { enabled: false } },
    })
    expect(violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`))).toEqual([])
    await userEvent.click(panel.getByRole('button', { name: 'Move rule 2 up' }))
    await expectColors(['purple', 'orange', null, 'purple'])
    // At the top, the other button of the same rule has the focus.
    expect(panel.getByRole('button', { name: 'Move rule 1 down' })).toHaveFocus()
    await userEvent.click(panel.getByRole('button', { name: 'Remove rule 1' }))
    await expectColors(['orange', 'orange', null, null])
    expect(panel.getByRole('button', { name: /^Conditions of rule 1: Quantity less than 2/u })).toHaveFocus()
    await userEvent.keyboard('{Control>}z{/Control}')
    await expectColors(['purple', 'orange', null, 'purple'])
    await userEvent.click(panel.getByRole('button', { name: 'Done' }))
    // The keys of a field are one step.
    for (let step = 0; step < 2; step += 1) await undo(grid)
    await expectColors(['orange', 'orange', null, null])
    for (let step = 0; step < 2; step += 1) await undo(grid)
    await expectColors(['purple', 'purple', null])
  })

  it('keep what was just typed when a rule is added, and the new rule', async () => {
    await show()
    const panel = await openPanel()
    await userEvent.click(panel.getByRole('button', { name: 'Add rule' }))
    await userEvent.click(panel.getByRole('button', { name: 'Add filter' }))
    await userEvent.click(screen.getByRole('option', { name: 'Item' }))
    await fireEvent.input(panel.getByRole('textbox', { name: 'Text' }), { target: { value: 'wobbler' } })
    await fireEvent.click(panel.getByRole('button', { name: 'Add rule' }))
    await panel.findByRole('button', { name: 'Remove rule 2' })
    expect(rules()).toMatchObject([
      { filters: allOf({ column: 'itemName', operator: 'contains', text: 'wobbler' }) },
      { filters: NO_FILTERS },
    ])
  })

  it('come from the conditions of the filter, before the other rules', async () => {
    const grid = await show([DRAFT])
    await app.items.filters.set(allOf(hasValue('isLocked', true)))
    await userEvent.click(screen.getByRole('button', { name: /^Filter/u }))
    const builder = within(await screen.findByRole('dialog', { name: 'Filter' }))
    await userEvent.click(builder.getByRole('button', { name: 'More actions' }))
    await userEvent.click(screen.getByRole('menuitem', { name: /^Color these rows…/u }))
    expect(screen.queryByRole('dialog', { name: 'Filter' })).toBeNull()
    const panel = within(await screen.findByRole('dialog', { name: 'Row colors' }))
    expect(
      panel.getByRole('button', { name: 'Conditions of rule 1: Locked is Locked', expanded: true }),
    ).toBeVisible()
    expect(rules()).toEqual([{ ...LOCKED, color: 'purple' }, DRAFT])
    await undo(grid)
    await waitFor(() => expect(rules()).toEqual([DRAFT]))
  })

  it('report a pattern that cannot be used', async () => {
    await show([
      { color: 'red', filters: allOf({ column: 'itemName', operator: 'matchesPattern', text: '(' }) },
    ])
    main.answer('items.ruleMatches', ({ rows }) => ({
      matches: rows.map(() => null),
      faults: [
        { rule: 0, fault: { code: 'filterPatternInvalid', message: 'A bracket is open.', retryable: false } },
      ],
    }))
    app.reviews.handleChange('c1', false)
    await app.items.reopen()
    const panel = await openPanel()
    await userEvent.click(panel.getByRole('button', { name: /^Conditions of rule 1/u }))
    await userEvent.type(panel.getByRole('textbox', { name: 'Regular expression' }), '(')
    expect(await panel.findByRole('alert')).toHaveTextContent('A bracket is open.')
  })

  it('are applied with views, and undone with them', async () => {
    const grid = await show([LOCKED])
    const columns = { order: ['itemName'], widths: {} } as const
    await app.items.applyView(app.items.query, columns, [DRAFT])
    await expectColors([null, 'blue'])
    await undo(grid)
    await expectColors(['red', null])
    // A view of an earlier version does not change them.
    await app.items.applyView(app.items.query, columns, null)
    await expectColors(['red', null])
  })
})
