import { tick } from 'svelte'
import type { RepeatExportMode, ExportedList } from '../../electron/contract/repeat-export.ts'
import type { ExportJob } from '../../electron/contract/jobs.ts'
import { againStrings as words } from '../../electron/contract/strings/export-profiles.ts'
import { api, faultOf } from '../api.ts'
import { showsList, type AppModel } from './app.svelte.ts'

/** The list that is shown. */
export function listShown({ tab }: AppModel): ExportedList {
  return tab === 'changes' ? 'changes' : 'items'
}

/** Opens the export dialog of the list that is shown, or else of the items. */
export async function openExport(app: AppModel): Promise<void> {
  if (app.dialogs.current !== null) return
  if (!showsList(app.tab) && app.tab !== 'changes') app.show(app.campaignId, 'items')
  await tick()
  app.frame.action('export')?.()
}

/**
 * Writes the last export of a list that is shown again. How far it is and how it ended is told in the status
 * bar; what keeps it from being begun is asked about. Failures are shown, never thrown.
 * @param otherwise what is done where nothing was exported of the list yet: left out, it is exported in the
 * usual way.
 */
export async function repeatExport(
  app: AppModel,
  list: ExportedList,
  way: RepeatExportMode,
  otherwise: () => void | Promise<void> = () => openExport(app),
): Promise<void> {
  const { connectionId, campaignId } = app
  if (connectionId === null) return
  try {
    const answer = await api.call('exports.repeat', { connectionId, list, campaignId, way })
    switch (answer.kind) {
      case 'started':
        app.jobs.noteExport(answer.job)
        return
      case 'nothing':
        app.announcer.say(words.nothing)
        await otherwise()
        return
      case 'changed':
      case 'noFolder':
        app.dialogs.open({ kind: 'repeatExport', list, found: answer })
        return
      case 'closed':
    }
  } catch (error) {
    app.tell(faultOf(error))
  }
}

/** Asks for another place for a list that could not be written. Failures are shown, never thrown. */
export async function exportElsewhere(app: AppModel, { jobId }: ExportJob): Promise<void> {
  try {
    const job = await api.call('exports.saveElsewhere', { jobId })
    if (job === null) return
    app.jobs.clear([jobId])
    app.jobs.noteExport(job)
  } catch (error) {
    app.tell(faultOf(error))
  }
}
