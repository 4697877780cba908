import { createHash } from 'node:crypto'
import ical from 'ical-generator'
import { clipText } from '../contract/clip-text.ts'
import { dayOfInstant } from '../contract/filter-dates.ts'
import { activeLanguage } from '../contract/messages.ts'

/** An event of a whole day in local time. */
export interface CalendarEvent {
  /** Equal for the same event in every file, so that a calendar updates it. */
  readonly id: string
  /** In milliseconds since 1970. */
  readonly instant: number
  readonly title: string
  readonly description: string
  /** When the data was read, in milliseconds since 1970: a later state replaces an earlier one. */
  readonly asOf: number
}

/** Longer titles and descriptions are clipped: calendars show one line. */
const MAX_LENGTH = 500
/** Sequence numbers count seconds from 2020, because they are at most 2³¹ − 1 in many calendars. */
const FIRST_SEQUENCE_MS = Date.UTC(2020)

/**
 * Returns an iCalendar file (RFC 5545) with these events.
 * @param writtenAt in milliseconds since 1970
 */
export function calendarText(name: string, events: readonly CalendarEvent[], writtenAt: number): string {
  const calendar = ical({
    prodId: { company: 'Campaign Desk', product: 'Campaign Desk', language: activeLanguage().toUpperCase() },
    name: plain(name),
  })
  for (const { id, instant, title, description, asOf } of events) {
    calendar.createEvent({
      id: uniqueId(id),
      sequence: Math.max(0, Math.floor((asOf - FIRST_SEQUENCE_MS) / 1_000)),
      stamp: new Date(writtenAt),
      allDay: true,
      start: localMidnight(instant),
      summary: plain(title),
      description: plain(description),
    })
  }
  return calendar.toString()
}

/** A hash, because ids of the service may be any text. */
function uniqueId(id: string): string {
  return `${createHash('sha256').update(id).digest('hex').slice(0, 40)}@campaign-desk`
}

/** The library writes the UTC day of an event of a whole day. */
function localMidnight(instant: number): Date {
  return new Date(`${dayOfInstant(instant)}T00:00:00Z`)
}

/** Returns a text that a calendar can contain, in one line. */
function plain(text: string): string {
  return clipText(text.toWellFormed().replaceAll(/\p{Cc}+/gu, ' '), MAX_LENGTH)
}
