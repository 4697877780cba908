import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
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

async function openPanel(field: string): Promise<ReturnType<typeof within>> {
  await userEvent.click(screen.getByRole('button', { name: 'Filter' }))
  const panel = within(screen.getByRole('dialog', { name: 'Filters' }))
  await userEvent.click(panel.getByRole('tab', { name: field }))
  return panel
}

beforeEach(() => {
  stubLayout()
})

describe('filters', () => {
  it('narrow to a range of numbers, and report an invalid one', async () => {
    const grid = await show()
    const panel = await openPanel('Quantity')
    expect(await panel.findByText('There are values from 0 to 199.')).toBeInTheDocument()
    const from = panel.getByRole('textbox', { name: 'From' })
    const to = panel.getByRole('textbox', { name: 'To' })
    await userEvent.type(from, '1x')
    expect(await panel.findByText('“1x” is not a number.')).toBeInTheDocument()
    expect(from).toHaveAccessibleDescription('“1x” is not a number.')
    await userEvent.clear(from)
    await userEvent.type(from, '100')
    await expectRows(grid, 100)
    await userEvent.type(to, '9')
    expect(to).toHaveAccessibleDescription('This is less than where the range begins.')
    expect(rowCount(grid)).toBe(100)
    await userEvent.clear(to)
    await userEvent.type(to, '149')
    await expectRows(grid, 50)
    expect(screen.getByRole('button', { name: 'Remove the filter Quantity: 100 to 149' })).toBeInTheDocument()
    await userEvent.click(panel.getByRole('button', { name: 'Clear' }))
    await expectRows(grid, 200)
    expect([from, to].map((field) => (field as HTMLInputElement).value)).toEqual(['', ''])
  })

  it('narrow to whole days', async () => {
    const day = (date: number): Partial<ItemRow> => ({
      updatedAt: new Date(2026, 4, date, 23, 59, 59).toISOString(),
    })
    const grid = await show([makeRow(0, day(3)), makeRow(1, day(4)), makeRow(2, day(5))])
    const panel = await openPanel('Updated')
    await fireEvent.input(panel.getByLabelText('First day'), { target: { value: '2026-05-04' } })
    await expectRows(grid, 2)
    await fireEvent.input(panel.getByLabelText('Last day'), { target: { value: '2026-05-04' } })
    await expectRows(grid, 1)
    await fireEvent.input(panel.getByLabelText('Last day'), { target: { value: '2026-05-03' } })
    expect(await panel.findByText('This is before the first day.')).toBeInTheDocument()
    expect(rowCount(grid)).toBe(1)
  })

  it('narrow to empty cells, to filled ones, and to values that several items have', async () => {
    const rows = makeRows(20).map((row, at) => ({
      ...row,
      posNumber: at < 3 ? null : at < 6 ? 'same' : row.posNumber,
    }))
    const grid = await show(rows)
    const panel = await openPanel('POS number')
    await userEvent.click(panel.getByRole('radio', { name: 'Empty' }))
    await expectRows(grid, 3)
    await userEvent.click(panel.getByRole('radio', { name: 'Not empty' }))
    await expectRows(grid, 17)
    await userEvent.click(panel.getByRole('checkbox', { name: 'Only duplicates' }))
    await expectRows(grid, 3)
    expect(
      screen.getByRole('button', { name: 'Remove the filter POS number: not empty, duplicates' }),
    ).toBeInTheDocument()
  })

  it('find a value among many by typing', async () => {
    const grid = await show()
    const panel = await openPanel('Item')
    await userEvent.type(await panel.findByRole('textbox', { name: 'Find in item' }), 'poster 19')
    await waitFor(() => expect(panel.getAllByRole('checkbox', { name: /^Poster/ })).toHaveLength(8))
    expect(main.inputs('items.values').at(-1)).toMatchObject({ column: 'itemName', find: 'poster 19' })
    await fireEvent.click(panel.getByRole('checkbox', { name: 'Poster 19, 1' }))
    await expectRows(grid, 1)
  })

  it('narrow to unseen changes', async () => {
    const grid = await show()
    main.unseenChanges = [{ key: 1_007, kind: 'changed', columns: ['qty'] }]
    const panel = await openPanel('Changes')
    await userEvent.click(panel.getByRole('checkbox', { name: 'Only changes not seen yet' }))
    await expectRows(grid, 1)
    await userEvent.click(screen.getByRole('button', { name: 'Remove the filter Changes: not seen yet' }))
    await expectRows(grid, 200)
  })

  it('are undone and redone', async () => {
    const grid = await show()
    const panel = await openPanel('Status')
    await fireEvent.click(await panel.findByRole('checkbox', { name: 'Draft, 50' }))
    await expectRows(grid, 50)
    await userEvent.keyboard('{Escape}')
    grid.focus()
    await userEvent.keyboard('{Control>}z{/Control}')
    await expectRows(grid, 200)
    await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
    await expectRows(grid, 50)
    await userEvent.click(screen.getByRole('button', { name: 'Clear all' }))
    await expectRows(grid, 200)
    grid.focus()
    await userEvent.keyboard('{Control>}z{/Control}')
    await expectRows(grid, 50)
    await userEvent.keyboard('{Control>}y{/Control}')
    await expectRows(grid, 200)
    // A text field has its own undo.
    screen.getByRole('searchbox', { name: 'Search items…' }).focus()
    await userEvent.keyboard('{Control>}z{/Control}')
    expect(rowCount(grid)).toBe(200)
  })

  it('open from the menus of a column and of a cell', async () => {
    const grid = await show()
    await fireEvent.contextMenu(within(grid).getByRole('columnheader', { name: 'Element' }))
    await userEvent.click(screen.getByRole('menuitem', { name: 'Filter by element…' }))
    const panel = within(screen.getByRole('dialog', { name: 'Filters' }))
    expect(panel.getByRole('tab', { name: 'Element' })).toHaveAttribute('aria-selected', 'true')
    expect(panel.getByRole('tab', { name: 'Element' })).toHaveFocus()
    await fireEvent.click(await panel.findByRole('checkbox', { name: 'Shelf, 100' }))
    await expectRows(grid, 100)
    await userEvent.keyboard('{Escape}')
    await fireEvent.contextMenu(within(grid).getByRole('columnheader', { name: 'Element' }))
    await userEvent.click(screen.getByRole('menuitem', { name: 'Remove this filter' }))
    await expectRows(grid, 200)
    const [cell] = within(grid).getAllByRole('gridcell', { name: '000000000001' })
    if (cell === undefined) throw new Error('There is no such cell.')
    await fireEvent.pointerDown(cell, { button: 2, clientY: 30 + 34 + 10 })
    await fireEvent.contextMenu(cell)
    await userEvent.click(screen.getByRole('menuitem', { name: 'Only POS number: 000000000001' }))
    await expectRows(grid, 1)
  })
})
