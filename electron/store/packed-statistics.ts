import type { FacetValue } from '../contract/query.ts'
import type { Statistics, StatisticTotals } from '../contract/statistics.ts'

/** Statistics by column, because sending thousands of rows to another thread takes longer than counting. */
export interface PackedStatistics extends StatisticTotals {
  /** The values of each dimension, and the index of the value of each row. */
  readonly dimensions: readonly { readonly values: readonly FacetValue[]; readonly codes: Int32Array }[]
  readonly counts: Float64Array
  readonly qtySums: Float64Array
}

/** Returns the rows of statistics. */
export function unpackStatistics({ dimensions, counts, qtySums, ...all }: PackedStatistics): Statistics {
  const rows = Array.from(counts, (count, row) => ({
    values: dimensions.map(({ values, codes }) => values[codes[row] ?? 0] ?? null),
    count,
    qtySum: qtySums[row] ?? 0,
  }))
  return { rows, ...all }
}
