import * as v from 'valibot'
import { campaignIdsSchema, type ReadonlyOutput } from './base-schemas.ts'
import { filtersSchema, type FacetValue, type FilterColumn } from './filters.ts'

/**
 * What items are counted by. `campaign` is the id of the campaign, because two may have the same name, and
 * `updatedDay` the day of `updatedAt` in local time, such as `2026-08-01`.
 */
export const STATISTIC_KEYS = [
  'status',
  'elementName',
  'workflowTemplateName',
  'campaign',
  'isLocked',
  'hasArtwork',
  'updatedDay',
] as const
export type StatisticKey = (typeof STATISTIC_KEYS)[number]

/** All that is counted: items by their values or marks, and the changes of each day. */
export const STAT_KEYS = [...STATISTIC_KEYS, 'mark', 'changeDay'] as const
export type StatKey = (typeof STAT_KEYS)[number]

/** Returns whether a key can be combined with another one. */
export function isStatisticKey(key: StatKey): key is StatisticKey {
  return (STATISTIC_KEYS as readonly StatKey[]).includes(key)
}

/** One dimension, or two whose combinations are counted. */
export type StatisticKeys = readonly [StatisticKey] | readonly [StatisticKey, StatisticKey]

/** The column that filters by a dimension; null for the changes of each day, which are no items. */
export const FILTER_COLUMNS_OF_STATS: Readonly<Record<StatKey, FilterColumn | null>> = {
  status: 'status',
  elementName: 'elementName',
  workflowTemplateName: 'workflowTemplateName',
  campaign: 'campaignId',
  isLocked: 'isLocked',
  hasArtwork: 'hasArtwork',
  updatedDay: 'updatedAt',
  mark: 'review',
  changeDay: null,
}

/** A number of items, or of changes, and their quantity. */
export interface StatisticTotals {
  readonly count: number
  /** Sum of the quantities that are numbers. */
  readonly qtySum: number
}

/** The items with the same values. */
export interface StatisticRow extends StatisticTotals {
  /** A value for each dimension; null for empty cells. */
  readonly values: readonly FacetValue[]
}

export interface Statistics extends StatisticTotals {
  /**
   * In the order of the values of the first dimension, then of the second; campaigns by name, and empty cells
   * last.
   */
  readonly rows: readonly StatisticRow[]
}

export const STATISTIC_MEASURES = ['quantity', 'items'] as const
export type StatisticMeasure = (typeof STATISTIC_MEASURES)[number]

/** Charts of the window that show statistics at the same time. */
export const STATISTIC_VIEWS = ['bars', 'days', 'coverage', 'status', 'elementName'] as const
/** Formats in which a table is offered as a file. */
export const STATISTIC_FORMATS = ['xlsx', 'csv'] as const

/**
 * Orders of rows: by the measure or by the share of the first series, both descending, or by their values,
 * of which empty cells are last.
 */
export const STATISTIC_ORDERS = ['measure', 'share', 'value', 'valueDescending'] as const
export type StatisticOrder = (typeof STATISTIC_ORDERS)[number]

/** Rows of a table in the window; a file has all. */
export const MAX_STATISTIC_ROWS = 200
/** Series of a table, whose colors and patterns a person can tell apart. */
export const MAX_STATISTIC_SERIES = 12

export const statisticsQuerySchema = v.strictObject({
  campaignIds: campaignIdsSchema,
  filters: filtersSchema,
  /** What the rows are, and what divides them; the second may be missing. */
  keys: v.union([
    v.strictTuple([v.picklist(STAT_KEYS)]),
    v.strictTuple([v.picklist(STATISTIC_KEYS), v.picklist(STATISTIC_KEYS)]),
  ]),
  measure: v.picklist(STATISTIC_MEASURES),
  order: v.picklist(STATISTIC_ORDERS),
})
export interface StatisticsQuery extends Omit<ReadonlyOutput<typeof statisticsQuerySchema>, 'filters'> {
  readonly filters: v.InferOutput<typeof filtersSchema>
}

/** The part of a row in a series. */
export interface StatisticPart extends StatisticTotals {
  /** Index of the series. */
  readonly series: number
}

/** The items with a value of the first dimension. */
export interface StatisticTableRow extends StatisticTotals {
  readonly value: FacetValue
  /** The parts that have items, in the order of the series; empty without a second dimension. */
  readonly parts: readonly StatisticPart[]
}

/** A value of the dimension that has a legend. */
export interface StatisticSeries extends StatisticTotals {
  readonly value: FacetValue
}

/** Values that a table does not list, and their sum. */
export interface StatisticRest extends StatisticTotals {
  readonly values: number
}

/** Numbers for a chart and its table. */
export interface StatisticsTable extends StatisticTotals {
  readonly rows: readonly StatisticTableRow[]
  /** Null if all values are listed. */
  readonly moreRows: StatisticRest | null
  /**
   * The values of the second dimension in their order, without the filters on it, so that hidden ones can be
   * shown again; of the status without a second dimension. For the changes of each day their kinds.
   */
  readonly series: readonly StatisticSeries[]
  /** Further values, which together are the series after the last one; null without any. */
  readonly moreSeries: StatisticRest | null
}
