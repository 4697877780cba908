import { ENTRY_SEPARATOR, type CampaignTableColumn } from '../../contract/campaign-columns.ts'
import { type CampaignCell, type CampaignQuery, isEntries } from '../../contract/campaign-query.ts'
import { openForReading } from '../database/open-database.ts'
import { withSqliteErrors } from '../database/sqlite-errors.ts'
import type { ThrowIfCancelled } from '../protocol.ts'
import type { ExportRows, SuppliedCells, StoredValue } from '../types.ts'
import { CampaignTable } from './campaign-table.ts'

/** The first `limit` campaigns of a query, with these columns. */
export interface CampaignRowsToRead {
  readonly query: CampaignQuery
  readonly columns: readonly CampaignTableColumn[]
  readonly limit?: number | undefined
  /** Cells that are not in the cache. */
  readonly supplied?: SuppliedCells
}

/**
 * Reads the campaigns on a separate handle. Throws as `CampaignTable.run`, and what opening the cache throws.
 */
export function openCampaignRows(
  file: string,
  { query, columns, limit, supplied }: CampaignRowsToRead,
  throwIfCancelled: ThrowIfCancelled,
): ExportRows {
  const handle = openForReading(file)
  try {
    const { rows } = withSqliteErrors(() =>
      new CampaignTable(handle).run(query, columns, throwIfCancelled, supplied),
    )
    const values = rows.slice(0, limit).map(({ cells }) => cells.map(exportedCell))
    return {
      count: values.length,
      *batches() {
        yield values
      },
      packed: null,
      close: () => undefined,
    }
  } finally {
    handle.close()
  }
}

/** Returns a cell as exports write it: the entries of a list in one text. */
export function exportedCell(cell: CampaignCell): StoredValue {
  if (isEntries(cell)) return cell.join(ENTRY_SEPARATOR)
  return typeof cell === 'boolean' ? Number(cell) : cell
}
