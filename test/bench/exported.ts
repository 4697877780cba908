import type { ItemColumnKey } from '../../electron/contract/columns.ts'
import { MACHINE_STYLE } from '../../electron/contract/csv-style.ts'
import { NO_EXTRAS, type ExportOptions } from '../../electron/contract/export-options.ts'
import type { ItemQuery } from '../../electron/contract/query.ts'
import { columnLabels } from '../../electron/contract/strings/columns.ts'
import { ReusableExportThread } from '../../electron/export/export-thread.ts'
import { startExport } from '../../electron/export/start-export.ts'
import type { ItemsExportRequest, RunningExport } from '../../electron/export/types.ts'

/** As in the application. */
const THREAD = new ReusableExportThread(new URL('../../dist/export-worker.js', import.meta.url))

/** The columns that all export benchmarks write. */
export const COLUMNS: readonly ItemColumnKey[] = [
  'itemName',
  'posNumber',
  'elementName',
  'artworkNames',
  'campaignName',
  'status',
  'qty',
  'isLocked',
  'hasArtwork',
  'workflowTemplateName',
  'updatedAt',
]

type How = Pick<ExportOptions, 'format' | 'header' | 'columns'>

/** Returns the request to the export thread. */
export function requestOf(
  databaseFile: string,
  file: string,
  query: ItemQuery,
  how: How,
): ItemsExportRequest {
  return {
    databaseFile,
    rows: { query },
    options: { ...how, style: MACHINE_STYLE, rowsBeyond: 'oneFile', statuses: 'numbers', extras: NO_EXTRAS },
    columnLabels: columnLabels(how.columns),
    reviewsFile: '',
    picturesFile: '',
    statusLabels: [],
    document: { sheetName: 'Items', title: 'Items', description: '' },
    file,
  }
}

/**
 * Starts to write items of a cache to a file in the built thread of the application.
 * @param onProgress called about ten times a second
 */
export function startExported(
  databaseFile: string,
  file: string,
  query: ItemQuery,
  how: How,
  onProgress: () => void = () => undefined,
): RunningExport {
  return startExport(requestOf(databaseFile, file, query, how), { thread: THREAD, onProgress })
}

/** Runs the export to its end. */
export async function exported(...what: Parameters<typeof startExported>): Promise<void> {
  await startExported(...what).done
}
