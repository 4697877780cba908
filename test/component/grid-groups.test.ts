import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { tick } from 'svelte'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ItemsState } from '../../renderer/state/items.svelte.ts'
import { mountGrid } from './grid-mount.svelte.ts'
import { FakeMain, makeRows, someColumns, stubLayout } from './items-fake.ts'

const on = {
  onlayout: vi.fn(),
  onopen: vi.fn(),
  oncopy: vi.fn(),
  oncopycell: vi.fn(),
  onsearch: vi.fn(),
  onrowmenu: vi.fn(),
  oncolumnmenu: vi.fn(),
}

let items: ItemsState
let takeAway = (): void => undefined

/** 40 rows in four groups of ten, by status. */
async function show(): Promise<HTMLElement> {
  new FakeMain(makeRows(40)).install()
  await items.show('c1', 'k1')
  await items.setGroup('status')
  if (items.result === null) throw new Error('No result.')
  takeAway = mountGrid(items, items.result, on)
  await tick()
  return screen.getByRole('treegrid', { name: 'Items' })
}

beforeEach(() => {
  stubLayout()
  vi.clearAllMocks()
  items = new ItemsState(someColumns())
  return () => {
    takeAway()
    items.close()
  }
})

const lineAt = (grid: HTMLElement, line: number): HTMLElement => {
  const row = grid.querySelector<HTMLElement>(`.row[aria-rowindex="${String(line + 2)}"]`)
  if (row === null) throw new Error(`There is no line ${String(line)}.`)
  return row
}

const activeLine = (grid: HTMLElement): string | null | undefined =>
  document
    .getElementById(grid.getAttribute('aria-activedescendant') ?? '')
    ?.closest('[role="row"]')
    ?.getAttribute('aria-rowindex')

describe('a grouped grid', () => {
  it('has heads with value, count and sum, and right counts and indices', async () => {
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
    expect(lineAt(grid, 12)).toHaveTextContent('Poster 1')
  })

  it('closes and opens groups by a press, and all of them at once', async () => {
    const grid = await show()
    await fireEvent.pointerDown(lineAt(grid, 0).querySelector('.value') ?? grid, { button: 0, clientY: 40 })
    await waitFor(() => {
      expect(lineAt(grid, 0)).toHaveAttribute('aria-expanded', 'false')
    })
    expect(grid).toHaveAttribute('aria-rowcount', '35')
    expect(lineAt(grid, 2)).toHaveTextContent('Poster 1')
    items.folds.closeAll(items.result?.groups ?? [])
    await tick()
    expect(within(grid).getAllByRole('row')).toHaveLength(1 + 4)
    items.folds.openAll()
    await tick()
    expect(grid).toHaveAttribute('aria-rowcount', '45')
  })

  it('goes through heads and rows by keys as through a tree', async () => {
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

  it('selects a group by its head, and passes over heads when a selection grows', async () => {
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

  it('opens the group of a row that is gone to, and keeps groups closed when the data changes', async () => {
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

  it('has nothing that a reader of the page would stumble over', async () => {
    const grid = await show()
    const found = await axe.run(grid, { rules: { 'color-contrast': { enabled: false } } })
    expect(found.violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([])
  })
})
