import { clipValues } from '../../contract/clip-text.ts'
import type { ColumnKey } from '../../contract/columns.ts'
import {
  COMPARED_COLUMNS,
  type CampaignComparison,
  type ComparedItem,
  type ComparisonLine,
  type ComparisonLineItem,
  type ComparisonQuery,
  type ComparisonRow,
  type ComparisonWindow,
} from '../../contract/comparison.ts'
import type { ItemRow } from '../../contract/item.ts'
import { EMPTY_QUERY, type ItemQuery } from '../../contract/query.ts'
import { CacheBudget, type SharedCache } from '../cache-budget.ts'
import type { ReadHandle } from '../database/handles.ts'
import { CLIPPED_ROW_SELECTION, ROW_SELECTION, toItemRow, type StoredRow } from '../item-columns.ts'
import { KeySet } from '../query/key-set.ts'
import type { ThrowIfCancelled } from '../protocol.ts'
import type { QueryEngine } from '../query/query-engine.ts'
import { cellValue } from '../query/ranks.ts'
import type { TextLength } from '../types.ts'
import { findRows, sortRows, type FoundRows } from './comparison-lists.ts'
import { columnsOf, maskOf, matchItems, type MatchedItems } from './matched-items.ts'

const MAX_CACHED_MATCHES = 2
const MAX_CACHED_QUERIES = 4

/** The rows of a query in its order, with the data to read their lines. */
export interface FoundComparison extends FoundRows {
  readonly items: MatchedItems
  /** Index of the first line of each row, then the number of lines. */
  readonly lineStarts: Int32Array
}

/** Compares campaigns. Caches matched items and the rows of queries until the campaigns change. */
export class ComparisonReader {
  readonly #handle: ReadHandle
  readonly #engine: QueryEngine
  readonly #matches: SharedCache<MatchedItems>
  readonly #found: SharedCache<FoundComparison>

  constructor(handle: ReadHandle, engine: QueryEngine, caches = new CacheBudget()) {
    this.#handle = handle
    this.#engine = engine
    this.#matches = caches.createCache({
      maxEntries: MAX_CACHED_MATCHES,
      bytesOf: ({ byteLength }) => byteLength,
    })
    this.#found = caches.createCache({
      maxEntries: MAX_CACHED_QUERIES,
      bytesOf: ({ rows, lineStarts }) => rows.byteLength + lineStarts.byteLength,
    })
  }

  /**
   * Returns a part of the lines of a query. Throws `notFound` if a campaign is not downloaded, and what
   * `throwIfCancelled` throws.
   */
  window(
    query: ComparisonQuery,
    start: number,
    count: number,
    texts: TextLength = 'whole',
    throwIfCancelled: ThrowIfCancelled = () => undefined,
  ): ComparisonWindow {
    return this.#handle.snapshot(() => {
      const found = this.find(query, throwIfCancelled)
      const { rows, lineStarts, counts, fields, items } = found
      const lineCount = lineStarts.at(-1) ?? 0
      const end = Math.min(lineCount, start + count)
      const lines: ComparisonLine[] = []
      for (let index = rowAtLine(lineStarts, start); index < rows.length; index += 1) {
        const firstLine = lineStarts[index] ?? 0
        if (firstLine >= end) break
        for (const [offset, line] of this.readLines(query, found, index, texts).entries())
          if (firstLine + offset >= start && firstLine + offset < end) lines.push(line)
      }
      return { start, lines, count: lineCount, itemCount: rows.length, counts, fields, totals: items.totals }
    })
  }

  /**
   * Finds the rows of a query. Must run inside the read transaction that reads their lines. Does not call
   * `throwIfCancelled` for cached rows.
   */
  find(query: ComparisonQuery, throwIfCancelled: ThrowIfCancelled): FoundComparison {
    const { campaignIds, by } = query
    const [first, second] = campaignIds.map((id) => this.#engine.indexOf(id))
    if (first === undefined || second === undefined) throw new Error('A comparison has two campaigns')
    const version = [first, second].map(
      ({ snapshotKey, revision }) => `${String(snapshotKey)}.${String(revision)}`,
    )
    const items = this.#matches.memo([...version, by].join(' '), () =>
      matchItems(this.#handle, first, second, by, throwIfCancelled),
    )
    return this.#found.memo([...version, JSON.stringify(query)].join(' '), () =>
      this.#find(query, items, throwIfCancelled),
    )
  }

  /** Returns the lines of a row by its index in the found rows. */
  readLines(
    query: Pick<ComparisonQuery, 'columns' | 'by'>,
    { items, rows, columnMask }: FoundComparison,
    index: number,
    texts: TextLength,
  ): readonly ComparisonLine[] {
    const row = rows[index] ?? 0
    const [first, second] = [
      this.#readItem(items.first[row], texts),
      this.#readItem(items.second[row], texts),
    ]
    const list = items.listOf(row, maskOf(query.columns, query.by))
    const line = {
      list,
      index,
      first: first === null ? null : lineItemOf(first),
      second: second === null ? null : lineItemOf(second),
      reason: items.reasonOf(row),
    }
    if (list !== 'different' || first === null || second === null)
      return [{ ...line, isFirst: true, isLast: true, field: null }]
    const columns = columnsOf(items.differencesOf(row, columnMask))
    return columns.map((column, position) => ({
      ...line,
      isFirst: position === 0,
      isLast: position === columns.length - 1,
      field: { column, first: cellValue(first[column]), second: cellValue(second[column]) },
    }))
  }

  /** Returns all items that are not equal. Throws `notFound` if a campaign is not downloaded. */
  all(firstId: string, secondId: string, by: ColumnKey): CampaignComparison {
    return this.#handle.snapshot(() => {
      const query: ComparisonQuery = {
        campaignIds: [firstId, secondId],
        by,
        columns: COMPARED_COLUMNS,
        list: null,
        column: null,
        search: '',
        sort: null,
      }
      const found = this.find(query, () => undefined)
      const rows = Array.from(found.rows, (_, index) => rowOf(this.readLines(query, found, index, 'whole')))
      return { rows, equal: found.counts.equal }
    })
  }

  #find(query: ComparisonQuery, items: MatchedItems, throwIfCancelled: ThrowIfCancelled): FoundComparison {
    const { search, sort } = query
    const hits = search.trim() === '' ? null : this.#keys(query, { search }, throwIfCancelled)
    const keySet = hits === null ? null : new KeySet(hits)
    const found = findRows(
      items,
      query,
      (row) => keySet === null || keySet.has(items.first[row] ?? 0) || keySet.has(items.second[row] ?? 0),
    )
    const rows = sort === null ? found.rows : this.#sort(query, items, found.rows, sort, throwIfCancelled)
    return { ...found, rows, items, lineStarts: lineStartsOf(items, rows, found.columnMask) }
  }

  #sort(
    query: ComparisonQuery,
    items: MatchedItems,
    rows: Int32Array,
    sort: NonNullable<ComparisonQuery['sort']>,
    throwIfCancelled: ThrowIfCancelled,
  ): Int32Array {
    // Items that have no partner have no difference. Duplicates are next to each other.
    const otherKey = query.list === 'notMatched' ? query.by : 'posNumber'
    const key = sort === 'difference' ? otherKey : sort
    const keys = this.#keys(query, { sort: [{ key, direction: 1 }] }, throwIfCancelled)
    return sortRows(items, rows, keys, sort === 'difference')
  }

  /** Returns the keys of items of both campaigns. */
  #keys(
    { campaignIds }: ComparisonQuery,
    query: Partial<Pick<ItemQuery, 'search' | 'sort'>>,
    throwIfCancelled: ThrowIfCancelled,
  ): Int32Array<ArrayBuffer> {
    return this.#engine.keys({ ...EMPTY_QUERY, searchMode: 'words', campaignIds, ...query }, throwIfCancelled)
  }

  #readItem(key: number | undefined, texts: TextLength): ItemRow | null {
    if (key === undefined || key === 0) return null
    const selection = texts === 'clipped' ? CLIPPED_ROW_SELECTION : ROW_SELECTION
    const stored = this.#handle.rows<StoredRow>(`SELECT ${selection} FROM items WHERE key = ?`).get(key)
    if (stored === undefined) throw new Error('An item disappeared within a transaction')
    const item = toItemRow(stored)
    return texts === 'clipped' ? clipValues(item) : item
  }
}

/** Returns the number of lines of each row, summed up. */
function lineStartsOf(items: MatchedItems, rows: Int32Array, columnMask: number): Int32Array {
  const starts = new Int32Array(rows.length + 1)
  for (const [index, row] of rows.entries())
    starts[index + 1] =
      (starts[index] ?? 0) + Math.max(1, columnsOf(items.differencesOf(row, columnMask)).length)
  return starts
}

/** Returns the index of the row that has a line. */
function rowAtLine(lineStarts: Int32Array, line: number): number {
  let [low, high] = [0, lineStarts.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((lineStarts[middle] ?? 0) <= line) low = middle
    else high = middle - 1
  }
  return low
}

function lineItemOf(item: ItemRow): ComparisonLineItem {
  const { key, campaignItemId, itemName, posNumber, elementName } = item
  return {
    key,
    campaignItemId,
    itemName,
    posNumber,
    elementName,
    qty: cellValue(item.qty),
    status: cellValue(item.status),
  }
}

function plain({ key, campaignItemId, itemName, posNumber }: ComparedItem): ComparedItem {
  return { key, campaignItemId, itemName, posNumber }
}

function rowOf(lines: readonly ComparisonLine[]): ComparisonRow {
  const [line] = lines
  const item = line?.first ?? line?.second ?? null
  if (line === undefined || item === null) throw new Error('A row of a comparison has an item')
  if (line.reason !== null)
    return {
      kind: 'notMatched',
      side: line.first === null ? 'second' : 'first',
      reason: line.reason,
      item: plain(item),
    }
  if (line.first === null || line.second === null)
    return { kind: line.first === null ? 'onlySecond' : 'onlyFirst', item: plain(item) }
  const fields = lines.flatMap(({ field }) => (field === null ? [] : [field]))
  return { kind: 'different', item: plain(line.first), other: plain(line.second), fields }
}
