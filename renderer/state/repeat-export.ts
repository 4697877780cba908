import { tick } from 'svelte'
import type { RepeatExportMode, ExportedList } from '../../electron/contract/repeat-export.ts'
import type { ExportJob } from '../../electron/contract/jobs.ts'
import { messages } from '../../electron/contract/messages.ts'
import { api, faultOf } from '../api.ts'
import type { AppModel } from './app.svelte.ts'
import type { RepeatedExport } from './dialogs.svelte.ts'
import { showsList } from './navigation.ts'

/** The current view, and the models that an export changes. */
export type ExportContext = Pick<
  AppModel,
  'announcer' | 'campaignId' | 'connectionId' | 'dialogs' | 'frame' | 'jobs' | 'notices' | 'show' | 'tab'
>

/** Returns the shown list, or else that of the items; null if exports of what is shown cannot be repeated. */
function exportedListOf({ tab }: Pick<ExportContext, 'tab'>): ExportedList | null {
  if (tab === 'compare') return null
  return tab === 'changes' || tab === 'campaigns' ? tab : 'items'
}

/** Opens the export dialog of the shown list, or else of the items. */
export async function openExport(context: ExportContext): Promise<void> {
  if (context.dialogs.isBlocking) return
  const exportsItself = context.tab === 'changes' || context.tab === 'compare' || context.tab === 'campaigns'
  if (!showsList(context.tab) && !exportsItself) context.show(context.campaignId, 'items')
  await tick()
  context.frame.action('export')?.()
}

/** Repeats the last export of the shown list; opens the export dialog if that cannot be repeated. */
export async function repeatShownExport(context: ExportContext): Promise<void> {
  const { connectionId, campaignId } = context
  if (connectionId === null) return
  const list = exportedListOf(context)
  if (list === null) return openExport(context)
  await repeatExport(context, { connectionId, campaignId, list }, 'same')
}

/**
 * Repeats the last export of a list. Its progress and outcome appear in the status bar; if it cannot start, a
 * dialog asks how to continue. Failures are shown, not thrown.
 * @param otherwise called if the list was never exported; default: opens the export dialog
 */
export async function repeatExport(
  context: ExportContext,
  repeated: RepeatedExport,
  mode: RepeatExportMode,
  otherwise: () => void | Promise<void> = () => openExport(context),
): Promise<void> {
  try {
    const answer = await api.call('exports.repeat', { ...repeated, mode })
    switch (answer.kind) {
      case 'started':
        context.jobs.addExport(answer.job)
        context.jobs.follow(answer.job.jobId)
        return
      case 'nothing':
        context.announcer.announce(messages.exportProfiles.repeat.nothing)
        await otherwise()
        return
      case 'changed':
      case 'noFolder':
        context.dialogs.open({ kind: 'repeatExport', ...repeated, found: answer })
        return
      case 'closed':
    }
  } catch (error) {
    context.notices.show(faultOf(error), repeated.connectionId)
  }
}

/** Asks for another path for an export that could not be written. Failures are shown, not thrown. */
export async function exportElsewhere(
  context: ExportContext,
  { jobId, connectionId }: ExportJob,
): Promise<void> {
  try {
    const job = await api.call('exports.saveElsewhere', { jobId })
    if (job === null) return
    context.jobs.clear([jobId])
    context.jobs.addExport(job)
    context.jobs.follow(job.jobId)
  } catch (error) {
    context.notices.show(faultOf(error), connectionId)
  }
}
