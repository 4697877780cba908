import type { FieldKey } from '../../electron/contract/fields.ts'
import type { ItemRow } from '../../electron/contract/item.ts'
import type { ItemMark, ItemQuery, ItemResult } from '../../electron/contract/query.ts'
import { api } from '../api.ts'
import { RowPages } from '../lists/row-pages.ts'
import type { GridTarget, ShownResult } from '../lists/shown-result.ts'
import { carrySelection, targetFor, type ViewAnchor, type ReopenReason } from './view-anchor.ts'
import type { Selection } from '../lists/selection.ts'

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
