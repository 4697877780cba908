import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { dayOfInstant } from '../../electron/contract/filter-dates.ts'
import { DAY_MS, MINUTE_MS } from '../../electron/contract/instant.ts'
import { LocalDays } from '../../electron/store/query/local-days.ts'

const ZONES = [
  'UTC',
  'Europe/Berlin',
  // Had offsets with seconds.
  'Europe/Amsterdam',
  'Africa/Monrovia',
  // Changed one minute after midnight, so that a day has two parts.
  'America/St_Johns',
  // Changes at midnight: the day begins at 1:00, or its first hour is that of the day before.
  'America/Havana',
  'America/Sao_Paulo',
  // Changes by half an hour.
  'Australia/Lord_Howe',
  // Had no 30 December 2011.
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Asia/Kathmandu',
  // Changed twice on a day.
  'Europe/Simferopol',
  // Moved to the other side of the date line.
  'America/Anchorage',
  'Asia/Manila',
] as const

/** Instants around which one of the zones changes its offset. */
const CHANGES = [
  '2026-03-29T01:00:00Z',
  '2026-10-25T01:00:00Z',
  '1937-06-30T23:40:28Z',
  '1972-01-07T00:44:30Z',
  '2006-10-29T02:31:00Z',
  '2007-04-01T03:31:00Z',
  '2026-11-01T05:00:00Z',
  '2018-02-18T02:00:00Z',
  '2017-10-15T03:00:00Z',
  '2026-04-04T15:00:00Z',
  '2011-12-30T10:00:00Z',
  '1994-12-31T10:00:00Z',
  '1985-12-31T18:30:00Z',
  '1867-10-18T14:00:36Z',
  '1844-12-31T15:56:00Z',
  '1944-04-03T12:00:00Z',
].map((time) => Date.parse(time))

const originalZone = process.env['TZ']
afterEach(() => {
  if (originalZone === undefined) delete process.env['TZ']
  else process.env['TZ'] = originalZone
})

describe('LocalDays', () => {
  const ofYears = fc.integer({
    min: Date.parse('0000-01-01T00:00:00Z'),
    max: Date.parse('9999-12-31T23:59:59Z'),
  })
  const ofChanges = fc
    .tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -2 * DAY_MS, max: 2 * DAY_MS }))
    .map(([change, distance]) => change + distance)
  const ofMinutes = fc
    .tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -120, max: 120 }), fc.constantFrom(-1, 0, 1))
    .map(([change, minutes, milliseconds]) => change + minutes * MINUTE_MS + milliseconds)
  const instants = fc.array(fc.oneof(ofYears, ofChanges, ofMinutes, fc.constant(Number.NaN)), {
    maxLength: 50,
  })

  it.each(ZONES)('are the days in local time of %s', (zone) => {
    process.env['TZ'] = zone
    fc.assert(
      fc.property(instants, (list) => {
        const days: (string | null)[] = []
        const found = new LocalDays((day) => days.push(day) - 1)
        expect(list.map((instant) => days[found.codeOf(instant)])).toEqual(
          list.map((instant) => (Number.isNaN(instant) ? null : dayOfInstant(instant))),
        )
      }),
      { numRuns: 300 },
    )
  })
})
