import { MAX_VALUE_LENGTH } from '../../../electron/contract/query.ts'
import { isClipped, shownName } from '../../../electron/contract/clip-text.ts'
import type { CampaignSummary } from '../../../electron/contract/campaign.ts'
import type { Connection } from '../../../electron/contract/connection.ts'
import { extentOfMoment } from '../../../electron/contract/filter-dates.ts'
import type { FacetValue } from '../../../electron/contract/filters.ts'
import { seriesName, statisticName, type StatisticNames } from '../../../electron/contract/statistic-names.ts'
import type {
  StatisticMeasure,
  StatisticsQuery,
  StatisticTotals,
  StatKey,
} from '../../../electron/contract/statistics.ts'
import { messages } from '../../../electron/contract/messages.ts'
import { campaignTitle } from '../../state/campaign-filter.ts'
import type { Format } from '../../state/format.ts'

type Keys = StatisticsQuery['keys']

/** How values and numbers of statistics are shown. */
export interface StatisticDisplay {
  readonly names: StatisticNames
  readonly format: Format
}

/** Returns the display with the names of a connection. */
export function createDisplay(
  connection: Connection,
  campaigns: readonly CampaignSummary[],
  format: Format,
): StatisticDisplay {
  const titles = new Map(campaigns.map((campaign) => [campaign.id, campaignTitle(campaign)]))
  return { names: { labels: connection.labels.itemStatus, campaigns: titles }, format }
}

/** Returns a value of a dimension as text. */
export function valueText(key: StatKey, value: FacetValue, { names, format }: StatisticDisplay): string {
  if (typeof value === 'string' && (key === 'updatedDay' || key === 'changeDay')) {
    const day = extentOfMoment(value)
    return day === null ? value : format.date(day.first)
  }
  const text = statisticName(key, value, names)
  return typeof value === 'string' && key !== 'mark' ? shownName(text) : text
}

/** Returns a value of the series as text. */
export function seriesText(keys: Keys, value: FacetValue, display: StatisticDisplay): string {
  const [first, second] = keys
  return first === 'changeDay'
    ? seriesName(keys, value, display.names)
    : valueText(second ?? 'status', value, display)
}

/** Returns whether the rows of a value can be found: it is no part of a longer text. */
export function isWhole(value: FacetValue): boolean {
  return typeof value !== 'string' || !isClipped(value, MAX_VALUE_LENGTH)
}

/** Returns the measured number. */
export function measured({ count, qtySum }: StatisticTotals, measure: StatisticMeasure): number {
  return measure === 'items' ? count : qtySum
}

/** Returns the measured number as text. */
export function measuredText(
  totals: StatisticTotals,
  measure: StatisticMeasure,
  { format }: StatisticDisplay,
): string {
  return measure === 'items' ? format.number(totals.count) : format.decimal(totals.qtySum)
}

/** Returns the measured number with its unit. */
export function unitText(
  totals: StatisticTotals,
  { keys: [first], measure }: Pick<StatisticsQuery, 'keys' | 'measure'>,
  { format }: StatisticDisplay,
): string {
  const { count, qtySum } = totals
  if (first === 'changeDay') return messages.statistics.changesOf({ count })
  return measure === 'items'
    ? messages.statistics.items({ count })
    : messages.statistics.pieces({ count: qtySum, shown: format.decimal(qtySum) })
}

/** Returns the share of a part as text, such as “12%” or “<1%”. */
export function shareText(part: number, whole: number, { format }: StatisticDisplay): string {
  const share = whole === 0 ? 0 : part / whole
  return share > 0 && share < 0.01 ? `<${format.percent(0.01)}` : format.percent(share)
}

/** Describes the numbers of a bar or a cell. */
export function numbersText(
  name: string,
  totals: StatisticTotals,
  whole: StatisticTotals,
  query: Pick<StatisticsQuery, 'keys' | 'measure'>,
  display: StatisticDisplay,
): string {
  const { count, qtySum } = totals
  const { format } = display
  const share = shareText(measured(totals, query.measure), measured(whole, query.measure), display)
  if (query.keys[0] === 'changeDay')
    return messages.statistics.count({ name, countText: unitText(totals, query, display), share })
  return messages.statistics.numbers({
    name,
    quantity: messages.statistics.pieces({ count: qtySum, shown: format.decimal(qtySum) }),
    itemsText: messages.statistics.items({ count }),
    share,
  })
}

/** Returns the heading of a chart: "Quantity by element and status". */
export function headingText(measure: string, first: StatKey, second: StatKey | undefined): string {
  const { heading, keysInText } = messages.statistics
  return second === undefined
    ? heading.one({ measure, first: keysInText[first] })
    : heading.two({ measure, first: keysInText[first], second: keysInText[second] })
}

/** Returns a function that formats numbers for narrow cells: 732, 9.8K, 186K, 1.2M. */
export function compactNumber({ locale }: Pick<Format, 'locale'>): (value: number) => string {
  const short = new Intl.NumberFormat(locale, {
    notation: 'compact',
    // German abbreviates no thousands, and would leave 4980 without a separator.
    useGrouping: 'always',
    maximumFractionDigits: 1,
    maximumSignificantDigits: 3,
    roundingPriority: 'lessPrecision',
  })
  return (value) => short.format(value)
}
