import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CAMPAIGN_DATES, type CampaignDateKey } from '../../electron/contract/campaign-columns.ts'
import { nextDate, readDates, type CampaignDate } from '../../renderer/views/overview/campaign-dates.ts'
import { layOutTimeline, MARK_GAP, marksOf, type Timeline } from '../../renderer/views/overview/timeline.ts'

const DAY = 86_400_000
const START = Date.UTC(2026, 0, 1)
const NOW = START + 25.5 * DAY

const date = (key: CampaignDateKey, day: number): CampaignDate => ({
  key,
  label: key,
  time: START + day * DAY,
  days: day - 25,
  isOverdue: false,
  isOutOfOrder: false,
})

const iso = (day: number): string => new Date(START + day * DAY).toISOString()

const layOut = (dates: readonly CampaignDate[], width = 800, now = NOW): Timeline | null =>
  layOutTimeline(dates, {
    width,
    now,
    labelOf: (mark) => mark.dates.map(({ label }) => label).join(', '),
    measure: (text) => text.length * 6,
  })

describe('the dates of a campaign', () => {
  it('are read as set, not set, or no dates', () => {
    const { dates, notSet, invalid } = readDates(
      { startAt: iso(40), artworkDue: iso(10), finishBy: 5, launchDate: 'soon', endAt: null },
      null,
      NOW,
    )
    expect(dates.map(({ key, days }) => [key, days])).toEqual([
      ['artworkDue', -15],
      ['startAt', 15],
    ])
    expect(invalid).toEqual(['launchDate', 'finishBy'])
    expect(notSet).toHaveLength(CAMPAIGN_DATES.length - 4)
    expect(notSet).toContain('endAt')
  })

  it.each([
    ['items have no artwork', {}, 3, true],
    ['it is not known', {}, null, false],
    ['all items have artwork', {}, 0, false],
    ['the campaign has ended', { endAt: iso(20) }, 3, false],
    ['the campaign is not active', { isActive: false }, 3, false],
  ])('are overdue only if they ask for artwork: %s', (_, more, withoutArtwork, isOverdue) => {
    const record = { artworkDue: iso(10), approvalDue: iso(11), ...more }
    const { dates } = readDates(record, withoutArtwork, NOW)
    expect(dates.filter((each) => each.isOverdue).map(({ key }) => key)).toEqual(
      isOverdue ? ['artworkDue'] : [],
    )
  })

  it('are out of order in pairs', () => {
    const { dates } = readDates({ startAt: iso(9), endAt: iso(8), finishBy: iso(1) }, null, NOW)
    expect(dates.filter((each) => each.isOutOfOrder).map(({ key }) => key)).toEqual(['endAt', 'startAt'])
  })

  it('have a next one among the chosen, today included', () => {
    const dates = readDates({ finishBy: iso(25), dispatchBy: iso(26), artworkDue: iso(24) }, null, NOW)
    expect(nextDate(dates, ['finishBy', 'dispatchBy', 'artworkDue'])?.key).toBe('finishBy')
    expect(nextDate(dates, ['dispatchBy'])?.key).toBe('dispatchBy')
    expect(nextDate(dates, ['artworkDue'])).toBeNull()
    expect(nextDate(dates, [])).toBeNull()
  })
})

describe('the timeline of a campaign', () => {
  it('combines dates of a day in a band', () => {
    const marks = marksOf([date('startAt', 1), date('launchDate', 1.5), date('finishBy', 1)])
    expect(marks.map(({ dates }) => dates.map(({ key }) => key))).toEqual([
      ['startAt', 'launchDate'],
      ['finishBy'],
    ])
  })

  it('draws the arrival of the kit as a range if its dates are in order', () => {
    const [before, arrival, after] = [
      date('beforeKitArrivalDate', 1),
      date('kitArrivalDate', 4),
      date('afterKitArrivalDate', 7),
    ]
    expect(marksOf([before, arrival, after])).toEqual([
      { dates: [arrival], band: 'production', range: { from: before.time, to: after.time } },
    ])
    expect(marksOf([before, arrival])).toHaveLength(2)
    const late = date('kitArrivalDate', 9)
    expect(marksOf([before, after, late]).map(({ range }) => range)).toEqual([null, null, null])
  })

  it('needs a date and space', () => {
    expect(layOut([])).toBeNull()
    expect(layOut([date('startAt', 0)], 100)).toBeNull()
    expect(layOut([date('startAt', 0)])).not.toBeNull()
  })

  it('shows start and end as a run, and today if it is near', () => {
    const dates = [date('createdAt', 0), date('startAt', 50), date('endAt', 100)]
    const line = layOut(dates)
    expect(line?.run).not.toBeNull()
    expect(line?.today).toBe(line?.past)
    expect(layOut(dates, 800, START - 90 * DAY)).toMatchObject({ today: null, past: 0 })
    expect(layOut(dates, 800, START + 190 * DAY)).toMatchObject({ today: null, past: 800 })
    expect(layOut([date('endAt', 0), date('startAt', 50)])?.run).toBeNull()
  })

  it('leaves out a date that would press the others together', () => {
    const far = date('stockDestructionBy', 2_900_000)
    const line = layOut([date('createdAt', 0), date('startAt', 50), far])
    expect(line?.outside).toEqual([far])
    expect(line?.bands.flatMap(({ marks }) => marks)).toHaveLength(2)
  })

  it('keeps ticks apart over weeks and over years', () => {
    for (const days of [10, 100, 1_000]) {
      const ticks = layOut([date('startAt', 0), date('endAt', days)])?.ticks ?? []
      for (const [index, tick] of ticks.entries()) {
        const next = ticks[index + 1]
        if (next !== undefined) expect(next.x - tick.x).toBeGreaterThan(40)
      }
    }
  })

  it('never overlaps labels, and keeps marks and labels inside', () => {
    const dates = fc.array(
      fc.tuple(fc.constantFrom(...CAMPAIGN_DATES), fc.integer({ min: 0, max: 900 }), fc.nat(30)),
      { minLength: 1, maxLength: CAMPAIGN_DATES.length },
    )
    fc.assert(
      fc.property(dates, fc.integer({ min: 200, max: 2_000 }), fc.nat(1_000), (days, width, today) => {
        const byKey = new Map(
          days.map(([key, day, length]) => [key, { ...date(key, day), label: 'x'.repeat(length) }]),
        )
        const sorted = [...byKey.values()].sort((one, other) => one.time - other.time)
        const line = layOut(sorted, width, START + today * DAY)
        for (const { marks, lanes } of line?.bands ?? []) {
          const taken = marks.map((mark) => {
            const [from, to] = [mark.rangeX?.from ?? mark.x, mark.rangeX?.to ?? mark.x]
            expect(mark.lane).toBeLessThan(lanes)
            const [start, end] = mark.flipped
              ? [from - MARK_GAP - mark.labelWidth, to]
              : [from, to + MARK_GAP + mark.labelWidth]
            expect(start).toBeGreaterThanOrEqual(-1e-6)
            expect(end).toBeLessThanOrEqual(width + 1e-6)
            const labelStart = mark.flipped ? start : to + MARK_GAP
            const now = line?.today ?? -1
            expect(mark.crossesToday).toBe(labelStart < now && labelStart + mark.labelWidth > now)
            return { lane: mark.lane, start, end }
          })
          for (const [index, one] of taken.entries()) {
            for (const other of taken.slice(index + 1)) {
              if (one.lane === other.lane) expect(one.start < other.end && one.end > other.start).toBe(false)
            }
          }
        }
      }),
    )
  })
})
