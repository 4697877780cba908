import type { Desk } from '../desk.ts'
import type { Handlers } from '../dispatcher.ts'
import { inputOf, listToExport } from '../export-requests.ts'
import { push } from '../push.ts'
import { systemLocale } from '../system-locale.ts'

export type PreviewCalls = 'exports.preview' | 'exports.stopPreview'

/** Looking at exports before they are written: what is found goes to the window as it comes. */
export function exportLookHandlers(desk: Desk): Pick<Handlers, PreviewCalls> {
  return {
    'exports.preview': async ({ runId, of, preset }) => {
      const release = desk.sessions.hold(inputOf(of).connectionId)
      try {
        return await desk.exportPreviews.run(
          runId,
          async () => ({ what: await listToExport(of, desk), preset, locale: systemLocale() }),
          (preview) => {
            push('export.preview', { runId, preview })
          },
        )
      } finally {
        release()
      }
    },
    'exports.stopPreview': ({ runId }) => {
      desk.exportPreviews.stop(runId)
      return null
    },
  }
}
