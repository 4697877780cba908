import { basename } from 'node:path'
import { messages } from '../../contract/messages.ts'
import type { ExportJob } from '../../contract/jobs.ts'
import { AppError } from '../../contract/app-error.ts'
import { calendarOfDates } from '../../app/campaign-calendar.ts'
import { suppliedCells } from '../../app/campaign-table.ts'
import { listCampaignDates } from '../../app/campaign-dates.ts'
import { writeWholeFile } from '../../export/files/write-whole-file.ts'
import { askForFile } from '../ask-for-file.ts'
import { callingSlot } from '../calling-window.ts'
import type { Handlers } from '../dispatcher.ts'
import { startPrinting } from '../printing/start-printing.ts'
import { createTimelineDocument } from '../printing/timeline.ts'
import type { ShellServices } from '../services.ts'

type TimelineCalls = Extract<keyof Handlers, `timeline.${string}`>

interface File {
  readonly connectionId: string
  readonly suggestedName: string
  readonly kind: 'ics' | 'svg' | 'png'
  readonly bytes: Uint8Array
  /** Number of events, or 1 for a picture. */
  readonly rows: number
}

/** Files of the timeline of all campaigns. */
export function timelineHandlers(services: ShellServices): Pick<Handlers, TimelineCalls> {
  async function save({ connectionId, suggestedName, kind, bytes, rows }: File): Promise<ExportJob | null> {
    const file = await askForFile(services, messages.timeline.export.saveTitle, suggestedName, kind)
    if (file === null) return null
    const progress = { rows, totalRows: rows, bytes: bytes.byteLength, verifiedRows: null, parts: null }
    return services.exports.run(
      { connectionId, form: 'timeline', fileName: basename(file), typedFormat: null, file },
      () => {
        const stop = new AbortController()
        return {
          done: writeWholeFile(file, bytes, stop.signal).then(() => progress),
          cancel: () => stop.abort(new AppError('cancelled')),
        }
      },
      services.sessions.hold(connectionId),
    )
  }

  return {
    'timeline.saveCalendar': async ({ connectionId, query, campaignIds, dates }) => {
      const connection = await services.connections.get(connectionId)
      const session = await services.sessions.get(connectionId)
      const slot = `${callingSlot()} calendar`
      const ids = campaignIds === null ? null : new Set(campaignIds)
      // Read before the dialog, so that the file has what was shown.
      const context = { dates: services.campaignDates.keys, now: Date.now() }
      const given = await suppliedCells(session, query, [], slot, context)
      const all = await listCampaignDates(session.store, query, dates, given, slot)
      const chosen = all.filter(({ campaignId }) => ids?.has(campaignId) ?? true)
      return save({
        connectionId,
        suggestedName: messages.timeline.export.calendarName({ connection: connection.name }),
        kind: 'ics',
        bytes: calendarOfDates(chosen, connection, Date.now()),
        rows: chosen.length,
      })
    },
    'timeline.savePicture': async ({ connectionId, format, bytes }) => {
      const { name } = await services.connections.get(connectionId)
      return save({
        connectionId,
        suggestedName: messages.timeline.export.fileName({ connection: name }),
        kind: format,
        bytes,
        rows: 1,
      })
    },
    'timeline.savePdf': ({ connectionId, ...input }) =>
      startPrinting(services, createTimelineDocument(input), {
        connectionId,
        output: 'pdf',
        form: 'timeline',
        saveTitle: messages.timeline.export.saveTitle,
      }),
  }
}
