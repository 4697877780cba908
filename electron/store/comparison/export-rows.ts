import type { ComparedCampaignField, ComparisonLine, ComparisonParts } from '../../contract/comparison.ts'
import { CampaignTable } from '../campaign-table/campaign-table.ts'
import type { ReadHandle } from '../database/handles.ts'
import { openForReading } from '../database/open-database.ts'
import { withSqliteErrors } from '../database/sqlite-errors.ts'
import type { ThrowIfCancelled } from '../protocol.ts'
import { QueryEngine } from '../query/query-engine.ts'
import type { ExportRows, StoredValue } from '../types.ts'
import { compareRecords, RECORD_COLUMNS, recordsQuery } from './campaign-fields.ts'
import { ComparisonReader } from './comparison-reader.ts'

const ITEMS_PER_BATCH = 500

/** Converts what a comparison found to rows. */
export interface ComparisonRowsOf {
  readonly campaignField: (field: ComparedCampaignField) => readonly StoredValue[]
  readonly line: (line: ComparisonLine) => readonly StoredValue[]
}

/**
 * Opens a comparison as rows, first those of the fields of the campaigns, on a separate handle in the calling
 * thread, in one read transaction. Throws `notFound` if a campaign is not downloaded, and what opening the
 * cache and `throwIfCancelled` throw.
 */
export function openComparisonRows(
  file: string,
  { query, withItems, campaignFields }: ComparisonParts,
  rowsOf: ComparisonRowsOf,
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
    const fieldRows = withSqliteErrors(() =>
      differentFields(handle, query.campaignIds, throwIfCancelled)
        .filter(({ column }) => campaignFields.includes(column))
        .map(rowsOf.campaignField),
    )
    const found = withItems ? withSqliteErrors(() => reader.find(query, throwIfCancelled)) : null
    return {
      count: fieldRows.length + (found?.lineStarts.at(-1) ?? 0),
      *batches() {
        if (fieldRows.length > 0) yield fieldRows
        if (found === null) return
        for (let start = 0; start < found.rows.length; start += ITEMS_PER_BATCH) {
          const indexes = Array.from(
            found.rows.subarray(start, start + ITEMS_PER_BATCH),
            (_, offset) => start + offset,
          )
          yield withSqliteErrors(() =>
            indexes.flatMap((index) => reader.readLines(query, found, index, 'whole').map(rowsOf.line)),
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

/** Returns the fields that differ; none if a campaign has no record. */
function differentFields(
  handle: ReadHandle,
  campaignIds: readonly [string, string],
  throwIfCancelled: ThrowIfCancelled,
): readonly ComparedCampaignField[] {
  const { rows } = new CampaignTable(handle).run(recordsQuery(campaignIds), RECORD_COLUMNS, throwIfCancelled)
  const { different, records } = compareRecords(rows, campaignIds)
  return records.first && records.second ? different : []
}
