import type { Desk } from '../desk.ts'
import type { Handlers } from '../dispatcher.ts'
import { inputOf, listToExport } from '../export-requests.ts'
import { push } from '../push.ts'
import { systemLocale } from '../system-locale.ts'

export type LookCalls = 'exports.look' | 'exports.stopLook'

/** Looking at exports before they are written: what is found goes to the window as it comes. */
export function exportLookHandlers(desk: Desk): Pick<Handlers, LookCalls> {
  return {
    'exports.look': async ({ runId, of, preset }) => {
      const release = desk.sessions.hold(inputOf(of).connectionId)
      try {
        return await desk.exportLooks.run(
          runId,
          async () => ({ what: await listToExport(of, desk), preset, locale: systemLocale() }),
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
