import type { Connection } from '../contract/connection.ts'
import { campaignColumnLabel } from '../contract/strings/campaign-columns.ts'
import { calendarStrings } from '../contract/strings/timeline.ts'
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
  const events = dates.map(({ campaignId, name, reference, key, timestamp, instant, fetchedAt }) => {
    const label = campaignColumnLabel(key)
    return {
      id: `${baseUrl ?? kind} ${campaignId} ${key}`,
      instant,
      title: calendarStrings.event(name ?? campaignId, label),
      description: calendarStrings.description(label, momentText(timestamp), reference),
      asOf: fetchedAt,
    }
  })
  return new TextEncoder().encode(calendarText(calendarStrings.name(connectionName), events, now))
}
