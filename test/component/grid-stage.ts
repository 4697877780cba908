import { fireEvent, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { beforeEach, vi } from 'vitest'
import type { DragRows } from '../../renderer/grid/grid-pointer.ts'
import { ItemsState } from '../../renderer/state/items.svelte.ts'
import { mountGrid } from './grid-mount.svelte.ts'
import { stubLayout } from '../support/dom-gaps.ts'
import { itemListOwner } from './fake-items-main.ts'

/** Mock callbacks of the grid, cleared before each test. */
export const on = {
  onlayout: vi.fn(),
  onopen: vi.fn(),
  oncopy: vi.fn(),
  oncopycell: vi.fn(),
  ondragrows: vi.fn<DragRows>(() => Promise.resolve()),
  onsearch: vi.fn(),
  onrowmenu: vi.fn(),
  oncolumnmenu: vi.fn(),
  ongroupmenu: vi.fn(),
}

let unmountGrid = (): void => undefined

/** Creates a list for each test, and unmounts its grid afterwards. */
export function eachWithList(onList: (items: ItemsState) => void): void {
  beforeEach(() => {
    stubLayout()
    vi.clearAllMocks()
    const items = new ItemsState(itemListOwner())
    onList(items)
    return () => {
      closeGrid()
      items.close()
    }
  })
}

/** Unmounts the grid. */
export function closeGrid(): void {
  unmountGrid()
  unmountGrid = () => undefined
}

/** Mounts the grid over the open list and returns its element. */
export async function showGrid(items: ItemsState): Promise<HTMLElement> {
  if (items.result === null) throw new Error('No result.')
  unmountGrid = mountGrid(items, items.result, on)
  await tick()
  return screen.getByRole(items.result.groups === null ? 'grid' : 'treegrid', { name: 'Items' })
}

/** A line of the grid without the header; null if it is not rendered. */
export const lineIn = (grid: HTMLElement, line: number): HTMLElement | null =>
  grid.querySelector<HTMLElement>(`.row[aria-rowindex="${String(line + 2)}"]`)

export async function scrollTo(grid: HTMLElement, scrollTop: number): Promise<void> {
  grid.scrollTop = scrollTop
  await fireEvent.scroll(grid)
}
