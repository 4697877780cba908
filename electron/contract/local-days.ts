import { DAY_MS } from './instant.ts'

/**
 * Returns the start of a day in local time: of the day that is `days` after the day of an instant. Both in
 * milliseconds since 1970.
 */
export function startOfDay(instant: number, days = 0): number {
  const date = new Date(instant)
  date.setDate(date.getDate() + days)
  date.setHours(0, 0, 0, 0)
  return date.getTime()
}

/** Returns how many days the local day of one instant is after that of another; negative if it is before. */
export function daysBetween(first: number, second: number): number {
  // Days with a change to or from daylight saving time are not 24 hours long.
  return Math.round((startOfDay(second) - startOfDay(first)) / DAY_MS)
}
