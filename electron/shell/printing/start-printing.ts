import { basename } from 'node:path'
import { AppError } from '../../contract/app-error.ts'
import type { ExportJob } from '../../contract/jobs.ts'
import type { ReportOutput } from '../../contract/report.ts'
import type { ExportProgress } from '../../export/types.ts'
import { writeWholeFile } from '../../export/files/write-whole-file.ts'
import { askForFile } from '../ask-for-file.ts'
import type { ShellServices } from '../services.ts'
import type { PrintDocument } from './print-addresses.ts'
import { printOnPaper, printToPdf, type Printing } from './print-view.ts'

export interface PrintRequest {
  readonly connectionId: string
  readonly output: ReportOutput
  /** What a PDF contains. Default: `report`. */
  readonly form?: 'report' | 'timeline'
  /** Title of the dialog that asks where to save the file. */
  readonly saveTitle: string
}

/**
 * Writes a document as a PDF to a file that the person chooses, or prints it; null if the person closed the
 * dialog.
 */
export async function startPrinting(
  services: ShellServices,
  document: PrintDocument,
  { connectionId, output, form = 'report', saveTitle }: PrintRequest,
): Promise<ExportJob | null> {
  const file = output === 'pdf' ? await askForFile(services, saveTitle, document.title, 'pdf') : null
  if (output === 'pdf' && file === null) return null
  return services.exports.run(
    {
      connectionId,
      form: output === 'pdf' ? form : 'print',
      fileName: file === null ? document.title : basename(file),
      typedFormat: null,
      file,
    },
    (onProgress) => {
      const stop = new AbortController()
      return {
        done: printDocument(document, file, services, stop.signal, onProgress),
        cancel: () => stop.abort(new AppError('cancelled')),
      }
    },
    services.sessions.hold(connectionId),
  )
}

async function printDocument(
  document: PrintDocument,
  file: string | null,
  { printAddresses }: ShellServices,
  signal: AbortSignal,
  onProgress: (progress: ExportProgress) => void,
): Promise<ExportProgress> {
  const printing: Printing = {
    addresses: printAddresses,
    signal,
    onDrawn: (rows) =>
      onProgress({ rows, totalRows: document.count, bytes: 0, verifiedRows: null, parts: null }),
  }
  const rowCounts = { rows: document.count, totalRows: document.count }
  if (file === null) {
    if (!(await printOnPaper(document, printing))) throw new AppError('cancelled')
    return { ...rowCounts, bytes: 0, verifiedRows: null, parts: null }
  }
  const bytes = await printToPdf(document, printing)
  await writeWholeFile(file, bytes, signal)
  return { ...rowCounts, bytes: bytes.byteLength, verifiedRows: null, parts: null }
}
