import type { TimeZoneChoice } from '../../contract/export-options.ts'
import { momentOf, zoneOffset } from '../moment.ts'

const DAY_MS = 86_400_000
/** Days from the beginning of a spreadsheet's calendar to 1970. */
const DAYS_BEFORE_1970 = 25_569
/** 1 March 1900: spreadsheets have a 29 February before it that never was. */
const FIRST_RIGHT = 61
/** 31 December 9999, the last day that they know. */
const LAST = 2_958_466

/**
 * The number of days by which a spreadsheet knows a moment (ECMA-376, 18.17.4.1), in a time zone; null
 * for a text that is no timestamp, and for a moment that no spreadsheet can hold.
 */
export function serialDate(text: string, timeZone: TimeZoneChoice = 'local'): number | null {
  const moment = momentOf(text)
  if (moment === null) return null
  const local = moment.getTime() + zoneOffset(moment, timeZone)
  const serial = local / DAY_MS + DAYS_BEFORE_1970
  return serial >= FIRST_RIGHT && serial < LAST ? serial : null
}
