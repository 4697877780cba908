import { MACHINE_STYLE } from '../../electron/contract/csv-style.ts'
import { NO_EXTRAS } from '../../electron/contract/export-options.ts'
import type { ItemsExportRequest } from '../../electron/export/types.ts'

/** Returns a request to export some columns of these rows as CSV. */
export function csvRequest(
  databaseFile: string,
  file: string | null,
  rows: ItemsExportRequest['rows'],
): ItemsExportRequest {
  return {
    databaseFile,
    rows,
    options: {
      columns: ['itemName', 'posNumber', 'qty', 'isLocked'],
      format: 'csv',
      style: MACHINE_STYLE,
      header: 'keys',
      rowsBeyond: 'oneFile',
      statuses: 'numbers',
      extras: NO_EXTRAS,
    },
    reviewsFile: `${databaseFile}.reviews`,
    picturesFile: `${databaseFile}.pictures`,
    statusLabels: [],
    document: { sheetName: 'Items', title: 'Items', description: '' },
    file,
  }
}
