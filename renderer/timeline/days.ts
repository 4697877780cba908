import { DAY_MS } from '../../electron/contract/instant.ts'

/** Returns the start of the day of an instant in local time, in milliseconds since 1970. */
export function startOfDay(instant: number): number {
  return new Date(instant).setHours(0, 0, 0, 0)
}

/** Returns the days from one instant to another in local time; negative if the other one is earlier. */
export function daysBetween(from: number, to: number): number {
  // Rounded, because a day has 23 or 25 hours when the clock changes.
  return Math.round((startOfDay(to) - startOfDay(from)) / DAY_MS)
}
