import type { ItemColumnKey } from '../../electron/contract/columns.ts'
import { MACHINE_STYLE } from '../../electron/contract/csv-style.ts'
import { NO_EXTRAS, type ExportOptions } from '../../electron/contract/export-options.ts'
import type { ItemQuery } from '../../electron/contract/query.ts'
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

type ExportSettings = Pick<ExportOptions, 'format' | 'header' | 'columns'>

/** Returns the request to the export thread. */
export function requestOf(
  databaseFile: string,
  file: string,
  query: ItemQuery,
  settings: ExportSettings,
): ItemsExportRequest {
  return {
    databaseFile,
    rows: { query },
    options: {
      ...settings,
      style: MACHINE_STYLE,
      rowsBeyond: 'oneFile',
      statuses: 'numbers',
      extras: NO_EXTRAS,
    },
    reviewsFile: '',
    picturesFile: '',
    statusLabels: [],
    document: { sheetName: 'Items', title: 'Items', description: '' },
    file,
  }
}

/**
 * Starts to write items of a cache to a file, in the built export thread.
 * @param onProgress called about ten times a second
 */
export function startItemsExport(
  databaseFile: string,
  file: string,
  query: ItemQuery,
  settings: ExportSettings,
  onProgress: () => void = () => undefined,
): RunningExport {
  return startExport(requestOf(databaseFile, file, query, settings), { thread: THREAD, onProgress })
}

/** Runs the export to its end. */
export async function exportItems(...parameters: Parameters<typeof startItemsExport>): Promise<void> {
  await startItemsExport(...parameters).done
}
