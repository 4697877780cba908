import { conditionsOf, hasValue, withoutColumn } from '../contract/filter-tree.ts'
import { EMPTY_QUERY, type ItemQuery } from '../contract/query.ts'
import { REVIEW_FILTERS, type ReviewFilter } from '../contract/review.ts'
import {
  FILTER_COLUMNS_OF_STATS,
  isStatisticKey,
  type StatisticKey,
  type StatisticKeys,
  type StatisticRow,
  type Statistics,
  type StatisticSeries,
  type StatisticsQuery,
} from '../contract/statistics.ts'
import { withMarks, type ReviewSession } from './review-query.ts'
import { arrangeTable, type WholeTable } from './statistics-table.ts'

/** Default start of the names of slots: a query cancels only an earlier one of the same keys. */
const SLOT = 'statistics'

/**
 * Counts the items of a query by one or two dimensions. Rejects as `openResult` does.
 * @param slot a later query of the same slot and keys cancels this one
 */
export async function countItems(
  session: ReviewSession,
  query: ItemQuery,
  keys: StatisticKeys,
  slot = SLOT,
): Promise<Statistics> {
  return session.store.statistics(await withMarks(session, query), keys, `${slot} ${keys.join(' ')}`)
}

/** Marks of which an item has exactly one, or none. */
const MARKS = REVIEW_FILTERS.filter((filter) => filter !== 'changed')

export interface MarkCount extends Pick<Statistics, 'count' | 'qtySum'> {
  readonly mark: Exclude<ReviewFilter, 'changed'>
}

/** Counts the items of a query by mark, without marks that no item has. Rejects as `openResult` does. */
export async function countMarks(
  session: ReviewSession,
  query: ItemQuery,
  slot = SLOT,
): Promise<readonly MarkCount[]> {
  const counts: MarkCount[] = []
  for (const mark of MARKS) {
    const filters = { match: 'all', conditions: [query.filters, hasValue('review', mark)] } as const
    const { count, qtySum } = await countItems(session, { ...query, filters }, ['isLocked'], slot)
    if (count > 0) counts.push({ mark, count, qtySum })
  }
  return counts
}

/** Kinds of changes, in the order of their series. */
const CHANGE_KINDS = ['added', 'changed', 'deleted'] as const

/**
 * Counts for a chart and its table: items, or for `changeDay` the changes of all items, whatever the filters.
 * Rejects as `openResult` does.
 * @param slot a later query of the same slot cancels this one
 */
export async function readStatistics(
  session: ReviewSession,
  { campaignIds, filters, keys, ...arrangement }: StatisticsQuery,
  slot: string,
): Promise<WholeTable> {
  const [first, second] = keys
  if (first === 'changeDay') return arrangeTable(await readChanges(session, campaignIds), arrangement)
  const query: ItemQuery = { ...EMPTY_QUERY, campaignIds, filters }
  const legendKey = second ?? 'status'
  const legendFilters = filtersWithout(query.filters, legendKey)
  const readLegend = (): Promise<readonly StatisticSeries[]> =>
    readSeries(session, { ...query, filters: legendFilters }, legendKey, slot)
  if (first === 'mark') {
    const series = await readLegend()
    const marks = await countMarks(session, query, slot)
    const rows = marks.map(({ mark, count, qtySum }) => ({ values: [mark], count, qtySum }))
    return arrangeTable({ rows, series }, arrangement)
  }
  const counted: StatisticKeys = second !== undefined && isStatisticKey(first) ? [first, second] : [first]
  const { rows } = await countItems(session, query, counted, slot)
  const isLegend = second === undefined && first === legendKey && legendFilters === query.filters
  return arrangeTable({ rows, series: isLegend ? seriesOf(rows) : await readLegend() }, arrangement)
}

/** Returns filters without the conditions on the column of a dimension; the same ones if it has none. */
function filtersWithout(filters: ItemQuery['filters'], key: StatisticKey): ItemQuery['filters'] {
  const column = FILTER_COLUMNS_OF_STATS[key]
  const isFiltered = conditionsOf(filters).some((condition) => condition.column === column)
  return column === null || !isFiltered ? filters : withoutColumn(filters, column)
}

/** Counts the values of a dimension. */
async function readSeries(
  session: ReviewSession,
  query: ItemQuery,
  key: StatisticKey,
  slot: string,
): Promise<readonly StatisticSeries[]> {
  return seriesOf((await countItems(session, query, [key], `${slot} series`)).rows)
}

function seriesOf(rows: readonly StatisticRow[]): readonly StatisticSeries[] {
  return rows.map(({ values, count, qtySum }) => ({ value: values[0] ?? null, count, qtySum }))
}

async function readChanges(
  session: ReviewSession,
  campaignIds: readonly string[] | null,
): Promise<{ readonly rows: readonly StatisticRow[]; readonly series: readonly StatisticSeries[] }> {
  const days = await session.store.changesByDay(campaignIds)
  return {
    rows: days.flatMap((day) =>
      CHANGE_KINDS.filter((kind) => day[kind] > 0).map((kind) => ({
        values: [day.day, kind],
        count: day[kind],
        qtySum: 0,
      })),
    ),
    series: CHANGE_KINDS.map((kind) => ({
      value: kind,
      count: days.reduce((sum, day) => sum + day[kind], 0),
      qtySum: 0,
    })),
  }
}
