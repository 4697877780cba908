import fc from 'fast-check'
import ICAL from 'ical.js'
import { convertIcsCalendar } from 'ts-ics'
import { describe, expect, it } from 'vitest'
import { dayOfInstant } from '../../electron/contract/filter-dates.ts'
import { calendarText, type CalendarEvent } from '../../electron/export/calendar.ts'

const WRITTEN_AT = Date.UTC(2026, 10, 26, 9, 0)

const event: fc.Arbitrary<CalendarEvent> = fc.record({
  id: fc.string({ unit: 'binary' }),
  instant: fc.integer({ min: Date.UTC(1990), max: Date.UTC(2090) }),
  title: fc.string({ unit: 'grapheme', maxLength: 300 }),
  description: fc.string({ unit: 'binary', maxLength: 300 }),
  asOf: fc.integer({ min: 0, max: Date.UTC(2090) }),
})

/** What both parsers read of an event. */
interface Read {
  readonly uid: string
  readonly day: string
  readonly title: string
  readonly sequence: number
}

function readWithIcalJs(text: string): readonly Read[] {
  const calendar = new ICAL.Component(ICAL.parse(text) as [string, unknown[], unknown[]])
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const parsed = new ICAL.Event(component)
    return {
      uid: parsed.uid,
      day: parsed.startDate.toString(),
      title: parsed.summary,
      sequence: Number(component.getFirstPropertyValue('sequence')),
    }
  })
}

function readWithTsIcs(text: string): readonly Read[] {
  return (convertIcsCalendar(undefined, text).events ?? []).map(({ uid, start, summary, sequence }) => ({
    uid,
    day: start.date.toISOString().slice(0, 'yyyy-mm-dd'.length),
    title: summary,
    sequence: sequence ?? 0,
  }))
}

describe('a calendar', () => {
  it('is read by two parsers, with the local day of each event', () => {
    const events: readonly CalendarEvent[] = [
      {
        id: 'a',
        instant: Date.UTC(2026, 10, 30, 12),
        title: 'Łódź – opening; “big”, really: Dispatch by',
        description: 'Line\nbreak',
        asOf: Date.UTC(2026, 0, 1),
      },
      { id: 'b', instant: Date.UTC(2027, 1, 28, 12), title: '', description: '', asOf: 0 },
    ]
    const text = calendarText('Sample', events, WRITTEN_AT)
    const expected = events.map(({ instant, title, asOf }) => ({
      uid: expect.stringMatching(/^[\da-f]{40}@campaign-desk$/u) as unknown,
      day: dayOfInstant(instant),
      title,
      sequence: Math.max(0, (asOf - Date.UTC(2020)) / 1_000),
    }))
    expect(readWithIcalJs(text)).toEqual(expected)
    expect(readWithTsIcs(text).map(({ title, ...read }) => ({ ...read, title: title || '' }))).toEqual(
      expected,
    )
  })

  it('has the same events for both parsers, whatever the service sends', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 5 }), fc.string(), (events, name) => {
        const text = calendarText(name, events, WRITTEN_AT)
        const read = readWithIcalJs(text)
        expect(read.map(({ day }) => day)).toEqual(events.map(({ instant }) => dayOfInstant(instant)))
        for (const [index, { title }] of events.entries())
          expect(read[index]?.title).toBe(title.toWellFormed().replaceAll(/\p{Cc}+/gu, ' '))
        const others = readWithTsIcs(text)
        expect(others.map(({ uid, day, sequence }) => ({ uid, day, sequence }))).toEqual(
          read.map(({ uid, day, sequence }) => ({ uid, day, sequence })),
        )
        // RFC 5545, section 3.1: lines end with CRLF and have 75 bytes at most.
        for (const line of text.split('\r\n')) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
          expect(line).not.toMatch(/[\r\n]/u)
        }
      }),
    )
  })

  it('updates an event with the same id, and has a later sequence for later data', () => {
    const first = { id: 'x', instant: 0, title: 'A', description: '', asOf: Date.UTC(2026, 0, 1) }
    const later = { ...first, instant: 5 * 86_400_000, asOf: Date.UTC(2026, 0, 2) }
    const [before] = readWithIcalJs(calendarText('C', [first], WRITTEN_AT))
    const [after] = readWithIcalJs(calendarText('C', [later], WRITTEN_AT))
    expect(after?.uid).toBe(before?.uid)
    expect(after?.sequence).toBeGreaterThan(before?.sequence ?? Infinity)
  })

  it('clips long texts', () => {
    const long = { id: 'x', instant: 0, title: 'a'.repeat(10_000), description: 'b'.repeat(10_000), asOf: 0 }
    expect(calendarText('C', [long], WRITTEN_AT).length).toBeLessThan(2_000)
  })
})
