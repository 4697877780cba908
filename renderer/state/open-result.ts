import type { FieldKey } from '../../electron/contract/fields.ts'
import type { ItemRow } from '../../electron/contract/item.ts'
import type { UnseenChange, ItemQuery, ItemResult, SelectionRanges } from '../../electron/contract/query.ts'
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

/** A selection up to this size is restored row by row in a result with another order. */
const MAX_RESTORED_SELECTION = 100

/** Determines the scroll offset and the selection of a new result. */
export type ReopenReason =
  /** Another campaign is shown. */
  | 'show'
  /** The search text changed. */
  | 'search'
  /** Filters changed, or the search was cleared. */
  | 'filter'
  | 'sort'
  /** The stored data changed, or the result expired. */
  | 'data'

/** Active row, selection and scroll position by item keys, which outlive a result. */
export interface ViewAnchor {
  readonly active: number | null
  /** The row whose position on the screen is kept. */
  readonly anchor: { readonly key: number; readonly index: number } | null
  readonly selected: 'all' | 'active' | readonly number[]
}

export const EMPTY_ANCHOR: ViewAnchor = { active: null, anchor: null, selected: [] }

/** The list before a new result replaces it. */
export interface ListSnapshot {
  readonly connectionId: string
  readonly resultId: number
  readonly rows: RowSource<ItemRow>
  readonly active: number | null
  /** Whether the person chose the active row. */
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
      const cachedRows = Array.from({ length: last - first + 1 }, (_, index) => list.rows.get(first + index))
      if (cachedRows.every((row) => row !== undefined)) return cachedRows.map((row) => row.key)
      const page = await api.call('items.window', {
        connectionId,
        resultId,
        start: first,
        count: cachedRows.length,
      })
      return page.rows.map((row) => row.key)
    }),
  )
  return parts.flat()
}

/** Returns the key of a row, loaded or not; null if it cannot be determined. */
async function keyAt(list: ListSnapshot, index: number | null): Promise<number | null> {
  if (index === null) return null
  const keys = await keysAt(list, [[index, index]]).catch(() => [])
  return keys[0] ?? null
}

/** Returns the parts of the view that a reason preserves. Never rejects; unknown parts are dropped. */
export async function captureAnchor(list: ListSnapshot, reason: ReopenReason): Promise<ViewAnchor> {
  if (reason === 'show' || reason === 'search') return EMPTY_ANCHOR
  const { rows, selection, firstInView, lastInView } = list
  const active = list.chosen || reason === 'data' ? await keyAt(list, list.active) : null
  const activeRow = list.active ?? -1
  const index = activeRow >= firstInView && activeRow <= lastInView ? activeRow : firstInView
  const key = reason === 'data' && index < rows.count ? await keyAt(list, index) : null
  const anchor = key === null ? null : { key, index }
  if (selection.transient) return { active, anchor, selected: 'active' }
  if (reason === 'filter') return { active, anchor, selected: [] }
  if (isAll(selection.ranges, rows.count)) return { active, anchor, selected: 'all' }
  const selected = await keysAt(list, selection.ranges).catch((): readonly number[] => [])
  return { active, anchor, selected }
}

/** Returns the selection in the new result, whose indexes `locate` returns. */
export async function restoreSelection(
  viewAnchor: ViewAnchor,
  count: number,
  active: number | null,
  locate: (key: number) => Promise<number | null>,
): Promise<Selection> {
  if (viewAnchor.selected === 'all') return selectAll(count)
  if (viewAnchor.selected === 'active') return active === null ? NO_SELECTION : selectOnly(active)
  if (viewAnchor.selected.length === 0) return NO_SELECTION
  const indexes = await Promise.all(viewAnchor.selected.map(locate))
  const ranges = rangesOf(indexes.filter((index) => index !== null))
  return { ranges, anchor: null, base: ranges, transient: false }
}

/** Returns the scroll target for the current indexes of the kept rows. */
export function targetFor(
  { reason, viewAnchor, leftAt }: Pick<Opening, 'reason' | 'viewAnchor' | 'leftAt'>,
  active: number | null,
  anchor: number | null,
): GridTarget {
  if (leftAt !== null) {
    // The anchor may be below the first visible row.
    const from = viewAnchor.anchor?.index ?? leftAt
    return { kind: 'at', index: Math.max(0, (anchor ?? from) - from + leftAt) }
  }
  if (reason === 'data') {
    const from = viewAnchor.anchor?.index ?? 0
    return { kind: 'shift', from, to: anchor ?? from }
  }
  return active === null ? { kind: 'top' } : { kind: 'reveal', index: active }
}

/** Rows that are loaded together with a new result. */
const FIRST_ROWS = 80

/** A result with the parts of the previous list that continue in it. */
export interface OpenedResult {
  readonly result: ShownResult
  readonly pages: RowPages<ItemRow>
  /** Index of the active row, or null. */
  readonly active: number | null
  readonly selection: Selection
}

/** The rows of a result that is opened again without a change. */
export interface UnchangedRows extends Pick<OpenedResult, 'active' | 'selection'> {
  readonly count: number
  readonly target: GridTarget
}

/** The request for a result. */
export interface Opening {
  readonly connectionId: string
  readonly query: ItemQuery
  /** Fields that are loaded with the rows. */
  readonly fields: readonly FieldKey[]
  readonly reason: ReopenReason
  readonly viewAnchor: ViewAnchor
  /** First visible row of the previous list. */
  readonly firstInView: number
  /** First visible row when the list was left to which the person returns; null for another list. */
  readonly leftAt: number | null
  /** What continues unchanged if the result has this number of rows; null if the rows may have changed. */
  readonly unchanged: UnchangedRows | null
  /** Returns whether the result is still needed. */
  readonly current: () => boolean
  /** Receives failures of loading rows later. */
  readonly onFailure: (error: unknown) => void
}

/** Returns the same result with rows that have these fields; the visible ones are loaded. */
export async function withFields(
  result: ShownResult,
  opening: Pick<Opening, 'connectionId' | 'fields' | 'firstInView' | 'onFailure'>,
): Promise<Pick<OpenedResult, 'result' | 'pages'>> {
  const unseenChanges = new Map<number, UnseenChange>()
  const pages = pagesOf(opening, result, unseenChanges)
  await pages.prime(opening.firstInView, opening.firstInView + FIRST_ROWS)
  const { firstInView } = opening
  const target: GridTarget = { kind: 'shift', from: firstInView, to: firstInView }
  return {
    result: { ...result, rows: pages, target, unseenChangeOf: (key) => unseenChanges.get(key) },
    pages,
  }
}

/** Returns a function that returns the index of an item in a result, or null. */
export function locatorOf(connectionId: string, resultId: number): (key: number) => Promise<number | null> {
  return (key) => api.call('items.locate', { connectionId, resultId, key })
}

/** Opens a result with its visible rows. Returns null if it is no longer needed. */
export async function openResult(opening: Opening): Promise<OpenedResult | null> {
  const { connectionId, query, current, unchanged } = opening
  const opened = await api.call('items.open', { connectionId, query })
  if (!current()) return null
  const unseenChanges = new Map<number, UnseenChange>()
  const pages = pagesOf(opening, opened, unseenChanges)
  const continues = unchanged?.count === opened.count ? unchanged : null
  const { active, target, selection } = continues ?? (await relocate(opening, opened))
  const first = firstFor(target, opening.firstInView)
  await pages.prime(first, first + FIRST_ROWS)
  if (!current()) {
    pages.close()
    return null
  }
  const result = {
    ...opened,
    query,
    rows: pages,
    target,
    unseenChangeOf: (key: number) => unseenChanges.get(key),
  }
  return { result, pages, active, selection }
}

/** Finds the active row, the selection and the scroll target of the previous list in a result. */
async function relocate(
  opening: Opening,
  { resultId, count }: ItemResult,
): Promise<Pick<UnchangedRows, 'active' | 'selection' | 'target'>> {
  const { connectionId, viewAnchor } = opening
  const locate = locatorOf(connectionId, resultId)
  const active = viewAnchor.active === null ? null : await locate(viewAnchor.active)
  const anchor = viewAnchor.anchor === null ? null : await locate(viewAnchor.anchor.key)
  return {
    active,
    selection: await restoreSelection(viewAnchor, count, active, locate),
    target: targetFor(opening, active, anchor),
  }
}

function firstFor(target: GridTarget, firstInView: number): number {
  if (target.kind === 'top') return 0
  if (target.kind === 'at' || target.kind === 'restore') return target.index
  return target.kind === 'shift' ? firstInView + target.to - target.from : target.index - FIRST_ROWS / 2
}

function pagesOf(
  { connectionId, fields, onFailure }: Pick<Opening, 'connectionId' | 'fields' | 'onFailure'>,
  { resultId, count }: ItemResult,
  unseenChanges: Map<number, UnseenChange>,
): RowPages<ItemRow> {
  return new RowPages<ItemRow>({
    count,
    load: async (start, rowCount) => {
      const page = await api.call('items.window', {
        connectionId,
        resultId,
        start,
        count: rowCount,
        fields: [...fields],
      })
      for (const change of page.unseenChanges) unseenChanges.set(change.key, change)
      return page.rows
    },
    onFailure,
  })
}
