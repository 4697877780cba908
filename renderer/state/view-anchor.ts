import type { ItemRow } from '../../electron/contract/item.ts'
import type { SelectionRanges } from '../../electron/contract/query.ts'
import { api } from '../api.ts'
import type { RowSource } from '../lists/row-pages.ts'
import {
  isAll,
  NO_SELECTION,
  rangesOf,
  selectAll,
  selectOnly,
  sizeOf,
  type Selection,
} from '../lists/selection.ts'
import type { GridTarget } from '../lists/shown-result.ts'

/** A selection up to this size is looked up again, row by row, in a result with another order. */
const MAX_RESTORED_SELECTION = 100

/** What happens to the place in the list and to the selection when a new result is opened. */
export type ReopenReason =
  /** Another campaign. */
  | 'show'
  /** Other words are searched for. */
  | 'search'
  /** Filters changed, or the search was cleared. */
  | 'filter'
  | 'sort'
  /** The stored data changed, or the result is no longer held. */
  | 'data'

/** What a person was at, in terms that outlive a result: keys of items in place of positions. */
export interface ViewAnchor {
  readonly active: number | null
  /** The row whose place on the screen is kept. */
  readonly anchor: { readonly key: number; readonly position: number } | null
  readonly selected: 'all' | 'active' | readonly number[]
}

export const EMPTY_ANCHOR: ViewAnchor = { active: null, anchor: null, selected: [] }

/** The list as it stands before a new result takes its place. */
export interface ListSnapshot {
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

async function keysAt(list: ListSnapshot, ranges: SelectionRanges): Promise<readonly number[]> {
  if (sizeOf(ranges) > MAX_RESTORED_SELECTION) return []
  const { connectionId, resultId } = list
  const parts = await Promise.all(
    ranges.map(async ([first, last]) => {
      const held = Array.from({ length: last - first + 1 }, (_, index) => list.rows.get(first + index))
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
async function keyAt(list: ListSnapshot, position: number | null): Promise<number | null> {
  if (position === null) return null
  const keys = await keysAt(list, [[position, position]]).catch(() => [])
  return keys[0] ?? null
}

/** What is worth keeping on this reason. Never fails: what cannot be told is let go. */
export async function keep(list: ListSnapshot, reason: ReopenReason): Promise<ViewAnchor> {
  if (reason === 'show' || reason === 'search') return EMPTY_ANCHOR
  const { rows, selection, firstInView, lastInView } = list
  const active = list.chosen || reason === 'data' ? await keyAt(list, list.active) : null
  const at = list.active ?? -1
  const position = at >= firstInView && at <= lastInView ? at : firstInView
  const key = reason === 'data' && position < rows.count ? await keyAt(list, position) : null
  const anchor = key === null ? null : { key, position }
  if (selection.passing) return { active, anchor, selected: 'active' }
  if (reason === 'filter') return { active, anchor, selected: [] }
  if (isAll(selection.ranges, rows.count)) return { active, anchor, selected: 'all' }
  const selected = await keysAt(list, selection.ranges).catch((): readonly number[] => [])
  return { active, anchor, selected }
}

/** The selection in the new result, of which `locate` tells the positions. */
export async function carrySelection(
  kept: ViewAnchor,
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
export function targetFor(
  reason: ReopenReason,
  kept: ViewAnchor,
  active: number | null,
  anchor: number | null,
): GridTarget {
  if (reason === 'data') {
    const from = kept.anchor?.position ?? 0
    return { kind: 'shift', from, to: anchor ?? from }
  }
  return active === null ? { kind: 'top' } : { kind: 'reveal', position: active }
}
