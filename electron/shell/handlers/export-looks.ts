import type { ApiInput } from '../../contract/api.ts'
import type { UnplacedRequest } from '../../export/types.ts'
import type { Desk } from '../desk.ts'
import type { Handlers } from '../dispatcher.ts'
import { changesToExport, goneToExport, itemsToExport } from '../export-requests.ts'
import { push } from '../push.ts'
import { systemLocale } from '../system-locale.ts'

export type LookCalls = 'exports.look' | 'exports.stopLook'

type LookedAt = ApiInput<'exports.look'>['of']

/** Looking at exports before they are written: what is found goes to the window as it comes. */
export function exportLookHandlers(desk: Desk): Pick<Handlers, LookCalls> {
  const toExport = (of: LookedAt): Promise<UnplacedRequest> => {
    if ('items' in of) return itemsToExport(of.items, desk)
    return 'changes' in of ? changesToExport(of.changes, desk) : goneToExport(of.gone, desk)
  }
  return {
    'exports.look': async ({ runId, of, preset }) => {
      const release = desk.sessions.hold(connectionOf(of))
      try {
        return await desk.exportLooks.run(
          runId,
          async () => ({ what: await toExport(of), preset, locale: systemLocale() }),
          (look) => {
            push('export.look', { runId, look })
          },
        )
      } finally {
        release()
      }
    },
    'exports.stopLook': ({ runId }) => {
      desk.exportLooks.stop(runId)
      return null
    },
  }
}

function connectionOf(of: LookedAt): string {
  if ('items' in of) return of.items.connectionId
  return 'changes' in of ? of.changes.connectionId : of.gone.connectionId
}
