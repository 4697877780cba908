const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** Days from the beginning of a spreadsheet's calendar to 1970. */
const DAYS_BEFORE_1970 = 25_569
/** 1 March 1900: spreadsheets have a 29 February before it that never was. */
const FIRST_RIGHT = 61
/** 31 December 9999, the last day that they know. */
const LAST = 2_958_466

/** ISO 8601 with date, time and zone, and nothing that could be anything else. */
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/u

/**
 * The number of days by which a spreadsheet knows a moment (ECMA-376, 18.17.4.1), in the time zone of this computer; null
 * for a text that is no timestamp, and for a moment that no spreadsheet can hold.
 */
export function serialDate(text: string): number | null {
  if (!TIMESTAMP.test(text)) return null
  const moment = new Date(text)
  const at = moment.getTime()
  if (Number.isNaN(at)) return null
  const serial = (at - moment.getTimezoneOffset() * MINUTE_MS) / DAY_MS + DAYS_BEFORE_1970
  return serial >= FIRST_RIGHT && serial < LAST ? serial : null
}
