import type { ItemRow } from '../../electron/contract/item.ts'
import type { SelectionRanges } from '../../electron/contract/query.ts'
import { api } from '../api.ts'
import type { RowSource } from '../grid/row-pages.ts'
import { isAll, NO_SELECTION, rangesOf, selectAll, selectOnly, sizeOf, type Selection } from './selection.ts'

/** A selection up to this size is looked up again, row by row, in a result with another order. */
const MAX_RESTORED_SELECTION = 100

/** What happens to the place in the list and to the selection when a new result is opened. */
export type Occasion =
  /** Another campaign. */
  | 'show'
  /** Other words are searched for. */
  | 'search'
  /** Filters changed, or the search was cleared. */
  | 'filter'
  | 'sort'
  /** The stored data changed, or the result is no longer held. */
  | 'data'

/** Where a grid goes with a new result. */
export type GridPlace =
  | { readonly kind: 'top' }
  /** Stays where it is, so that what was at one position is at another now at the same height. */
  | { readonly kind: 'shift'; readonly from: number; readonly to: number }
  | { readonly kind: 'reveal'; readonly position: number }
  /** With this row as the first in view. */
  | { readonly kind: 'at'; readonly position: number }

/** What a person was at, in terms that outlive a result: keys of items in place of positions. */
export interface Kept {
  readonly active: number | null
  /** The row whose place on the screen is kept. */
  readonly anchor: { readonly key: number; readonly position: number } | null
  readonly selected: 'all' | 'active' | readonly number[]
}

export const NOTHING_KEPT: Kept = { active: null, anchor: null, selected: [] }

/** The list as it stands before a new result takes its place. */
export interface Standing {
  readonly connectionId: string
  readonly resultId: number
  readonly rows: RowSource<ItemRow>
  readonly active: number | null
  /** Whether the active row was the person's own choice. */
  readonly chosen: boolean
  readonly firstInView: number
  readonly lastInView: number
  readonly selection: Selection
}

async function keysAt(standing: Standing, ranges: SelectionRanges): Promise<readonly number[]> {
  if (sizeOf(ranges) > MAX_RESTORED_SELECTION) return []
  const { connectionId, resultId } = standing
  const parts = await Promise.all(
    ranges.map(async ([first, last]) => {
      const held = Array.from({ length: last - first + 1 }, (_, index) => standing.rows.get(first + index))
      if (held.every((row) => row !== undefined)) return held.map((row) => row.key)
      const found = await api.call('items.window', {
        connectionId,
        resultId,
        start: first,
        count: held.length,
      })
      return found.rows.map((row) => row.key)
    }),
  )
  return parts.flat()
}

/** Key of one row, also of one that was looked at long ago; null where it cannot be told. */
async function keyAt(standing: Standing, position: number | null): Promise<number | null> {
  if (position === null) return null
  const keys = await keysAt(standing, [[position, position]]).catch(() => [])
  return keys[0] ?? null
}

/** What is worth keeping on this occasion. Never fails: what cannot be told is let go. */
export async function keep(standing: Standing, occasion: Occasion): Promise<Kept> {
  if (occasion === 'show' || occasion === 'search') return NOTHING_KEPT
  const { rows, selection, firstInView, lastInView } = standing
  const active = standing.chosen || occasion === 'data' ? await keyAt(standing, standing.active) : null
  const at = standing.active ?? -1
  const position = at >= firstInView && at <= lastInView ? at : firstInView
  const key = occasion === 'data' && position < rows.count ? await keyAt(standing, position) : null
  const anchor = key === null ? null : { key, position }
  if (selection.passing) return { active, anchor, selected: 'active' }
  if (occasion === 'filter') return { active, anchor, selected: [] }
  if (isAll(selection.ranges, rows.count)) return { active, anchor, selected: 'all' }
  const selected = await keysAt(standing, selection.ranges).catch((): readonly number[] => [])
  return { active, anchor, selected }
}

/** The selection in the new result, of which `locate` tells the positions. */
export async function carrySelection(
  kept: Kept,
  count: number,
  active: number | null,
  locate: (key: number) => Promise<number | null>,
): Promise<Selection> {
  if (kept.selected === 'all') return selectAll(count)
  if (kept.selected === 'active') return active === null ? NO_SELECTION : selectOnly(active)
  if (kept.selected.length === 0) return NO_SELECTION
  const positions = await Promise.all(kept.selected.map(locate))
  const ranges = rangesOf(positions.filter((position) => position !== null))
  return { ranges, anchor: null, base: ranges, passing: false }
}

/** Where the grid goes, given where the kept rows are now. */
export function placeFor(
  occasion: Occasion,
  kept: Kept,
  active: number | null,
  anchor: number | null,
): GridPlace {
  if (occasion === 'data') {
    const from = kept.anchor?.position ?? 0
    return { kind: 'shift', from, to: anchor ?? from }
  }
  return active === null ? { kind: 'top' } : { kind: 'reveal', position: active }
}
