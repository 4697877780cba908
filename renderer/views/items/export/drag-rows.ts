import type { ApiInput } from '../../../../electron/contract/api.ts'
import { clipText } from '../../../../electron/contract/clip-text.ts'
import type { ExportFormat } from '../../../../electron/contract/export-formats.ts'
import { fillTemplate } from '../../../../electron/contract/file-name.ts'
import { hasEnded, MAX_DRAGGED_ROWS, type ExportJob } from '../../../../electron/contract/jobs.ts'
import { messages, messagesIn } from '../../../../electron/contract/messages.ts'
import { api, faultOf } from '../../../api.ts'
import type { AppModel } from '../../../state/app.svelte.ts'
import type { JobsModel } from '../../../state/jobs.svelte.ts'
import type { ListContext } from '../list-context.svelte.ts'
import { formOf, optionsOf } from './export-choice.ts'
import { fileNameValues, nameTemplateIn } from './export-name.ts'

interface DragContext extends Pick<AppModel, 'exportProfiles' | 'jobs' | 'views'> {
  readonly list: ListContext
}

/** Returns the format of a dragged file: the last one of Excel and CSV, or with Alt CSV. */
export function dragFormat(last: ExportFormat, asCsv: boolean): ExportFormat {
  return asCsv || last === 'csv' ? 'csv' : 'xlsx'
}

/**
 * Exports the selected rows with the visible columns to a temporary file, and lets the person drag it to
 * another program. Problems are shown, not thrown.
 * @param signal aborts when the button is released or Escape is pressed
 */
export async function dragRows(context: DragContext, asCsv: boolean, signal: AbortSignal): Promise<void> {
  const { list, jobs, exportProfiles } = context
  const count = list.items.selectedCount
  const isReleased = (): boolean => signal.aborted
  if (count > MAX_DRAGGED_ROWS) {
    list.showNotice(messages.items.export.drag.tooMany({ count: MAX_DRAGGED_ROWS }))
    return
  }
  try {
    // Before anything else can change the selection. The dialog reports a failure to read the options.
    const rows = selectedRows(list)
    await exportProfiles.loadOnce()
    if (rows === null || isReleased()) return
    list.showNotice(messages.items.export.drag.hold({ count }))
    const { jobId } = await prepare(context, rows, asCsv)
    const cancel = (): void => void api.call('exports.cancel', { jobId }).catch(() => null)
    signal.addEventListener('abort', cancel)
    if (isReleased()) cancel()
    const job = await endOf(jobs, jobId)
    signal.removeEventListener('abort', cancel)
    if (job.state === 'failed') return
    jobs.clear([jobId])
    if (isReleased()) {
      list.showNotice(messages.items.export.drag.released)
      return
    }
    list.showNotice(messages.items.export.drag.ready({ file: job.fileName }))
    await api.call('exports.startDrag', { jobId })
  } catch (error) {
    list.showNotice(faultOf(error).message)
  }
}

type SelectedRows = Pick<ApiInput<'exports.prepareDrag'>, 'query' | 'selection'> & { readonly count: number }

function selectedRows({ items }: ListContext): SelectedRows | null {
  const { result, selection, selectedCount: count } = items
  if (result === null || count === 0) return null
  return { query: result.query, selection: { resultId: result.resultId, ranges: selection.ranges }, count }
}

async function prepare(
  { list, exportProfiles, jobs, views }: DragContext,
  { count, ...rows }: SelectedRows,
  asCsv: boolean,
): Promise<ExportJob> {
  const last = exportProfiles.lastChoice
  const form = { ...formOf(last), format: dragFormat(last.format, asCsv) }
  const words = await messagesIn(last.language)
  const name = fillTemplate(
    nameTemplateIn(last.nameTemplate, words),
    fileNameValues(views, { list, query: rows.query, count }, words),
  )
  const job = await api.call('exports.prepareDrag', {
    connectionId: list.connectionId,
    ...rows,
    title: clipText(list.campaignName ?? words.items.export.allCampaignsName, 200),
    suggestedName: clipText(name, 2_000),
    options: {
      ...optionsOf(form, list.format.locale),
      columns: list.visibleColumns,
      statuses: last.statuses,
      extras: last.extras,
    },
  })
  jobs.addExport(job)
  return job
}

/** Resolves with an export when it has ended. */
function endOf(jobs: JobsModel, jobId: string): Promise<ExportJob> {
  return new Promise((resolve) => {
    const known = jobs.exports.find((job) => job.jobId === jobId)
    if (known !== undefined && hasEnded(known)) {
      resolve(known)
      return
    }
    const stop = api.on('export.progress', (job) => {
      if (job.jobId !== jobId || !hasEnded(job)) return
      stop()
      resolve(job)
    })
  })
}
