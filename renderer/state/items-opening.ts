import type { FieldKey } from '../../electron/contract/fields.ts'
import type { ItemRow } from '../../electron/contract/item.ts'
import type { ItemMark, ItemQuery, ItemResult, SelectionRanges } from '../../electron/contract/query.ts'
import { api } from '../api.ts'
import { RowPages } from '../lists/row-pages.ts'
import type { GridTarget, ShownResult, RowSource } from '../lists/row-source.ts'
import {
  type Selection,
  isAll,
  NO_SELECTION,
  rangesOf,
  selectAll,
  selectOnly,
  sizeOf,
} from '../lists/selection.ts'

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

/** Rows fetched together with a new result, so that it appears with its rows. */
const FIRST_ROWS = 80

/** A result with what of the list before it goes on in it. */
export interface OpenedResult {
  readonly result: ShownResult
  readonly pages: RowPages<ItemRow>
  /** Position of the row that was the active one; null: it is not there. */
  readonly active: number | null
  readonly selection: Selection
}

/** What a result is opened for. */
export interface Opening {
  readonly connectionId: string
  readonly query: ItemQuery
  /** Fields whose values the rows come with. */
  readonly fields: readonly FieldKey[]
  readonly reason: ReopenReason
  readonly kept: ViewAnchor
  /** First row in sight of the list before. */
  readonly firstInView: number
  /** Whether it is still wanted. */
  readonly current: () => boolean
  /** Told when rows could not be fetched later on. */
  readonly onFailure: (error: unknown) => void
}

/** The same result, with rows that come with these fields; those in sight are there. */
export async function withFields(
  result: ShownResult,
  opening: Pick<Opening, 'connectionId' | 'fields' | 'firstInView' | 'onFailure'>,
): Promise<Pick<OpenedResult, 'result' | 'pages'>> {
  const marks = new Map<number, ItemMark>()
  const pages = pagesOf(opening, result, marks)
  await pages.prime(opening.firstInView, opening.firstInView + FIRST_ROWS)
  const { firstInView } = opening
  const target: GridTarget = { kind: 'shift', from: firstInView, to: firstInView }
  return { result: { ...result, rows: pages, target, markOf: (key) => marks.get(key) }, pages }
}

/** Tells the positions of items in a result; null: an item is not in it. */
export function locatorOf(connectionId: string, resultId: number): (key: number) => Promise<number | null> {
  return (key) => api.call('items.locate', { connectionId, resultId, key })
}

/** Opens a result, with the rows that will be in sight; null when it is no longer wanted. */
export async function openResult(opening: Opening): Promise<OpenedResult | null> {
  const { connectionId, query, reason, kept, current } = opening
  const opened = await api.call('items.open', { connectionId, query })
  if (!current()) return null
  const marks = new Map<number, ItemMark>()
  const pages = pagesOf(opening, opened, marks)
  const locate = locatorOf(connectionId, opened.resultId)
  const active = kept.active === null ? null : await locate(kept.active)
  const anchor = kept.anchor === null ? null : await locate(kept.anchor.key)
  const target = targetFor(reason, kept, active, anchor)
  const first = firstFor(target, opening.firstInView)
  const [selection] = await Promise.all([
    carrySelection(kept, opened.count, active, locate),
    pages.prime(first, first + FIRST_ROWS),
  ])
  if (!current()) {
    pages.close()
    return null
  }
  const result = { ...opened, query, rows: pages, target, markOf: (key: number) => marks.get(key) }
  return { result, pages, active, selection }
}

function firstFor(target: GridTarget, firstInView: number): number {
  if (target.kind === 'top') return 0
  return target.kind === 'shift' ? firstInView + target.to - target.from : target.position - FIRST_ROWS / 2
}

function pagesOf(
  { connectionId, fields, onFailure }: Pick<Opening, 'connectionId' | 'fields' | 'onFailure'>,
  { resultId, count }: ItemResult,
  marks: Map<number, ItemMark>,
): RowPages<ItemRow> {
  return new RowPages<ItemRow>({
    count,
    load: async (start, wanted) => {
      const found = await api.call('items.window', {
        connectionId,
        resultId,
        start,
        count: wanted,
        fields: [...fields],
      })
      for (const mark of found.marks) marks.set(mark.key, mark)
      return found.rows
    },
    onFailure,
  })
}
