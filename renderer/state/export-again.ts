import type { AgainWay } from '../../electron/contract/export-again.ts'
import { againStrings as words } from '../../electron/contract/strings/export-profiles.ts'
import { api, faultOf } from '../api.ts'
import type { AppModel } from './app.svelte.ts'
import { carryOut } from './commands.ts'

/**
 * Writes the last export of the list that is shown again. How far it is and how it ended is told in the status bar; what
 * keeps it from being begun is asked about, and a list of which nothing was exported yet is exported in the usual way.
 * Failures are shown, never thrown.
 */
export async function exportAgain(app: AppModel, way: AgainWay): Promise<void> {
  const { connectionId, campaignId } = app
  if (connectionId === null) return
  try {
    const answer = await api.call('exports.again', { connectionId, campaignId, way })
    switch (answer.kind) {
      case 'started':
        app.jobs.noteExport(answer.job)
        return
      case 'nothing':
        app.announcer.say(words.nothing)
        await carryOut(app, 'export')
        return
      case 'changed':
      case 'noFolder':
        app.dialogs.open({ kind: 'exportAgain', found: answer })
        return
      case 'closed':
    }
  } catch (error) {
    app.tell(faultOf(error))
  }
}
