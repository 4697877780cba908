import type { Connection } from '../contract/connection.ts'
import { campaignColumnLabel } from '../contract/column-labels.ts'
import { messages } from '../contract/messages.ts'
import { calendarText } from '../export/calendar.ts'
import type { CampaignDate } from './campaign-dates.ts'
import { momentText } from './moment-text.ts'

/**
 * Returns an iCalendar file with an event for each date. The same date has the same id in every file.
 * @param now milliseconds since 1970
 */
export function calendarOfDates(
  dates: readonly CampaignDate[],
  { baseUrl, kind, name: connectionName }: Pick<Connection, 'baseUrl' | 'kind' | 'name'>,
  now: number,
): Uint8Array<ArrayBuffer> {
  const { description, event, name: calendarName } = messages.timeline.calendar
  const events = dates.map(({ campaignId, name, reference, key, timestamp, instant, fetchedAt }) => {
    const label = campaignColumnLabel(key)
    const values = { date: label, moment: momentText(timestamp) }
    return {
      id: `${baseUrl ?? kind} ${campaignId} ${key}`,
      instant,
      title: event({ campaign: name ?? campaignId, date: label }),
      description:
        reference === null ? description.plain(values) : description.withReference({ ...values, reference }),
      asOf: fetchedAt,
    }
  })
  return new TextEncoder().encode(calendarText(calendarName({ connection: connectionName }), events, now))
}
