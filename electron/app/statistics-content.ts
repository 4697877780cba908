import { seriesName, statisticName, type StatisticNames } from '../contract/statistic-names.ts'
import type { StatisticsQuery, StatisticTotals } from '../contract/statistics.ts'
import { messages } from '../contract/messages.ts'
import type { TableToExport } from '../export/types.ts'
import type { WholeTable } from './statistics-table.ts'

/**
 * Returns a table of statistics as it is shown, for the clipboard or a file: a column for each series, and
 * totals.
 */
export function statisticsContent(
  { rows, series, moreSeries }: WholeTable,
  { keys, measure }: Pick<StatisticsQuery, 'keys' | 'measure'>,
  names: StatisticNames,
): TableToExport['table'] {
  const [first, second] = keys
  const countsChanges = first === 'changeDay'
  const valueOf = ({ count, qtySum }: StatisticTotals): number =>
    measure === 'items' || countsChanges ? count : qtySum
  const number = (key: string, heading: string) => ({ key, heading, kind: 'number' as const })
  const hasSeries = second !== undefined || countsChanges
  // Without the series that filters hide.
  const used = new Set(rows.flatMap(({ parts }) => parts.map((part) => part.series)))
  const columns = hasSeries ? [...used].sort((one, another) => one - another) : []
  const nameOf = (index: number): string => {
    const each = series[index]
    return each === undefined
      ? messages.statistics.others({ count: moreSeries?.values ?? 0 })
      : seriesName(keys, each.value, names)
  }
  const other = measure === 'items' ? 'quantity' : 'items'
  return {
    columns: [
      {
        key: 'value',
        heading: countsChanges ? messages.statistics.day : messages.statistics.keys[first],
        kind: 'text',
      },
      ...(countsChanges ? [] : [number(other, messages.statistics.measures[other])]),
      ...columns.map((index) => number(`series${String(index)}`, nameOf(index))),
      number(measure, hasSeries ? messages.statistics.total : messages.statistics.measures[measure]),
    ],
    rows: rows.map((row) => [
      statisticName(first, row.value, names),
      ...(countsChanges ? [] : [other === 'items' ? row.count : row.qtySum]),
      ...columns.map((index) => {
        const part = row.parts.find((each) => each.series === index)
        return part === undefined ? 0 : valueOf(part)
      }),
      valueOf(row),
    ]),
  }
}
