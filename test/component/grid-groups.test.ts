import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { tick } from 'svelte'
import { describe, expect, it } from 'vitest'
import type { ItemsState } from '../../renderer/state/items.svelte.ts'
import { eachWithList, lineIn, on, scrollTo, showGrid } from './grid-stage.ts'
import { FakeItemsMain, makeRow, makeRows } from './fake-items-main.ts'

let main: FakeItemsMain
let items: ItemsState

/** Rows in four equal groups by status. */
async function show(count = 40): Promise<HTMLElement> {
  main = new FakeItemsMain(makeRows(count))
  main.install()
  await items.show('c1', 'k1')
  await items.setGroup('status')
  return showGrid(items)
}

eachWithList((made) => {
  items = made
})

function lineAt(grid: HTMLElement, line: number): HTMLElement {
  const row = lineIn(grid, line)
  if (row === null) throw new Error(`There is no line ${String(line)}.`)
  return row
}

/** The row index and offset of the sticky header. */
const stickyHeader = (grid: HTMLElement): readonly (string | undefined | null)[] => {
  const row = grid.querySelector<HTMLElement>('.sticky .row')
  return [row?.getAttribute('aria-rowindex'), row?.style.transform]
}

/** The line whose upper edge is this many pixels below the header. */
const lineBelowHeader = (grid: HTMLElement, pixels: number): string | null | undefined =>
  [...grid.querySelectorAll<HTMLElement>('.layer .row')]
    .find((row) => row.style.transform === `translateY(${String(grid.scrollTop + pixels)}px)`)
    ?.getAttribute('aria-rowindex')

const activeLine = (grid: HTMLElement): string | null | undefined =>
  document
    .getElementById(grid.getAttribute('aria-activedescendant') ?? '')
    ?.closest('[role="row"]')
    ?.getAttribute('aria-rowindex')

describe('a grouped grid', () => {
  it('shows headers with value, count and sum, and correct counts and indexes', async () => {
    const grid = await show()
    expect(grid).toHaveAttribute('aria-rowcount', String(1 + 4 + 40))
    const head = lineAt(grid, 0)
    expect(head).toHaveTextContent('0 10 items · quantity 180')
    expect(head).toHaveAttribute('aria-level', '1')
    expect(head).toHaveAttribute('aria-expanded', 'true')
    expect(head).toHaveAttribute('aria-setsize', '4')
    expect(lineAt(grid, 1)).toHaveAttribute('aria-level', '2')
    expect(lineAt(grid, 1)).toHaveTextContent('Wobbler 0')
    expect(lineAt(grid, 11)).toHaveTextContent('1 10 items · quantity 190')
    await waitFor(() => expect(lineAt(grid, 12)).toHaveTextContent('Poster 1'))
  })

  it('collapses and expands groups by click, and all at once', async () => {
    const grid = await show()
    await fireEvent.pointerDown(lineAt(grid, 0).querySelector('.value') ?? grid, { button: 0, clientY: 40 })
    await waitFor(() => expect(lineAt(grid, 0)).toHaveAttribute('aria-expanded', 'false'))
    expect(grid).toHaveAttribute('aria-rowcount', '35')
    expect(lineAt(grid, 2)).toHaveTextContent('Poster 1')
    items.folds.closeAll(items.result?.groups ?? [])
    await tick()
    expect(within(grid).getAllByRole('row')).toHaveLength(1 + 4)
    items.folds.openAll()
    await tick()
    expect(grid).toHaveAttribute('aria-rowcount', '45')
  })

  it('moves through headers and rows by keys as in a tree', async () => {
    const grid = await show()
    grid.focus()
    await userEvent.keyboard('{ArrowUp}')
    expect(activeLine(grid)).toBe('2')
    await userEvent.keyboard('{ArrowLeft}')
    expect(grid).toHaveAttribute('aria-rowcount', '35')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(activeLine(grid)).toBe('4')
    expect(items.activeRow?.itemName).toBe('Poster 1')
    await userEvent.keyboard('{Home}{ArrowLeft}{ArrowUp}')
    expect(activeLine(grid)).toBe('2')
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    expect(grid).toHaveAttribute('aria-rowcount', '45')
    expect(items.activeRow?.itemName).toBe('Wobbler 0')
    await userEvent.keyboard('{Control>}{End}{/Control}')
    expect(items.activeRow?.itemName).toBe('Wobbler 39')
    expect(activeLine(grid)).toBe('45')
    expect(on.onopen).not.toHaveBeenCalled()
  })

  it('selects a group by its header, and extends a selection across headers', async () => {
    const grid = await show()
    grid.focus()
    await userEvent.keyboard('{ArrowUp} ')
    expect(items.selection.ranges).toEqual([[0, 9]])
    expect(lineAt(grid, 0)).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard(' ')
    expect(items.selectedCount).toBe(0)
    await fireEvent.pointerDown(lineAt(grid, 11).querySelector('.check') ?? grid, {
      button: 0,
      clientY: 30 + 11 * 34 + 4,
    })
    expect(items.selection.ranges).toEqual([[10, 19]])
    await fireEvent.pointerDown(lineAt(grid, 9), { button: 0, clientY: 30 + 9 * 34 + 4 })
    await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{ArrowDown}{/Shift}')
    expect(items.selection.ranges).toEqual([[8, 11]])
  })

  it('keeps groups collapsed when the data changes', async () => {
    const grid = await show()
    items.folds.closeAll(items.result?.groups ?? [])
    await tick()
    await items.reopen()
    await tick()
    expect(grid).toHaveAttribute('aria-rowcount', '5')
    await items.setGroup(null)
    await tick()
    expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '41')
  })

  it('keeps the current group’s header at the top until the next one pushes it out', async () => {
    const grid = await show(400)
    expect(stickyHeader(grid)).toEqual([undefined, undefined])
    await scrollTo(grid, 34 * 40)
    expect(stickyHeader(grid)).toEqual(['2', 'translateY(0px)'])
    await scrollTo(grid, 34 * 3)
    expect(grid.querySelectorAll('.row[aria-rowindex="2"]')).toHaveLength(1)
    await scrollTo(grid, 34 * 100 + 10)
    expect(stickyHeader(grid)).toEqual(['2', 'translateY(-10px)'])
    await scrollTo(grid, 34 * 101)
    expect(stickyHeader(grid)).toEqual([undefined, undefined])
    expect(lineAt(grid, 101)).toHaveTextContent('1 100 items')
    await scrollTo(grid, 34 * 101 + 1)
    expect(stickyHeader(grid)).toEqual(['103', 'translateY(0px)'])
    const results = await axe.run(grid, { rules: { 'color-contrast': { enabled: false } } })
    expect(results.violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([])
  })

  it('collapses a group by its sticky header, and scrolls to the header', async () => {
    const grid = await show(400)
    await scrollTo(grid, 34 * 150)
    expect(stickyHeader(grid)[0]).toBe('103')
    await fireEvent.pointerDown(grid.querySelector('.sticky .value') ?? grid, { button: 0, clientY: 40 })
    await waitFor(() => expect(lineAt(grid, 101)).toHaveAttribute('aria-expanded', 'false'))
    expect(grid.scrollTop).toBe(34 * 101)
    expect(stickyHeader(grid)[0]).toBeUndefined()
    await fireEvent.pointerDown(lineAt(grid, 101).querySelector('.check') ?? grid, { button: 0, clientY: 40 })
    expect(items.selection.ranges).toEqual([[100, 199]])
  })

  it('never hides the active row behind the sticky header', async () => {
    const grid = await show(400)
    grid.focus()
    await userEvent.keyboard('{Control>}{End}{/Control}')
    await scrollTo(grid, 34 * 150)
    items.select(160, 'only')
    await userEvent.keyboard('{ArrowUp}'.repeat(14))
    expect(items.active).toBe(146)
    // The second group’s header is line 101, so row 146 is line 148.
    expect(grid.scrollTop).toBe(34 * 147)
  })

  it('keeps scroll position, collapsed groups, selection and active row when the data changes', async () => {
    const grid = await show(400)
    items.folds.set(0, true)
    await tick()
    // Line 50 shows row 148 of the second group.
    await scrollTo(grid, 34 * 49)
    items.select(150, 'only')
    items.select(151, 'toggle')
    const activeKey = items.activeRow?.key
    expect(lineBelowHeader(grid, 34)).toBe('52')
    // Two rows in a new first group, three in the collapsed one, one above in the same group.
    main.rows = [
      makeRow(1_000, { status: -1 }),
      makeRow(1_001, { status: -1 }),
      makeRow(1_002, { status: 0 }),
      makeRow(1_003, { status: 0 }),
      makeRow(1_004, { status: 0 }),
      makeRow(1_005, { status: 1 }),
      ...main.rows,
    ]
    await items.reopen()
    await tick()
    expect(items.activeRow?.key).toBe(activeKey)
    expect(items.selectedCount).toBe(2)
    expect(grid).toHaveAttribute('aria-rowcount', String(1 + 5 + 303))
    // The new group’s header and two rows, and one row of the same group.
    expect(grid.scrollTop).toBe(34 * (49 + 4))
    expect(activeLine(grid)).toBe(String(2 + 53 + 4))
    await scrollTo(grid, 0)
    expect(lineAt(grid, 3)).toHaveAttribute('aria-expanded', 'false')
  })

  it('keeps the active header when the data changes, until its group is removed', async () => {
    const grid = await show()
    grid.focus()
    await userEvent.keyboard('{ArrowUp}{ArrowLeft}{ArrowDown}')
    expect(activeLine(grid)).toBe('3')
    main.rows = [makeRow(100, { status: -1 }), ...main.rows]
    await items.reopen()
    await tick()
    expect(activeLine(grid)).toBe('5')
    expect(lineAt(grid, 3)).toHaveTextContent('1 10 items')
    main.rows = main.rows.filter(({ status }) => status !== 1)
    await items.reopen()
    await tick()
    expect(lineAt(grid, Number(activeLine(grid)) - 2)).toHaveTextContent('0 10 items')
  })
})
