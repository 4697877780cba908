import { afterEach, describe, expect, it } from 'vitest'
import { comparedDownload, startOfPeriod } from '../../electron/contract/change-period.ts'

const originalZone = process.env['TZ']
afterEach(() => {
  if (originalZone === undefined) delete process.env['TZ']
  else process.env['TZ'] = originalZone
})

const WEEK = { days: 7 } as const

describe('a period of changes', () => {
  it('begins at midnight in local time, the same at every time of today', () => {
    const start = new Date(2026, 10, 20).getTime()
    for (const now of [new Date(2026, 10, 27), new Date(2026, 10, 27, 12), new Date(2026, 10, 27, 23, 59)])
      expect(startOfPeriod(WEEK, now.getTime())).toBe(start)
    expect(startOfPeriod(WEEK, new Date(2026, 10, 28).getTime())).toBe(new Date(2026, 10, 21).getTime())
    expect(startOfPeriod({ days: 1 }, new Date(2026, 2, 1, 8).getTime())).toBe(
      new Date(2026, 1, 28).getTime(),
    )
  })

  it.each([
    // Clocks are set forward on 29 March 2026, and back on 25 October 2026.
    ['2026-03-30T10:00:00+02:00', '2026-03-23T00:00:00+01:00'],
    ['2026-10-26T10:00:00+01:00', '2026-10-19T00:00:00+02:00'],
    ['2026-10-26T00:30:00+01:00', '2026-10-19T00:00:00+02:00'],
  ])('counts calendar days when clocks change: at %s it begins at %s', (now, start) => {
    process.env['TZ'] = 'Europe/Berlin'
    expect(startOfPeriod(WEEK, Date.parse(now))).toBe(Date.parse(start))
  })

  it('compares with the newest download up to its start', () => {
    const now = new Date(2026, 10, 27, 9).getTime()
    const start = new Date(2026, 10, 20).getTime()
    const downloadsAt = (...times: readonly number[]) =>
      times.map((completedAt, index) => ({ downloadKey: times.length - index, completedAt }))
    const keyOf = (...times: readonly number[]): number | undefined =>
      comparedDownload(WEEK, downloadsAt(...times), now)?.downloadKey
    expect(keyOf(now, start, start - 1)).toBe(2)
    expect(keyOf(now, start + 1, start - 1)).toBe(1)
    // Nothing was downloaded in the period, so nothing has changed in it.
    expect(keyOf(start - 1, start - 2)).toBe(2)
    expect(keyOf(now, start + 1)).toBeUndefined()
    expect(keyOf()).toBeUndefined()
    expect(comparedDownload(null, downloadsAt(now, start), now)).toBeUndefined()
    expect(comparedDownload(2, downloadsAt(now, start), now)).toMatchObject({ completedAt: now })
  })
})
