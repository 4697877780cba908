import { NO_FILTERS, type FilterGroup } from '../../electron/contract/filters.ts'
import {
  isStatisticKey,
  type StatisticMeasure,
  type StatisticOrder,
  type StatisticsQuery,
  type StatKey,
} from '../../electron/contract/statistics.ts'

/** What the statistics show, as the person chose it. */
export interface StatisticsChoice {
  /** The chosen campaigns; null for all. */
  readonly campaignIds: readonly string[] | null
  readonly filters: FilterGroup
  readonly keys: StatisticsQuery['keys']
  readonly measure: StatisticMeasure
  /** Whether rows are in the order of their values rather than of the measure. */
  readonly byValue: boolean
  readonly asTable: boolean
}

export const DEFAULT_CHOICE: StatisticsChoice = {
  campaignIds: null,
  filters: NO_FILTERS,
  keys: ['elementName', 'status'],
  measure: 'quantity',
  byValue: false,
  asTable: false,
}

/** Returns the order of the rows: days in the order of time, the latest first. */
export function orderOf({ keys: [first], byValue }: StatisticsChoice): StatisticOrder {
  if (!byValue) return 'measure'
  return isDay(first) ? 'valueDescending' : 'value'
}

/** Returns the choice with other rows. Days are in the order of time at first. */
export function withRows(choice: StatisticsChoice, key: StatKey): StatisticsChoice {
  const [first, second] = choice.keys
  const byValue = isDay(key) || (choice.byValue && !isDay(first))
  if (!isStatisticKey(key) || second === undefined) return { ...choice, byValue, keys: [key] }
  // The same dimension cannot divide itself.
  const other = key === second ? first : second
  return { ...choice, byValue, keys: isStatisticKey(other) ? [key, other] : [key] }
}

/** Returns the choice with another dimension that divides the rows; null for none. */
export function withSeries(choice: StatisticsChoice, key: StatKey | null): StatisticsChoice {
  const [first, second] = choice.keys
  if (key === null || !isStatisticKey(key) || !isStatisticKey(first)) return { ...choice, keys: [first] }
  if (key !== first) return { ...choice, keys: [first, key] }
  return second === undefined ? choice : { ...choice, keys: [second, key] }
}

/** Returns whether the values of a dimension are days. */
export function isDay(key: StatKey): boolean {
  return key === 'updatedDay' || key === 'changeDay'
}
