import { dayOfInstant } from '../../contract/filter-dates.ts'
import { DAY_MS } from '../../contract/instant.ts'

/** Instants of the same local day up to `end`, in milliseconds since 1970. */
interface PartOfDay {
  /** Exclusive. */
  readonly end: number
  readonly code: number
}

/**
 * Codes for the days of instants in local time. The days in UTC with their parts in local time are cached,
 * because computing the day of an instant takes long.
 */
export class LocalDays {
  readonly #codeOfDay: (day: string | null) => number
  /** By days since 1970 in UTC. */
  readonly #parts = new Map<number, readonly PartOfDay[]>()

  /** @param codeOfDay returns the code of a day such as `2026-08-01`; null for items without one */
  constructor(codeOfDay: (day: string | null) => number) {
    this.#codeOfDay = codeOfDay
  }

  /** Returns the code of the day of an instant; that of null for NaN. */
  codeOf(instant: number): number {
    for (const { end, code } of this.#partsOf(Math.floor(instant / DAY_MS))) if (instant < end) return code
    return this.#codeOfDay(null)
  }

  /** Returns the parts of a day in UTC; none for NaN. */
  #partsOf(utcDay: number): readonly PartOfDay[] {
    let parts = this.#parts.get(utcDay)
    if (parts === undefined) {
      parts = Number.isNaN(utcDay) ? [] : this.#partsBetween(utcDay * DAY_MS, (utcDay + 1) * DAY_MS)
      this.#parts.set(utcDay, parts)
    }
    return parts
  }

  /**
   * Returns the parts of a time within a day in UTC. No time zone has changed its offset and changed it back
   * within such a day.
   */
  #partsBetween(start: number, end: number): readonly PartOfDay[] {
    const offset = offsetAt(start)
    const midnight = (Math.floor((start + offset) / DAY_MS) + 1) * DAY_MS - offset
    const next = offsetAt(end - 1) === offset ? midnight : Math.min(midnight, changeAfter(start, end, offset))
    const code = this.#codeOfDay(dayOfInstant(start))
    if (next >= end) return [{ end, code }]
    return [{ end: next, code }, ...this.#partsBetween(next, end)]
  }
}

/** Returns the difference between local time and UTC in milliseconds. */
function offsetAt(instant: number): number {
  const date = new Date(instant)
  const local = new Date(0)
  // `Date.UTC` counts years below 100 from 1900.
  local.setUTCFullYear(date.getFullYear(), date.getMonth(), date.getDate())
  local.setUTCHours(date.getHours(), date.getMinutes(), date.getSeconds(), date.getMilliseconds())
  return local.getTime() - instant
}

/**
 * Returns an instant that has another offset than the one before it. The last one has another than the first.
 */
function changeAfter(start: number, end: number, offset: number): number {
  let [before, after] = [start, end - 1]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (offsetAt(middle) === offset) before = middle
    else after = middle
  }
  return after
}
