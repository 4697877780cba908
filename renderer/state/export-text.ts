import type { ExportJob } from '../../electron/contract/jobs.ts'
import { strings as status } from '../../electron/contract/strings/app.ts'
import { strings } from '../../electron/contract/strings/items.ts'
import { writtenStrings } from '../../electron/contract/strings/export-profiles.ts'
import { reportJob, reportStrings } from '../../electron/contract/strings/report.ts'
import type { Format } from './format.ts'

const words = strings.export
const outcomes = status.status.outcomes

/** What is being made, as it is running. */
export function exportRunning({ form, fileName }: ExportJob): string {
  return form === 'print' ? reportJob.printing(fileName) : words.writing(fileName)
}

/** How far it is. */
export function exportProgress({ form, rows, totalRows, readBack }: ExportJob, format: Format): string {
  if (readBack !== null) return writtenStrings.readingBack(format.number(readBack), format.number(totalRows))
  if (form === 'list') return status.status.rows(totalRows, format.number(rows), format.number(totalRows))
  if (rows < totalRows || totalRows === 0)
    return reportJob.drawing(format.number(rows), totalRows, format.number(totalRows))
  return form === 'print' ? reportJob.asking : reportJob.laying
}

/** How it ended, as one sentence. */
export function exportOutcome({ form, state, fileName, rows }: ExportJob, format: Format): string {
  if (state === 'failed')
    return form === 'print' ? reportJob.printFailed(fileName) : outcomes.exportFailed(fileName)
  if (state === 'cancelled')
    return form === 'print' ? reportJob.notPrinted(fileName) : outcomes.exportCancelled(fileName)
  if (form === 'list') return outcomes.exported(fileName, rows, format.number(rows))
  return form === 'print' ? reportJob.printed(fileName) : reportJob.wrote(rows, format.number(rows), fileName)
}

/** How it ended, where there is room for a title and what it came to. */
export function exportEnd(job: ExportJob, format: Format): { readonly title: string; readonly text: string } {
  const { form, state, fileName, rows, bytes, readBack } = job
  if (state === 'cancelled') {
    return form === 'print'
      ? { title: reportJob.notPrintedTitle, text: reportJob.cancelledText }
      : { title: words.cancelledTitle, text: words.cancelledText }
  }
  if (form === 'print') return { title: reportJob.printedTitle, text: fileName }
  const say = form === 'list' ? words.doneText : reportJob.done
  const text = say(rows, format.number(rows), format.bytes(bytes))
  return { title: words.doneTitle(fileName), text: readBack === null ? text : writtenStrings.readBack(text) }
}

export function exportFailedTitle({ form }: ExportJob): string {
  return form === 'list' ? words.failedTitle : reportStrings.failedTitle
}
