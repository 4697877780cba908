import { partName } from '../../electron/contract/file-name.ts'
import type { ExportJob } from '../../electron/contract/jobs.ts'
import { messages } from '../../electron/contract/messages.ts'
import { alteredCellsText } from '../../electron/contract/altered-cells.ts'
import type { Format } from './format.ts'

/** Describes a running export. */
export function exportRunning({ form, fileName }: ExportJob): string {
  if (form === 'drag') return messages.items.export.drag.preparing({ file: fileName })
  return form === 'print'
    ? messages.report.job.printing({ name: fileName })
    : messages.items.export.writing({ file: fileName })
}

/** Returns the progress of an export. */
export function exportProgress({ form, rows, totalRows, verifiedRows }: ExportJob): string {
  if (verifiedRows !== null)
    return messages.exportProfiles.results.verifying({ rows: verifiedRows, total: totalRows })
  if (form === 'list' || form === 'drag') return messages.status.rows({ done: rows, total: totalRows })
  if (form === 'timeline') return messages.report.job.layingOut
  if (rows < totalRows || totalRows === 0)
    return messages.report.job.drawing({ done: rows, count: totalRows })
  return form === 'print' ? messages.report.job.asking : messages.report.job.layingOut
}

/** Returns the outcome of an export as a sentence. */
export function exportOutcome(job: ExportJob): string {
  const { form, state, fileName, rows } = job
  if (state === 'failed')
    return form === 'print'
      ? messages.report.job.printFailed({ name: fileName })
      : messages.status.outcomes.exportFailed({ file: fileName })
  if (state === 'cancelled')
    return form === 'print'
      ? messages.report.job.notPrinted({ name: fileName })
      : messages.status.outcomes.exportCancelled({ file: fileName })
  if (form === 'timeline') return messages.timeline.export.saved({ file: fileName })
  if (form === 'drag') return messages.items.export.drag.prepared({ file: fileName, count: rows })
  if (form === 'list')
    return [
      messages.status.outcomes.exported({ file: filesOf(job), count: rows }),
      ...alteredCells(job),
      ...earlierFiles(job),
    ].join(' ')
  return form === 'print'
    ? messages.report.job.printed({ name: fileName })
    : messages.report.job.wrote({ count: rows, file: fileName })
}

/** Returns the outcome of an export as a title and a text. */
export function exportOutcomeText(
  job: ExportJob,
  format: Format,
): { readonly title: string; readonly text: string } {
  const { form, state, fileName, rows, bytes, verifiedRows } = job
  if (state === 'cancelled') {
    return form === 'print'
      ? { title: messages.report.job.notPrintedTitle, text: messages.report.job.cancelledText }
      : { title: messages.items.export.cancelledTitle, text: messages.items.export.cancelledText }
  }
  if (form === 'print') return { title: messages.report.job.printedTitle, text: fileName }
  const { verified, severalReady } = messages.exportProfiles.results
  const size = format.bytes(bytes)
  const writtenText = (): string =>
    form === 'list'
      ? messages.items.export.doneText({ count: rows, size })
      : messages.report.job.done({ count: rows, size })
  // Only lists are verified.
  const text = verifiedRows === null ? writtenText() : verified({ count: rows, size })
  const files = filesOf(job)
  const hasOneFile = job.parts === null || job.parts.files === 1
  return {
    title: hasOneFile ? messages.items.export.doneTitle({ file: files }) : severalReady({ files }),
    text: [text, ...alteredCells(job), ...earlierFiles(job)].join(' '),
  }
}

/** Returns the success of a written list as a title and a text. */
export function exportResultText(
  job: ExportJob,
  format: Format,
): { readonly title: string; readonly text: string } {
  const { rows, bytes, verifiedRows, typedFormat } = job
  const facts = [
    filesOf(job),
    format.bytes(bytes),
    ...(verifiedRows === null ? [] : [messages.exportProfiles.results.isVerified]),
  ]
  const sentences = [
    ...(typedFormat === null ? [] : [messages.exportProfiles.results.typedFormat[typedFormat]]),
    ...alteredCells(job),
    ...earlierFiles(job),
  ]
  return {
    title: messages.exportDialog.exported({ count: rows }),
    text: sentences.length === 0 ? facts.join(' · ') : `${facts.join(' · ')}. ${sentences.join(' ')}`,
  }
}

/** Returns the name of the file, or of the first of several. */
function filesOf({ fileName, parts }: ExportJob): string {
  if (parts === null || parts.files === 1) return fileName
  const others = parts.files - 1
  return messages.exportProfiles.results.several({ first: partName(fileName, 0, parts.files), count: others })
}

/** Returns how many cells differ from the data, and why. */
function alteredCells({ altered }: ExportJob): readonly string[] {
  return altered === undefined ? [] : [alteredCellsText(altered)]
}

/** Returns what happened to the files of the previous export. */
function earlierFiles({ parts }: ExportJob): readonly string[] {
  const { removed, stayed } = parts ?? { removed: 0, stayed: 0 }
  return [
    ...(removed === 0 ? [] : [messages.exportProfiles.results.removed({ count: removed })]),
    ...(stayed === 0 ? [] : [messages.exportProfiles.results.stayed({ count: stayed })]),
  ]
}

/** Returns the title above the reason of a failure. */
export function exportFailedTitle({ form, fileName }: ExportJob): string {
  return form === 'list'
    ? messages.items.export.notWritten({ file: fileName })
    : messages.report.job.failedTitle
}
