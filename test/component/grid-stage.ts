import { fireEvent, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { beforeEach, vi } from 'vitest'
import { ItemsState } from '../../renderer/state/items.svelte.ts'
import { mountGrid } from './grid-mount.svelte.ts'
import { listSurroundings, stubLayout } from './items-fake.ts'

/** What the grid has told its surroundings in this test. */
export const on = {
  onlayout: vi.fn(),
  onopen: vi.fn(),
  oncopy: vi.fn(),
  oncopycell: vi.fn(),
  onsearch: vi.fn(),
  onrowmenu: vi.fn(),
  oncolumnmenu: vi.fn(),
}

let takeAway = (): void => undefined

/** Gives each test of a file a list of its own, and takes its grid away after it. */
export function eachWithList(take: (items: ItemsState) => void): void {
  beforeEach(() => {
    stubLayout()
    vi.clearAllMocks()
    const items = new ItemsState(listSurroundings())
    take(items)
    return () => {
      takeAway()
      takeAway = () => undefined
      items.close()
    }
  })
}

/** Shows the grid over the list as it is open; gives its element. */
export async function showGrid(items: ItemsState): Promise<HTMLElement> {
  if (items.result === null) throw new Error('No result.')
  takeAway = mountGrid(items, items.result, on)
  await tick()
  return screen.getByRole(items.result.groups === null ? 'grid' : 'treegrid', { name: 'Items' })
}

/** A line of the grid, without the header; null where it is not in the page. */
export const lineIn = (grid: HTMLElement, line: number): HTMLElement | null =>
  grid.querySelector<HTMLElement>(`.row[aria-rowindex="${String(line + 2)}"]`)

export async function scrollTo(grid: HTMLElement, scrollTop: number): Promise<void> {
  grid.scrollTop = scrollTop
  await fireEvent.scroll(grid)
}
