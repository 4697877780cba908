import { tick } from 'svelte'
import type { RepeatExportMode, ExportedList } from '../../electron/contract/repeat-export.ts'
import type { ExportJob } from '../../electron/contract/jobs.ts'
import { repeatExportStrings as messages } from '../../electron/contract/strings/export-profiles.ts'
import { api, faultOf } from '../api.ts'
import { showsList, type AppModel } from './app.svelte.ts'

/** Returns the shown list. */
export function shownList({ tab }: AppModel): ExportedList {
  return tab === 'changes' ? 'changes' : 'items'
}

/** Opens the export dialog of the shown list, or else of the items. */
export async function openExport(app: AppModel): Promise<void> {
  if (app.dialogs.current !== null) return
  if (!showsList(app.tab) && app.tab !== 'changes') app.show(app.campaignId, 'items')
  await tick()
  app.frame.action('export')?.()
}

/**
 * Repeats the last export of the shown list. Its progress and outcome appear in the status bar; if it cannot
 * start, a dialog asks how to continue. Failures are shown, not thrown.
 * @param otherwise called if the list was never exported; default: opens the export dialog
 */
export async function repeatExport(
  app: AppModel,
  list: ExportedList,
  mode: RepeatExportMode,
  otherwise: () => void | Promise<void> = () => openExport(app),
): Promise<void> {
  const { connectionId, campaignId } = app
  if (connectionId === null) return
  try {
    const answer = await api.call('exports.repeat', { connectionId, list, campaignId, mode })
    switch (answer.kind) {
      case 'started':
        app.jobs.addExport(answer.job)
        return
      case 'nothing':
        app.announcer.announce(messages.nothing)
        await otherwise()
        return
      case 'changed':
      case 'noFolder':
        app.dialogs.open({ kind: 'repeatExport', list, found: answer })
        return
      case 'closed':
    }
  } catch (error) {
    app.showFault(faultOf(error))
  }
}

/** Asks for another path for an export that could not be written. Failures are shown, not thrown. */
export async function exportElsewhere(app: AppModel, { jobId }: ExportJob): Promise<void> {
  try {
    const job = await api.call('exports.saveElsewhere', { jobId })
    if (job === null) return
    app.jobs.clear([jobId])
    app.jobs.addExport(job)
  } catch (error) {
    app.showFault(faultOf(error))
  }
}
