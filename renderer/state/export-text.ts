import { partName } from '../../electron/contract/file-name.ts'
import type { ExportJob } from '../../electron/contract/jobs.ts'
import { alteredText } from '../../electron/contract/strings/export.ts'
import { messages } from '../../electron/contract/messages.ts'
import { exportResultStrings } from '../../electron/contract/strings/export-profiles.ts'
import { reportJob } from '../../electron/contract/strings/report.ts'
import type { Format } from './format.ts'

/** Describes a running export. */
export function exportRunning({ form, fileName }: ExportJob): string {
  if (form === 'drag') return messages.items.export.drag.preparing({ file: fileName })
  return form === 'print' ? reportJob.printing(fileName) : messages.items.export.writing({ file: fileName })
}

/** Returns the progress of an export. */
export function exportProgress({ form, rows, totalRows, verifiedRows }: ExportJob, format: Format): string {
  if (verifiedRows !== null)
    return exportResultStrings.verifying(format.number(verifiedRows), format.number(totalRows))
  if (form === 'list' || form === 'drag') return messages.status.rows({ done: rows, total: totalRows })
  if (form === 'timeline') return reportJob.layingOut
  if (rows < totalRows || totalRows === 0)
    return reportJob.drawing(format.number(rows), totalRows, format.number(totalRows))
  return form === 'print' ? reportJob.asking : reportJob.layingOut
}

/** Returns the outcome of an export as a sentence. */
export function exportOutcome(job: ExportJob, format: Format): string {
  const { form, state, fileName, rows } = job
  if (state === 'failed')
    return form === 'print'
      ? reportJob.printFailed(fileName)
      : messages.status.outcomes.exportFailed({ file: fileName })
  if (state === 'cancelled')
    return form === 'print'
      ? reportJob.notPrinted(fileName)
      : messages.status.outcomes.exportCancelled({ file: fileName })
  if (form === 'timeline') return messages.timeline.export.saved({ file: fileName })
  if (form === 'drag') return messages.items.export.drag.prepared({ file: fileName, count: rows })
  if (form === 'list')
    return [
      messages.status.outcomes.exported({ file: filesOf(job, format), count: rows }),
      ...alteredCells(job, format),
      ...earlierFiles(job, format),
    ].join(' ')
  return form === 'print' ? reportJob.printed(fileName) : reportJob.wrote(rows, format.number(rows), fileName)
}

/** Returns the outcome of an export as a title and a text. */
export function exportOutcomeText(
  job: ExportJob,
  format: Format,
): { readonly title: string; readonly text: string } {
  const { form, state, fileName, rows, bytes, verifiedRows } = job
  if (state === 'cancelled') {
    return form === 'print'
      ? { title: reportJob.notPrintedTitle, text: reportJob.cancelledText }
      : { title: messages.items.export.cancelledTitle, text: messages.items.export.cancelledText }
  }
  if (form === 'print') return { title: reportJob.printedTitle, text: fileName }
  const size = format.bytes(bytes)
  const writtenText =
    form === 'list'
      ? messages.items.export.doneText({ count: rows, size })
      : reportJob.done(rows, format.number(rows), size)
  const verified =
    job.altered === undefined ? exportResultStrings.verified : exportResultStrings.verifiedAltered
  const text = verifiedRows === null ? writtenText : verified(writtenText)
  return {
    title:
      job.parts === null || job.parts.files === 1
        ? messages.items.export.doneTitle({ file: fileName })
        : exportResultStrings.severalReady(filesOf(job, format)),
    text: [text, ...alteredCells(job, format), ...earlierFiles(job, format)].join(' '),
  }
}

/** Returns the success of a written list as a title and a text. */
export function exportResultText(
  job: ExportJob,
  format: Format,
): { readonly title: string; readonly text: string } {
  const { rows, bytes, verifiedRows, typedFormat } = job
  const facts = [
    filesOf(job, format),
    format.bytes(bytes),
    ...(verifiedRows === null ? [] : [exportResultStrings.isVerified]),
  ]
  const sentences = [
    ...(typedFormat === null
      ? []
      : [exportResultStrings.typedFormat(exportResultStrings.formats[typedFormat])]),
    ...alteredCells(job, format),
    ...earlierFiles(job, format),
  ]
  return {
    title: messages.exportDialog.exported({ count: rows }),
    text: sentences.length === 0 ? facts.join(' · ') : `${facts.join(' · ')}. ${sentences.join(' ')}`,
  }
}

/** Returns the name of the file, or of the first of several. */
function filesOf({ fileName, parts }: ExportJob, format: Format): string {
  if (parts === null || parts.files === 1) return fileName
  const others = parts.files - 1
  return exportResultStrings.several(partName(fileName, 0, parts.files), others, format.number(others))
}

/** Returns how many cells differ from the data, and why. */
function alteredCells({ altered }: ExportJob, { number }: Format): readonly string[] {
  return altered === undefined ? [] : [alteredText(altered, number)]
}

/** Returns what happened to the files of the previous export. */
function earlierFiles({ parts }: ExportJob, format: Format): readonly string[] {
  const { removed, stayed } = parts ?? { removed: 0, stayed: 0 }
  return [
    ...(removed === 0 ? [] : [exportResultStrings.removed(removed, format.number(removed))]),
    ...(stayed === 0 ? [] : [exportResultStrings.stayed(stayed, format.number(stayed))]),
  ]
}

/** Returns the title above the reason of a failure. */
export function exportFailedTitle({ form, fileName }: ExportJob): string {
  return form === 'list' ? messages.items.export.notWritten({ file: fileName }) : reportJob.failedTitle
}
