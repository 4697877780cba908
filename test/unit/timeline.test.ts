import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_CAMPAIGN_DATES, type CampaignDateKey } from '../../electron/contract/campaign-columns.ts'
import { DATE_ORDERS } from '../../electron/contract/checks.ts'
import type { CampaignCell } from '../../electron/contract/campaign-query.ts'
import type { FacetValue } from '../../electron/contract/query.ts'
import { DAY_MS } from '../../electron/contract/instant.ts'
import { activateLanguage } from '../../electron/contract/messages.ts'
import { markedKinds, type MarkedDateKey } from '../../renderer/timeline/date-kinds.ts'
import {
  dateRowsOf,
  sortDateRows,
  DATE_ROW_COLUMNS,
  type DateRow,
} from '../../renderer/timeline/date-rows.ts'
import {
  countDates,
  laneOf,
  showLanes,
  type Lane,
  type LaneDate,
  type ShownLane,
} from '../../renderer/timeline/lanes.ts'
import { mergeDates, placeLane } from '../../renderer/timeline/marks.ts'
import { lineAt, linesOf, topsOf } from '../../renderer/timeline/rows.ts'
import { axisOf, createAxisText } from '../../renderer/timeline/ticks.ts'
import {
  initialScale,
  instantAt,
  levelOf,
  panBy,
  positionOf,
  ZOOM_LEVELS,
  zoomAt,
  zoomOfLevel,
  zoomOfShare,
  zoomShare,
  type TimeScale,
} from '../../renderer/timeline/time-scale.ts'

const NOW = Date.UTC(2026, 9, 1, 12)

const instants = fc.integer({ min: Date.UTC(1_900, 0, 1), max: Date.UTC(2_150, 0, 1) })
const scales: fc.Arbitrary<TimeScale> = fc
  .record({ start: instants, share: fc.double({ min: 0, max: 1, noNaN: true }) })
  .map(({ start, share }) => ({ start, msPerPixel: zoomOfShare(share) }))
/** Scales of drawings with dates far away. */
const wideScales: fc.Arbitrary<TimeScale> = fc.record({
  start: instants,
  msPerPixel: fc.integer({ min: DAY_MS, max: 1_000 * DAY_MS }),
})
const positions = fc.integer({ min: -5_000, max: 5_000 })

type Dates = Partial<Record<CampaignDateKey, string>>

function makeLane(id: string, dates: Dates, other: Partial<Record<string, CampaignCell>> = {}): Lane {
  const values: Readonly<Record<string, CampaignCell | undefined>> = { name: id, ...dates, ...other }
  return laneOf(id, (column) => values[column] ?? null, (values['season'] as FacetValue | undefined) ?? null)
}

/** Returns a lane that shows start and end. */
function shownLane(dates: Dates): ShownLane {
  const [shown] = showLanes([makeLane('a', dates)], ['startAt', 'endAt'], NOW)
  if (shown === undefined) throw new Error('There is no lane.')
  return shown
}

const iso = (instant: number): string => new Date(instant).toISOString()

describe('time and positions', () => {
  it('are converted back and forth', () => {
    fc.assert(
      fc.property(scales, instants, positions, (scale, instant, position) => {
        expect(instantAt(scale, positionOf(scale, instant))).toBeCloseTo(instant, -1)
        expect(positionOf(scale, instantAt(scale, position))).toBeCloseTo(position, 3)
      }),
    )
  })

  it('keep the instant under the pointer when the zoom changes', () => {
    fc.assert(
      fc.property(
        scales,
        positions,
        fc.double({ min: 1, max: 1e11, noNaN: true }),
        (scale, position, zoom) => {
          const zoomed = zoomAt(scale, position, zoom)
          expect(instantAt(zoomed, position)).toBeCloseTo(instantAt(scale, position), -1)
          expect(zoomShare(zoomed)).toBeGreaterThanOrEqual(-1e-9)
          expect(zoomShare(zoomed)).toBeLessThanOrEqual(1 + 1e-9)
        },
      ),
    )
  })

  it('move by pixels, and stay within the years that exist', () => {
    fc.assert(
      fc.property(scales, positions, (scale, pixels) => {
        expect(positionOf(panBy(scale, pixels), instantAt(scale, pixels))).toBeCloseTo(0, 3)
      }),
    )
    expect(new Date(panBy({ start: NOW, msPerPixel: DAY_MS }, 1e12).start).getUTCFullYear()).toBe(9_999)
    expect(new Date(panBy({ start: NOW, msPerPixel: DAY_MS }, -1e12).start).getUTCFullYear()).toBe(1)
  })

  it('have named zooms', () => {
    for (const level of ZOOM_LEVELS)
      expect(levelOf(zoomAt({ start: NOW, msPerPixel: 1 }, 0, zoomOfLevel(level)))).toBe(level)
  })

  it('begin with the present and what is near', () => {
    const width = 900
    const isIn = (scale: TimeScale, instant: number): boolean => {
      const position = positionOf(scale, instant)
      return position >= 0 && position <= width
    }
    fc.assert(
      fc.property(fc.array(instants), (all) => {
        const scale = initialScale(all, NOW, width)
        expect(isIn(scale, NOW)).toBe(true)
        for (const instant of all)
          if (instant >= NOW - 90 * DAY_MS && instant <= NOW + 180 * DAY_MS)
            expect(isIn(scale, instant)).toBe(true)
        // Far dates change nothing.
        expect(initialScale([...all, 0, Date.UTC(2_099, 0, 1)], NOW, width)).toEqual(scale)
      }),
    )
    expect(isIn(initialScale([], NOW, 0), NOW)).toBe(true)
  })
})

describe('the axis', () => {
  const text = createAxisText('en-GB', (number) => `Q${String(number)}`)

  it('has few labels in order at every zoom', () => {
    fc.assert(
      fc.property(fc.oneof(scales, wideScales), fc.integer({ min: 1, max: 4_000 }), (scale, width) => {
        const axis = axisOf(scale, width, text)
        for (const ticks of [axis.periods, axis.parts]) {
          const at = ticks.map(({ position }) => position)
          expect(at).toEqual(at.toSorted((one, other) => one - other))
          expect(ticks.length).toBeLessThan(width / 15 + 3)
        }
      }),
    )
  })

  it.each([
    ['en-US', ['1', '8', '15', '22']],
    ['en-GB', ['2', '9', '16', '23']],
    ['de-DE', ['2', '9', '16', '23']],
  ])('begins weeks on the first day of the region of %s', (locale, days) => {
    const scale = { start: new Date(2026, 10, 1).getTime(), msPerPixel: DAY_MS / 6 }
    const { parts } = axisOf(scale, 23 * 6, createAxisText(locale, String))
    expect(
      parts.filter(({ position }) => position >= 0).map(({ at }) => String(new Date(at).getDate())),
    ).toEqual(days)
  })

  it('abbreviates a month the same with and without its year', async () => {
    await activateLanguage('de')
    try {
      const start = new Date(2026, 7, 20).getTime()
      const { periods } = axisOf({ start, msPerPixel: DAY_MS / 3 }, 420, createAxisText('de-DE', String))
      expect(periods.map(({ label }) => label)).toEqual(['Sept.', 'Okt.', 'Nov.', 'Dez.', 'Jan. 2027'])
    } finally {
      await activateLanguage('en')
    }
  })

  it('names months and years', () => {
    const start = new Date(2026, 10, 10).getTime()
    const months = axisOf({ start, msPerPixel: DAY_MS / 3 }, 300, text)
    expect(months.periods.map(({ label }) => label)).toEqual(['Dec', 'Jan 2027', 'Feb'])
    const days = axisOf({ start, msPerPixel: DAY_MS / 30 }, 60, text)
    expect(days.periods).toMatchObject([{ position: 0, label: 'Nov 2026' }])
    expect(days.parts.map(({ label }) => label)).toEqual(['10', '11', '12'])
    const quarters = axisOf({ start, msPerPixel: DAY_MS * 2 }, 200, text)
    expect(quarters.periods.map(({ label }) => label)).toEqual(['2027'])
    expect(quarters.parts.map(({ label }) => label)).toEqual(['Q4', 'Q1', 'Q2', 'Q3', 'Q4'])
    const years = axisOf({ start, msPerPixel: DAY_MS * 20 }, 400, text)
    expect(years).toMatchObject({ parts: [], lines: [57, 149, 240, 331] })
    expect(years.periods.map(({ label }) => label)).toEqual(['2030', '2035', '2040', '2045'])
  })
})

/** In pixels. */
const MIN_MARK_DISTANCE = 12
const KEYS = markedKinds(DEFAULT_CAMPAIGN_DATES)
const laneDates: fc.Arbitrary<readonly LaneDate[]> = fc
  .array(
    fc.record({
      key: fc.constantFrom(...KEYS),
      at: fc.integer({ min: NOW - 400 * DAY_MS, max: NOW + 400 * DAY_MS }),
      isPast: fc.boolean(),
      isOverdue: fc.boolean(),
      isOutOfOrder: fc.boolean(),
    }),
    { maxLength: 12 },
  )
  .map((dates) => dates.toSorted((one, other) => one.at - other.at))

describe('marks', () => {
  it('represent every date exactly once, and are not closer than 12 pixels', () => {
    fc.assert(
      fc.property(laneDates, scales, (dates, { msPerPixel }) => {
        const marks = mergeDates(dates, msPerPixel)
        expect(marks.flatMap((mark) => mark.dates)).toEqual(dates)
        for (const [index, mark] of marks.entries()) {
          const previous = marks[index - 1]
          if (previous !== undefined)
            expect((mark.at - previous.at) / msPerPixel).toBeGreaterThanOrEqual(MIN_MARK_DISTANCE)
          for (const date of mark.dates)
            expect((date.at - mark.at) / msPerPixel).toBeLessThan(MIN_MARK_DISTANCE)
          expect(mark.dates).toContain(mark.shown)
          if (mark.dates.some(({ isOverdue }) => isOverdue)) expect(mark.shown.isOverdue).toBe(true)
        }
      }),
    )
  })

  it('are in the view or counted at its edges', () => {
    fc.assert(
      fc.property(laneDates, scales, fc.integer({ min: 20, max: 2_000 }), (dates, scale, width) => {
        const shown = { ...shownLane({}), dates }
        const { marks, before, after } = placeLane(shown, scale, width)
        const inView = marks.reduce((sum, mark) => sum + mark.dates.length, 0)
        expect(inView + (before?.count ?? 0) + (after?.count ?? 0)).toBe(dates.length)
        for (const { at } of marks) {
          expect(positionOf(scale, at)).toBeGreaterThanOrEqual(0)
          expect(positionOf(scale, at)).toBeLessThanOrEqual(width)
        }
      }),
    )
  })

  it('draw no element far beyond the view', () => {
    const shown = shownLane({ startAt: '1970-01-01T00:00:00Z', endAt: '2099-12-31T00:00:00Z' })
    const { bar, line } = placeLane(shown, { start: NOW, msPerPixel: zoomOfLevel('days') }, 800)
    expect(bar).toMatchObject({ position: -20, width: 840, openStart: false, openEnd: false })
    expect(line).toEqual({ position: -20, width: 840 })
  })

  it('have a bracket for each pair of shown dates in the wrong order, unless they share a mark', () => {
    const days = fc.option(fc.integer({ min: 0, max: 200 }), { nil: null })
    const keys = [...new Set<CampaignDateKey>(DATE_ORDERS.flat())]
    const chosen = fc.subarray<CampaignDateKey>([...keys])
    fc.assert(
      fc.property(fc.array(days, { minLength: 8, maxLength: 8 }), chosen, (all, shownKeys) => {
        const dates: Dates = {}
        for (const [index, key] of keys.entries()) {
          const day = all[index] ?? null
          if (day !== null) dates[key] = iso(NOW + day * DAY_MS)
        }
        const [shown] = showLanes([makeLane('a', dates)], shownKeys, NOW)
        if (shown === undefined) throw new Error('There is no lane.')
        // 20 pixels for a day, so that no dates share a mark unless they are the same.
        const { brackets } = placeLane(shown, { start: NOW - DAY_MS, msPerPixel: DAY_MS / 20 }, 8_000)
        const expected = DATE_ORDERS.flatMap(([first, second]) => {
          const [one, other] = [all[keys.indexOf(first)] ?? null, all[keys.indexOf(second)] ?? null]
          const isShown = shownKeys.includes(first) && shownKeys.includes(second)
          if (!isShown || one === null || other === null || one <= other) return []
          return [{ position: 20 * (other + 1), width: 20 * (one - other) }]
        })
        expect(brackets).toEqual(expected)
      }),
    )
    const [near] = showLanes(
      [makeLane('a', { artworkDue: iso(NOW + DAY_MS), dispatchBy: iso(NOW) })],
      ['artworkDue', 'dispatchBy'],
      NOW,
    )
    if (near === undefined) throw new Error('There is no lane.')
    expect(placeLane(near, { start: NOW - DAY_MS, msPerPixel: DAY_MS / 11 }, 800).brackets).toEqual([])
  })

  it('lead from an edge to a bar that is not in view', () => {
    const shown = shownLane({ endAt: '1970-01-02T00:00:00Z' })
    const placed = placeLane(shown, { start: NOW, msPerPixel: zoomOfLevel('months') }, 800)
    expect(placed).toMatchObject({ bar: null, isEmpty: true, after: null })
    expect(placed.before).toEqual({ count: 1, date: null, at: Date.UTC(1970, 0, 2) })
  })
})

describe('lanes', () => {
  it('know missing, invalid and far dates', () => {
    const lane = makeLane(
      'k1',
      {
        artworkDue: 'soon',
        startAt: '1970-01-01T00:00:00.000Z',
        endAt: '2099-12-31',
        finishBy: '2026-02-30',
      },
      { name: null, reference: 'REF-1', status: 3 },
    )
    expect(lane).toMatchObject({ title: 'REF-1', status: 3, items: null })
    expect([...lane.invalid]).toEqual([
      ['finishBy', '2026-02-30'],
      ['artworkDue', 'soon'],
    ])
    expect([...lane.dates]).toEqual([
      ['startAt', 0],
      ['endAt', Date.UTC(2099, 11, 31)],
    ])
    expect(makeLane('k2', {}, { name: null }).title).toBe('Unnamed (k2)')
    expect(countDates([lane, lane]).get('finishBy')).toBe(2)
  })

  it('are overdue without artwork, and out of order', () => {
    const state = { withoutArtwork: 5, items: 10, isActive: true }
    const lanes = [
      makeLane('late', { artworkDue: iso(NOW - DAY_MS) }, state),
      makeLane('over', { artworkDue: iso(NOW - DAY_MS), endAt: iso(NOW - 1) }, state),
      makeLane('mixed', { artworkDue: iso(NOW + 9 * DAY_MS), dispatchBy: iso(NOW + DAY_MS) }, state),
      makeLane('reversed', { startAt: iso(NOW + DAY_MS), endAt: iso(NOW) }, state),
      makeLane('good', { artworkDue: iso(NOW + DAY_MS) }, state),
    ]
    const shown = showLanes(lanes, DEFAULT_CAMPAIGN_DATES, NOW)
    expect(shown.map(({ isOverdue }) => isOverdue)).toEqual([true, false, false, false, false])
    expect(shown.map(({ isOutOfOrder }) => isOutOfOrder)).toEqual([false, false, true, true, false])
    // What is not shown is not counted.
    expect(
      showLanes(lanes, ['launchDate'], NOW).some(({ isOverdue, isOutOfOrder }) => isOverdue || isOutOfOrder),
    ).toBe(false)
  })
})

const manyLanes = fc.array(
  fc.record({
    id: fc.uuid(),
    season: fc.option(fc.constantFrom('Autumn', 'Winter', 'Spring', 'Äpril'), { nil: null }),
    startAt: fc.option(instants, { nil: null }),
    launchDate: fc.option(instants, { nil: null }),
    artworkDue: fc.option(fc.oneof(instants.map(iso), fc.constant('never')), { nil: null }),
  }),
  { maxLength: 30 },
)

function lanesOf(
  rows: readonly {
    id: string
    season: string | null
    startAt: number | null
    launchDate: number | null
    artworkDue: string | null
  }[],
): readonly Lane[] {
  return rows.map(({ id, season, startAt, launchDate, artworkDue }) =>
    makeLane(
      id,
      {
        ...(startAt === null ? {} : { startAt: iso(startAt) }),
        ...(launchDate === null ? {} : { launchDate: iso(launchDate) }),
        ...(artworkDue === null ? {} : { artworkDue }),
      },
      { season },
    ),
  )
}

describe('lines', () => {
  it('have every lane once in its group, and the groups in order', () => {
    fc.assert(
      fc.property(manyLanes, (rows) => {
        const shown = showLanes(lanesOf(rows), DEFAULT_CAMPAIGN_DATES, NOW)
        const lines = linesOf(shown, { collapsed: new Set(), label: (value) => String(value ?? 'No season') })
        const lanes = lines.flatMap((line) => (line.kind === 'lane' ? [line.shown] : []))
        expect(new Set(lanes)).toEqual(new Set(shown))
        expect(lanes).toHaveLength(shown.length)
        let group: FacetValue = null
        const labels: string[] = []
        for (const line of lines) {
          if (line.kind === 'group') {
            group = line.value
            labels.push(line.label)
            expect(line.count).toBe(shown.filter(({ lane }) => lane.group === group).length)
          } else expect(line.shown.lane.group).toBe(group)
        }
        expect(labels).toEqual([...new Set(shown.map(({ lane }) => String(lane.group ?? 'No season')))])
      }),
    )
  })

  it('are found by their position', () => {
    fc.assert(
      fc.property(manyLanes, fc.nat(2_000), (rows, position) => {
        const lines = linesOf(showLanes(lanesOf(rows), [], NOW), {
          collapsed: new Set(['Winter']),
          label: String,
        })
        const tops = topsOf(lines, { group: 26, lane: 34 })
        const index = lineAt(tops, position)
        let expected = -1
        for (const [each] of lines.entries()) if ((tops[each] ?? 0) <= position) expected = each
        expect(index).toBe(expected)
      }),
    )
  })
})

describe('the table of dates', () => {
  it('has every chosen date once, in the order of a plain sort', () => {
    const chosen = ['artworkDue', 'launchDate', 'startAt'] as const
    fc.assert(
      fc.property(
        manyLanes,
        fc.constantFrom(...DATE_ROW_COLUMNS),
        fc.constantFrom(1, -1),
        (rows, column, direction) => {
          const lanes = lanesOf(rows)
          const all = dateRowsOf(showLanes(lanes, chosen, NOW), chosen, NOW)
          const count = lanes.reduce((sum, { dates, invalid }) => sum + dates.size + invalid.size, 0)
          expect(all).toHaveLength(count)
          const sorted = sortDateRows(all, { column, direction })
          expect(new Set(sorted)).toEqual(new Set(all))
          // The rule of the column alone, written again.
          const collator = new Intl.Collator('en', { numeric: true })
          const states = ['overdue', 'outOfOrder', 'coming', 'past', 'invalid']
          const isAfter = (one: DateRow, other: DateRow): boolean => {
            if (column === 'campaign')
              return direction * collator.compare(one.lane.title, other.lane.title) > 0
            if (column === 'kind') return direction * collator.compare(one.label, other.label) > 0
            if (column === 'state')
              return direction * (states.indexOf(one.state) - states.indexOf(other.state)) > 0
            if (one.at === null) return other.at !== null
            return other.at !== null && direction * (one.at - other.at) > 0
          }
          for (const [index, row] of sorted.entries()) {
            const next = sorted[index + 1]
            if (next !== undefined) expect(isAfter(row, next)).toBe(false)
          }
        },
      ),
    )
  })

  it('states what a date is', () => {
    const lane = makeLane(
      'a',
      { artworkDue: iso(NOW - DAY_MS), finishBy: '?', launchDate: iso(NOW + 3 * DAY_MS), startAt: iso(NOW) },
      { withoutArtwork: 1, items: 2, isActive: true },
    )
    const chosen: readonly (MarkedDateKey | 'startAt')[] = ['artworkDue', 'finishBy', 'launchDate', 'startAt']
    const rows = dateRowsOf(showLanes([lane], chosen, NOW), chosen, NOW)
    expect(rows.map(({ days, state, text }) => [days, state, text])).toEqual([
      [-1, 'overdue', ''],
      [null, 'invalid', '?'],
      [3, 'coming', ''],
      [0, 'coming', ''],
    ])
  })
})
