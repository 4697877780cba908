import type { FacetValue } from './filters.ts'

/** What items are counted by. `campaign` is the id of the campaign, because two may have the same name. */
export const STATISTIC_KEYS = [
  'status',
  'elementName',
  'workflowTemplateName',
  'campaign',
  'isLocked',
  'hasArtwork',
] as const
export type StatisticKey = (typeof STATISTIC_KEYS)[number]

/** One dimension, or two whose combinations are counted. */
export type StatisticKeys = readonly [StatisticKey] | readonly [StatisticKey, StatisticKey]

/** The items with the same values. */
export interface StatisticRow {
  /** A value for each dimension; null for empty cells. */
  readonly values: readonly FacetValue[]
  readonly count: number
  /** Sum of the quantities that are numbers. */
  readonly qtySum: number
}

export interface Statistics {
  /**
   * In the order of the values of the first dimension, then of the second; campaigns by name, and empty cells
   * last.
   */
  readonly rows: readonly StatisticRow[]
  readonly count: number
  readonly qtySum: number
}
