import type { ComparisonLine, ComparisonQuery } from '../../contract/comparison.ts'
import { openForReading } from '../database/open-database.ts'
import { withSqliteErrors } from '../database/sqlite-errors.ts'
import type { ThrowIfCancelled } from '../protocol.ts'
import { QueryEngine } from '../query/query-engine.ts'
import type { ExportRows, StoredValue } from '../types.ts'
import { ComparisonReader } from './comparison-reader.ts'

const ITEMS_PER_BATCH = 500

/**
 * Opens the lines of a comparison as rows, on a separate handle in the calling thread, in one read transaction.
 * Throws `notFound` if a campaign is not downloaded, and what opening the cache and `throwIfCancelled` throw.
 */
export function openComparisonRows(
  file: string,
  query: ComparisonQuery,
  rowOf: (line: ComparisonLine) => readonly StoredValue[],
  throwIfCancelled: ThrowIfCancelled = () => undefined,
): ExportRows {
  const handle = openForReading(file)
  const engine = new QueryEngine(handle)
  const close = (): void => {
    engine.close()
    handle.close()
  }
  try {
    handle.beginSnapshot()
    const reader = new ComparisonReader(handle, engine)
    const found = withSqliteErrors(() => reader.find(query, throwIfCancelled))
    return {
      count: found.lineStarts.at(-1) ?? 0,
      *batches() {
        for (let start = 0; start < found.rows.length; start += ITEMS_PER_BATCH) {
          const indexes = Array.from(
            found.rows.subarray(start, start + ITEMS_PER_BATCH),
            (_, offset) => start + offset,
          )
          yield withSqliteErrors(() =>
            indexes.flatMap((index) => reader.readLines(query, found, index, 'whole').map(rowOf)),
          )
        }
      },
      packed: null,
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}
