import { dayOfInstant } from '../contract/filter-dates.ts'
import { parseInstant } from '../contract/instant.ts'

/** Returns the local day of a timestamp, with the time unless it is midnight; other texts as they are. */
export function momentText(timestamp: string): string {
  const instant = parseInstant(timestamp)
  if (instant === null) return timestamp
  const time = new Date(instant).toTimeString().slice(0, 'hh:mm'.length)
  return time === '00:00' ? dayOfInstant(instant) : `${dayOfInstant(instant)} ${time}`
}
