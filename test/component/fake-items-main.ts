import { AppError } from '../../electron/contract/app-error.ts'
import type { ColumnKey } from '../../electron/contract/columns.ts'
import { NO_AUTOMATIC_DOWNLOADS, NO_LABELS, type Connection } from '../../electron/contract/connection.ts'
import { isFieldKey, type FieldKey, type OtherFieldPage } from '../../electron/contract/fields.ts'
import { withoutColumn } from '../../electron/contract/filter-tree.ts'
import type { FilterGroup } from '../../electron/contract/filters.ts'
import { fold, wordsOf } from '../../electron/contract/fold.ts'
import type { ItemRow } from '../../electron/contract/item.ts'
import { parseFields, type FieldMatch } from '../../electron/contract/search-fields.ts'
import {
  isReviewSortKey,
  MAX_VALUES,
  type ColumnValues,
  type FacetValue,
  type GroupKey,
  type ItemGroup,
  type UnseenChange,
  type ItemQuery,
  type ItemResult,
} from '../../electron/contract/query.ts'
import type { RowColorRule } from '../../electron/contract/row-colors.ts'
import type { ApiInput } from '../../electron/contract/api.ts'
import type { ColumnLayout } from '../../electron/contract/preferences.ts'
import { DEFAULT_LAYOUT } from '../../electron/contract/preferences.ts'
import { History } from '../../renderer/state/history.svelte.ts'
import { ItemsState, type ItemListOwner } from '../../renderer/state/items.svelte.ts'
import type { ViewParts } from '../../renderer/state/view-history.ts'
import { FakeMain, type Answers } from '../support/fake-main.ts'
import { matchesFilters } from '../support/naive-filters.ts'

export const CONNECTION: Connection = {
  id: 'c1',
  name: 'Print Example',
  kind: 'service',
  baseUrl: 'https://print.example',
  createdAt: 0,
  labels: { ...NO_LABELS, itemStatus: [{ value: 1, name: 'Draft', color: 'blue' }] },
  automatic: NO_AUTOMATIC_DOWNLOADS,
  authority: null,
  clientCertificate: null,
}

export function makeRow(at: number, change: Partial<ItemRow> = {}): ItemRow {
  return {
    key: 1_000 + at,
    campaignItemId: `ci-${String(at)}`,
    campaignId: 'k1',
    campaignName: 'Summer 2026',
    itemId: `it-${String(at)}`,
    itemName: at % 3 === 0 ? `Wobbler ${String(at)}` : `Poster ${String(at)}`,
    posNumber: String(at).padStart(12, '0'),
    elementId: null,
    elementName: at % 2 === 0 ? 'Shelf' : null,
    artworkNames: null,
    workflowTemplateName: null,
    clientId: 'client',
    status: at % 4,
    qty: at,
    isLocked: at % 5 === 0,
    hasArtwork: false,
    hasAllocations: null,
    updatedAt: '2026-05-04T10:20:00.000Z',
    ...change,
  }
}

export const makeRows = (count: number): ItemRow[] => Array.from({ length: count }, (_, at) => makeRow(at))

/** A fake main process for the item list, with rows in memory. */
export class FakeItemsMain extends FakeMain {
  rows: readonly ItemRow[]
  /** Unseen changes, whichever rows are requested. */
  unseenChanges: readonly UnseenChange[] = []
  /** Undocumented fields of the items. */
  found: OtherFieldPage = { fields: [], sampleSize: 0, total: 0 }
  readonly #results = new Map<number, readonly ItemRow[]>()
  #nextResult = 1

  constructor(rows: readonly ItemRow[]) {
    super([CONNECTION])
    this.rows = rows
    Object.assign(this.defaults, this.#answers())
  }

  /** Drops all results, as main does when a reader restarts. */
  forgetResults(): void {
    this.#results.clear()
  }

  #answers(): Partial<Answers> {
    return {
      'items.open': ({ query }) => this.#open(query),
      'items.window': ({ resultId, start, count, fields = [] }) => ({
        start,
        rows: this.#result(resultId)
          .slice(start, start + count)
          .map((row) => onlyFields(row, fields)),
        unseenChanges: this.unseenChanges,
      }),
      'items.ruleMatches': ({ rows, rules }) => ({
        matches: rows.map(({ key }) => {
          const row = this.rows.find((each) => each.key === key)
          const rule = rules.findIndex((filters) => row !== undefined && this.#matches(row, filters))
          return rule < 0 ? null : rule
        }),
        faults: [],
      }),
      'items.fields': () => this.found,
      'items.values': (input) => this.#values(input),
      'items.statuses': ({ resultId }) => {
        const counts = new Map<FacetValue, number>()
        for (const { status } of this.#result(resultId)) counts.set(status, (counts.get(status) ?? 0) + 1)
        return [...counts]
          .map(([value, count]) => ({ value, count }))
          .sort((one, other) => Number(one.value ?? Infinity) - Number(other.value ?? Infinity))
      },
      'items.totals': ({ resultId, ranges }) => {
        const rows = ranges.flatMap(([first, last]) => this.#result(resultId).slice(first, last + 1))
        const quantities = rows.map((row) => Number(row.qty ?? 0))
        return {
          count: rows.length,
          qtyCount: rows.length,
          qtySum: quantities.reduce((sum, quantity) => sum + quantity, 0),
          qtyMin: rows.length === 0 ? null : Math.min(...quantities),
          qtyMax: rows.length === 0 ? null : Math.max(...quantities),
        }
      },
      'items.locate': ({ resultId, key }) => {
        const index = this.#result(resultId).findIndex((row) => row.key === key)
        return index < 0 ? null : index
      },
      'items.get': ({ key }) => {
        const row = this.rows.find((each) => each.key === key)
        if (row === undefined) throw new AppError('notFound')
        return {
          row,
          artworks: [],
          artworkCount: 0,
          previousValues: {},
          json: JSON.stringify({ _id: row.campaignItemId, mystery: { deep: 42 } }),
          fetchedAt: 0,
        }
      },
      'items.copy': ({ ranges }) => ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0),
    }
  }

  #result(resultId: number): readonly ItemRow[] {
    const rows = this.#results.get(resultId)
    if (rows === undefined) throw new AppError('notFound')
    return rows
  }

  #passing(query: ItemQuery, except: ColumnKey | null = null): readonly ItemRow[] {
    const hitFinder = this.#finder(query)
    const filters = except === null ? query.filters : withoutColumn(query.filters, except)
    const listEntries = query.list === null ? null : new Set(query.list)
    return this.rows.filter(
      (row) =>
        hitFinder(row) &&
        (listEntries === null || listEntries.has(row.posNumber ?? '')) &&
        this.#matches(row, filters),
    )
  }

  #matches(row: ItemRow, filters: FilterGroup): boolean {
    return matchesFilters(row, filters, {
      rows: this.rows,
      statesOf: ({ key }) => (this.unseenChanges.some((change) => change.key === key) ? [true] : []),
    })
  }

  #finder({ search, searchMode }: ItemQuery): (row: ItemRow) => boolean {
    if (searchMode === 'words') {
      const words = wordsOf(search)
      return (row) => {
        const text = fold(
          [row.itemName, row.posNumber, row.elementName, row.artworkNames, row.workflowTemplateName].join(
            '\n',
          ),
        )
        return words.every((word) => text.includes(word))
      }
    }
    if (searchMode === 'fields') {
      const { terms } = parseFields(search)
      const holds = (row: ItemRow, match: FieldMatch): boolean => {
        const cells =
          match.kind === 'column' ? [row[match.column]] : [row.itemName, row.posNumber, row.elementName]
        const texts = match.kind === 'column' ? match.values.map((value) => value) : [match]
        return texts.some(
          (term) =>
            'text' in term && cells.some((cell) => fold(String(cell ?? '')).includes(fold(term.text))),
        )
      }
      return (row) => terms.every(({ match, negated }) => holds(row, match) !== negated)
    }
    let pattern: RegExp
    try {
      pattern = new RegExp(search, 'i')
    } catch {
      throw new AppError('searchInvalid', { params: { reason: 'a bracket is not closed' } })
    }
    return (row) =>
      [row.itemName, row.posNumber, row.elementName, row.artworkNames].some((text) =>
        pattern.test(text ?? ''),
      )
  }

  #open(query: ItemQuery): ItemResult {
    const rows = [...this.#passing(query)]
    const { group, list } = query
    const missing = list?.filter((entry) => !this.rows.some((row) => row.posNumber === entry)) ?? null
    if (list !== null) {
      rows.sort((a, b) => list.indexOf(a.posNumber ?? '') - list.indexOf(b.posNumber ?? ''))
    }
    const [sort] = query.sort
    if (sort !== undefined && !isReviewSortKey(sort.key)) {
      const { key } = sort
      rows.sort(
        (a, b) =>
          sort.direction *
          String(cellOf(a, key)).localeCompare(String(cellOf(b, key)), 'en', { numeric: true }),
      )
    }
    if (group !== null) {
      const rank = (row: ItemRow): string => (row[group] === null ? '\uffff' : String(row[group]))
      rows.sort((a, b) => rank(a).localeCompare(rank(b), 'en', { numeric: true }))
    }
    const resultId = this.#nextResult++
    this.#results.set(resultId, rows)
    return {
      resultId,
      count: rows.length,
      total: this.rows.length,
      qtySum: rows.reduce((sum, row) => sum + Number(row.qty ?? 0), 0),
      missing,
      missingCount: missing?.length ?? 0,
      groups: group === null ? null : groupsOf(rows, group),
    }
  }

  #values({ query, column, find }: ApiInput<'items.values'>): ColumnValues {
    const counts = new Map<FacetValue, number>()
    const rows = this.#passing(query, column)
    for (const row of rows) counts.set(cellOf(row, column), (counts.get(cellOf(row, column)) ?? 0) + 1)
    const empty = counts.get(null) ?? 0
    counts.delete(null)
    const values = [...counts]
      .filter(([value]) => String(value).toLowerCase().includes(find.toLowerCase()))
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) => b.count - a.count)
    const measures = rows.map((row) => measureOf(row, column)).filter((measure) => measure !== null)
    return {
      values: values.slice(0, MAX_VALUES),
      distinct: values.length,
      empty,
      min: measures.length === 0 ? null : Math.min(...measures),
      max: measures.length === 0 ? null : Math.max(...measures),
    }
  }
}

/** A row with only these fields. */
function onlyFields({ fields, ...row }: ItemRow, keys: readonly FieldKey[]): ItemRow {
  if (fields === undefined || keys.length === 0) return row
  return { ...row, fields: Object.fromEntries(keys.flatMap((key) => pairOf(key, fields[key]))) }
}

function pairOf(key: FieldKey, value: string | undefined): readonly (readonly [FieldKey, string])[] {
  return value === undefined ? [] : [[key, value]]
}

function cellOf(row: ItemRow, key: ColumnKey): FacetValue {
  return isFieldKey(key) ? (row.fields?.[key] ?? null) : row[key]
}

/** A number or date as a range filter compares it; null if there is none. */
function measureOf(row: ItemRow, column: ColumnKey): number | null {
  const value = cellOf(row, column)
  if (isFieldKey(column)) return value === null || Number.isNaN(Number(value)) ? null : Number(value)
  if (column === 'updatedAt') return value === null ? null : Date.parse(String(value))
  return typeof value === 'number' ? value : null
}

function groupsOf(rows: readonly ItemRow[], key: GroupKey): readonly ItemGroup[] {
  const groups: ItemGroup[] = []
  for (const [index, row] of rows.entries()) {
    const last = groups.at(-1)
    const qty = Number(row.qty ?? 0)
    if (last?.value === row[key]) {
      groups[groups.length - 1] = { ...last, count: last.count + 1, qtySum: last.qtySum + qty }
    } else groups.push({ value: row[key], first: index, count: 1, qtySum: qty })
  }
  return groups
}

/** The dependencies of an item list without a view. */
export function itemListOwner(record: ItemListOwner['record'] = () => undefined): ItemListOwner {
  let columns = DEFAULT_LAYOUT
  let rowColors: readonly RowColorRule[] = []
  return {
    columns: () => columns,
    setColumns: (next) => {
      columns = next
    },
    rowColors: () => rowColors,
    setRowColors: (next) => {
      rowColors = next
    },
    record,
    versionFor: () => '',
  }
}

/** An item list whose changes can be undone. */
export function listWithHistory(): {
  readonly items: ItemsState
  readonly columns: () => ColumnLayout
  readonly history: History
} {
  const history = new History({
    connectionId: () => 'c1',
    announce: () => undefined,
    report: ({ message }) => {
      throw new Error(message)
    },
  })
  const surroundings = itemListOwner((change) => {
    const restore = async (parts: ViewParts): Promise<null> => {
      await items.restore(parts)
      return null
    }
    const { action: name, mergeKey, before, after } = change
    history.record({ name, mergeKey, undo: () => restore(before), redo: () => restore(after) })
  })
  const items = new ItemsState(surroundings)
  return { items, columns: surroundings.columns, history }
}
