import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import type { ItemRow } from '../../electron/contract/item.ts'
import { stubLayout } from '../support/dom-gaps.ts'
import { FakeItemsMain, makeRow, makeRows } from './fake-items-main.ts'
import { connectedApp, renderItems } from './items-stage.ts'

let main: FakeItemsMain

async function show(rows: readonly ItemRow[] = makeRows(200)): Promise<HTMLElement> {
  main = new FakeItemsMain(rows)
  const app = connectedApp(main)
  renderItems(app)
  return screen.findByRole('grid', { name: 'Items' })
}

const rowCount = (grid: HTMLElement): number => Number(grid.getAttribute('aria-rowcount')) - 1

async function expectRows(grid: HTMLElement, count: number): Promise<void> {
  await waitFor(() => expect(rowCount(grid)).toBe(count))
}

type Builder = ReturnType<typeof within>

/** Opens the filter builder and adds a condition on a column. */
async function addFilter(column: string): Promise<Builder> {
  if (screen.queryByRole('dialog', { name: 'Filter' }) === null)
    await userEvent.click(screen.getByRole('button', { name: /^Filter/u }))
  const builder = within(screen.getByRole('dialog', { name: 'Filter' }))
  const [last] = builder.getAllByRole('button', { name: 'Add filter' }).slice(-1)
  if (last !== undefined) await userEvent.click(last)
  await userEvent.click(screen.getByRole('option', { name: column }))
  return builder
}

/** Chooses an entry of a menu of the last condition. */
async function choose(builder: Builder, menu: RegExp, entry: string): Promise<void> {
  const [last] = builder.getAllByRole('button', { name: menu }).slice(-1)
  if (last !== undefined) await userEvent.click(last)
  await userEvent.click(screen.getByRole('menuitemradio', { name: entry }))
}

const chip = (text: string): HTMLElement => screen.getByRole('button', { name: `Remove the filter ${text}` })

beforeEach(() => {
  stubLayout()
})

describe('the column of a filter', () => {
  const list = (): HTMLElement => screen.getByRole('listbox')
  const optionNames = (part: HTMLElement): readonly (string | null)[] =>
    within(part)
      .getAllByRole('option')
      .map((option) => option.textContent.trim())

  it('is chosen from groups, in which those with a filter are marked', async () => {
    await show()
    const builder = await addFilter('Quantity')
    await userEvent.click(builder.getByRole('button', { name: 'Add filter' }))
    const groups = within(list()).getAllByRole('group')
    expect(groups.map((group) => group.getAttribute('aria-label'))).toEqual([
      'Status and flags',
      'Classification',
      'Identity',
      'Dates',
      'On this computer',
      'Other fields',
    ])
    expect(groups.slice(0, 2).map(optionNames)).toEqual([
      ['Status', 'Quantity', 'Locked', 'Has artwork', 'Has allocations'],
      ['Element', 'Workflow', 'Campaign'],
    ])
    expect(within(list()).getAllByRole('img', { name: 'Has a filter' })).toHaveLength(1)
    expect(screen.getByRole('option', { name: 'Quantity Has a filter' })).toBeVisible()
    const { violations } = await axe.run(screen.getByRole('dialog', { name: 'Add filter' }), {
      rules: { 'color-contrast': { enabled: false } },
    })
    expect(violations).toEqual([])
  })

  it('is found by typing and chosen by keyboard', async () => {
    await show()
    await userEvent.click(screen.getByRole('button', { name: /^Filter/u }))
    const builder = within(screen.getByRole('dialog', { name: 'Filter' }))
    const add = builder.getByRole('button', { name: 'Add filter' })
    const selected = (): HTMLElement => screen.getByRole('option', { selected: true })
    await userEvent.click(add)
    const field = screen.getByRole('combobox', { name: 'Find a column' })
    expect(field).toHaveFocus()
    expect(selected()).toHaveTextContent('Status')
    // The name that begins with the text is reached first.
    await userEvent.keyboard('art')
    expect(optionNames(list())).toEqual(['Has artwork', 'Artwork'])
    expect(selected()).toHaveTextContent(/^Artwork/u)
    expect(field).toHaveAttribute('aria-activedescendant', selected().id)
    await userEvent.keyboard('x')
    expect(screen.getByText('No columns match “artx”')).toBeVisible()
    await userEvent.keyboard('{Enter}{Escape}')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(add).toHaveFocus()
    await userEvent.keyboard('{Enter}{ArrowDown}{ArrowDown}{ArrowUp}{Enter}')
    expect(builder.getByRole('group', { name: /^Quantity/u })).toBeVisible()
    await userEvent.click(builder.getByRole('button', { name: 'Column: Quantity' }))
    expect(selected()).toHaveTextContent('Quantity')
    await userEvent.keyboard('pos{Enter}')
    expect(builder.getByRole('button', { name: 'Column: POS number' })).toHaveFocus()
  })
})

describe('filters', () => {
  it('show the range of each column, and request it only once', async () => {
    const grid = await show()
    let latest = 0
    // As in the main process, a request for values cancels an earlier one.
    main.answer('items.values', async () => {
      latest += 1
      const turn = latest
      await new Promise((resolve) => setTimeout(resolve))
      if (turn !== latest) throw new AppError('superseded')
      return { values: [], distinct: 0, empty: 0, min: 0, max: 199 }
    })
    const builder = await addFilter('Quantity')
    await choose(builder, /^Operator/u, 'at least')
    await addFilter('Updated')
    await choose(builder, /^Operator/u, 'on or after')
    await waitFor(() => expect(builder.getAllByText(/^Range: /u)).toHaveLength(2))
    const requests = main.inputs('items.values').length
    const [quantity] = builder.getAllByRole('textbox', { name: 'Value' })
    if (quantity === undefined) throw new Error('There is no field')
    await userEvent.type(quantity, '100')
    await expectRows(grid, 100)
    expect(builder.getAllByText(/^Range: /u)).toHaveLength(2)
    expect(main.inputs('items.values')).toHaveLength(requests)
  })

  it('narrow to a range of numbers, and report an invalid one', async () => {
    const grid = await show()
    const builder = await addFilter('Quantity')
    await choose(builder, /^Operator/u, 'between')
    expect(await builder.findByText('Range: 0–199')).toBeVisible()
    const from = builder.getByRole('textbox', { name: 'From' })
    await userEvent.type(from, '1x')
    expect(await builder.findByText('Enter a number.')).toBeVisible()
    expect(from).toBeInvalid()
    await userEvent.clear(from)
    await userEvent.type(from, '100')
    await expectRows(grid, 100)
    await userEvent.type(builder.getByRole('textbox', { name: 'To' }), '9')
    expect(builder.getByText('The second value must be larger.')).toBeVisible()
    await userEvent.type(builder.getByRole('textbox', { name: 'To' }), '{Backspace}149')
    await expectRows(grid, 50)
    expect(builder.getByText('50 of 200 items')).toBeVisible()
    expect(chip('Quantity between 100 and 149')).toBeVisible()
    // All keys of a field are one step.
    await userEvent.click(builder.getByRole('button', { name: 'Done' }))
    grid.focus()
    await userEvent.keyboard('{Control>}z{/Control}')
    await expectRows(grid, 100)
    await userEvent.keyboard('{Control>}z{/Control}')
    await expectRows(grid, 200)
  })

  it('narrow to days, and to a period up to now', async () => {
    const day = (date: number): Partial<ItemRow> => ({
      updatedAt: new Date(2026, 4, date, 23, 59, 59).toISOString(),
    })
    const grid = await show([makeRow(0, day(3)), makeRow(1, day(4)), makeRow(2, day(5))])
    const builder = await addFilter('Updated')
    expect(builder.getByRole('textbox', { name: 'Number' })).toHaveFocus()
    await choose(builder, /^Operator/u, 'after')
    await fireEvent.input(builder.getByLabelText('Value'), { target: { value: '2026-05-04' } })
    await expectRows(grid, 1)
    await choose(builder, /^Operator/u, 'on or after')
    await expectRows(grid, 2)
    expect(screen.getByRole('button', { name: /^Remove the filter Updated on or after /u })).toBeVisible()
    await choose(builder, /^Operator/u, 'in the last')
    const count = builder.getByRole('textbox', { name: 'Number' })
    await userEvent.clear(count)
    expect(builder.getByText('Enter a whole number from 1.')).toBeVisible()
    await userEvent.type(count, '3')
    await choose(builder, /^Unit/u, 'weeks')
    await waitFor(() =>
      expect(main.inputs('items.open').at(-1)?.query.filters.conditions).toEqual([
        { column: 'updatedAt', operator: 'inLast', count: 3, unit: 'weeks' },
      ]),
    )
    expect(chip('Updated in the last 3 weeks')).toBeVisible()
  })

  it('compare texts, and find empty and duplicate ones', async () => {
    const rows = makeRows(20).map((row, at) => ({
      ...row,
      posNumber: at < 3 ? null : at < 6 ? 'same' : row.posNumber,
    }))
    const grid = await show(rows)
    const builder = await addFilter('POS number')
    const text = builder.getByRole('textbox', { name: 'Text' })
    expect(text).toHaveFocus()
    await userEvent.keyboard('SAM')
    await expectRows(grid, 3)
    await choose(builder, /^Operator/u, 'does not contain')
    await expectRows(grid, 17)
    await choose(builder, /^Operator/u, 'is empty')
    await expectRows(grid, 3)
    await choose(builder, /^Operator/u, 'is not empty')
    await expectRows(grid, 17)
    await choose(builder, /^Operator/u, 'is duplicated')
    await expectRows(grid, 3)
    expect(chip('POS number is duplicated')).toBeVisible()
  })

  it('choose values by their counts, and find one among many by typing', async () => {
    const grid = await show()
    const builder = await addFilter('Item')
    await choose(builder, /^Operator/u, 'is')
    await userEvent.click(builder.getByRole('button', { name: 'Choose values' }))
    const picker = within(screen.getByRole('dialog', { name: 'Item' }))
    await userEvent.type(await picker.findByRole('textbox', { name: 'Find in “Item”' }), 'poster 19')
    await waitFor(() => expect(picker.getAllByRole('checkbox', { name: /^Poster/u })).toHaveLength(8))
    expect(main.inputs('items.values').at(-1)).toMatchObject({ column: 'itemName', find: 'poster 19' })
    await fireEvent.click(picker.getByRole('checkbox', { name: 'Poster 19, 1' }))
    await expectRows(grid, 1)
    await fireEvent.click(picker.getByRole('checkbox', { name: 'Poster 191, 1' }))
    await expectRows(grid, 2)
    expect(chip('Item is Poster 19, Poster 191')).toBeVisible()
    // Escape closes one layer at a time.
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('dialog', { name: 'Item' })).toBeNull()
    expect(builder.getByRole('button', { name: 'Add or remove values' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('narrow to unseen changes', async () => {
    const grid = await show()
    main.unseenChanges = [{ key: 1_007, kind: 'changed', columns: ['qty'] }]
    await addFilter('Change')
    await expectRows(grid, 1)
    await userEvent.click(chip('Change is unseen'))
    await expectRows(grid, 200)
  })

  it('match any condition, and nest a group', async () => {
    const grid = await show()
    const builder = await addFilter('Quantity')
    await choose(builder, /^Operator/u, 'less than')
    await userEvent.type(builder.getByRole('textbox', { name: 'Value' }), '10')
    await expectRows(grid, 10)
    await userEvent.click(builder.getByRole('button', { name: 'Add group' }))
    expect(builder.getByRole('radiogroup', { name: 'Match in this group' })).toBeVisible()
    const group = within(builder.getByRole('group', { name: 'Group of conditions' }))
    await userEvent.click(group.getByRole('button', { name: 'Add filter' }))
    await userEvent.click(screen.getByRole('option', { name: 'Item' }))
    await userEvent.keyboard('wobbler')
    await expectRows(grid, 4)
    await userEvent.click(group.getByRole('button', { name: 'Add filter' }))
    await userEvent.click(screen.getByRole('option', { name: 'POS number' }))
    await userEvent.keyboard('0001')
    await expectRows(grid, 5)
    expect(chip('Item contains wobbler or POS number contains 0001')).toBeVisible()
    const match = within(builder.getByRole('radiogroup', { name: 'Match' }))
    await userEvent.click(match.getByRole('radio', { name: 'Any' }))
    await waitFor(() => expect(rowCount(grid)).toBeGreaterThan(60))
    expect(screen.getByText('Any of')).toBeInTheDocument()
    await userEvent.click(builder.getByRole('button', { name: 'Remove group' }))
    await expectRows(grid, 10)
    await userEvent.click(builder.getByRole('button', { name: 'Clear all' }))
    await expectRows(grid, 200)
    expect(builder.getByText('No filters')).toBeVisible()
  })

  it('are undone and redone by keys and buttons, also while they are edited', async () => {
    const grid = await show()
    const builder = await addFilter('Status')
    await userEvent.click(builder.getByRole('button', { name: 'Choose values' }))
    await fireEvent.click(await screen.findByRole('checkbox', { name: 'Draft, 50' }))
    await expectRows(grid, 50)
    await userEvent.keyboard('{Escape}{Escape}')
    grid.focus()
    await userEvent.keyboard('{Control>}z{/Control}')
    await expectRows(grid, 200)
    await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
    await expectRows(grid, 50)
    await userEvent.click(screen.getByRole('button', { name: 'Status is Draft. Change this filter' }))
    const again = within(screen.getByRole('dialog', { name: 'Filter' }))
    expect(again.getByRole('button', { name: 'Add or remove values' })).toHaveFocus()
    await userEvent.keyboard('{Control>}z{/Control}')
    await expectRows(grid, 200)
    expect(again.getByText('No filters')).toBeVisible()
  })

  it('open from the menus of a column and of a cell', async () => {
    const grid = await show()
    await fireEvent.contextMenu(within(grid).getByRole('columnheader', { name: 'Element' }))
    await userEvent.click(screen.getByRole('menuitem', { name: 'Filter by “Element”…' }))
    const builder = within(await screen.findByRole('dialog', { name: 'Filter' }))
    const values = await builder.findByRole('button', { name: 'Choose values' })
    await waitFor(() => expect(values).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    await fireEvent.click(await screen.findByRole('checkbox', { name: 'Shelf, 100' }))
    await expectRows(grid, 100)
    await userEvent.keyboard('{Escape}{Escape}')
    await fireEvent.contextMenu(within(grid).getByRole('columnheader', { name: 'Element' }))
    await userEvent.click(screen.getByRole('menuitem', { name: 'Remove this filter' }))
    await expectRows(grid, 200)
    const [cell] = within(grid).getAllByRole('gridcell', { name: '000000000001' })
    if (cell === undefined) throw new Error('There is no such cell.')
    await fireEvent.pointerDown(cell, { button: 2, clientY: 24 + 28 + 10 })
    await fireEvent.contextMenu(cell)
    await userEvent.click(screen.getByRole('menuitem', { name: 'Filter to “000000000001”' }))
    await expectRows(grid, 1)
  })

  it('move the focus to the next condition when one is removed', async () => {
    await show()
    const builder = await addFilter('Item')
    await userEvent.keyboard('poster')
    await addFilter('Quantity')
    await userEvent.click(builder.getByRole('button', { name: 'Remove filter: Item contains' }))
    await waitFor(() => expect(builder.getByRole('button', { name: 'Choose values' })).toHaveFocus())
  })
})
