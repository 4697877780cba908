import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import {
  timelinePdfSchema,
  type DrawnRow,
  type PrintedTimelinePage,
  DRAWING_COLORS,
} from '../../electron/contract/timeline.ts'
import { DEFAULT_CAMPAIGN_DATES } from '../../electron/contract/campaign-columns.ts'
import { LABEL_COLORS } from '../../electron/contract/connection.ts'
import { recordOf } from '../../electron/contract/columns.ts'
import { DAY_MS } from '../../electron/contract/instant.ts'
import { heightOnPaper, widthOnPaper } from '../../electron/contract/paper.ts'
import { createTimelineDocument } from '../../electron/shell/printing/timeline.ts'
import { createDateText } from '../../renderer/timeline/date-text.ts'
import { markedKinds, shapesOf } from '../../renderer/timeline/date-kinds.ts'
import {
  drawingInZoom,
  drawingOnPage,
  drawingOnPages,
  pagesOf,
  rangeOfAll,
  type Drawing,
  type DrawingInput,
  type TimeRange,
} from '../../renderer/timeline/draw-input.ts'
import { drawingHeight, drawTimeline } from '../../renderer/timeline/drawing.ts'
import { laneOf, showLanes } from '../../renderer/timeline/lanes.ts'
import { linesOf } from '../../renderer/timeline/rows.ts'
import { createAxisText } from '../../renderer/timeline/ticks.ts'
import { ZOOM_LEVELS, zoomOfLevel, type TimeScale } from '../../renderer/timeline/time-scale.ts'

const NOW = Date.UTC(2026, 9, 1, 12)
const COLOR = '#123456'
const COLORS: DrawingInput['colors'] = {
  ...recordOf(DRAWING_COLORS, () => COLOR),
  labels: recordOf(LABEL_COLORS, () => ({ soft: COLOR, dot: COLOR })),
}

interface Campaign {
  readonly name: string
  readonly season: string | null
  /** Days from now; null without the date. */
  readonly days: readonly (number | null)[]
}

function inputOf(campaigns: readonly Campaign[]): DrawingInput {
  const lanes = campaigns.map(({ name, season, days }, index) => {
    const values: Record<string, string | null> = { name, season }
    for (const [at, key] of DEFAULT_CAMPAIGN_DATES.entries()) {
      const day = days[at] ?? null
      values[key] = day === null ? null : new Date(NOW + day * DAY_MS).toISOString()
    }
    return laneOf(`k${String(index)}`, (column) => values[column] ?? null, season)
  })
  const format = (value: number): string => String(value)
  return {
    title: 'Timeline of <Sample> & "Data"',
    subtitle: 'As of today',
    lines: linesOf(showLanes(lanes, DEFAULT_CAMPAIGN_DATES, NOW), {
      collapsed: new Set(),
      label: (value) => String(value ?? 'No season'),
    }),
    shapes: shapesOf(markedKinds(DEFAULT_CAMPAIGN_DATES)),
    colorOf: () => 'blue',
    colors: COLORS,
    text: createDateText('en-GB', format, NOW),
    axisText: createAxisText('en-GB', (number) => `Q${String(number)}`),
  }
}

const campaigns: fc.Arbitrary<readonly Campaign[]> = fc.array(
  fc.record({
    name: fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
    season: fc.option(fc.constantFrom('Autumn', '<Winter>'), { nil: null }),
    // Up to a century from today, and once to the end of the years that exist.
    days: fc.array(
      fc.option(fc.oneof(fc.integer({ min: -300, max: 300 }), fc.constantFrom(-36_500, 36_500, 2_900_000)), {
        nil: null,
      }),
      { minLength: 8, maxLength: 8 },
    ),
  }),
  { maxLength: 12 },
)
const SCALE: TimeScale = { start: NOW, msPerPixel: zoomOfLevel('months') }

const allOf = ({ lines }: DrawingInput): TimeRange => rangeOfAll(lines, NOW, SCALE.msPerPixel)

function parse(svg: string): Element {
  const { documentElement } = new DOMParser().parseFromString(svg, 'image/svg+xml')
  expect(documentElement.querySelector('parsererror')).toBeNull()
  expect(documentElement.localName).toBe('svg')
  return documentElement
}

const marksIn = ({ tiles }: Drawing): number =>
  tiles
    .flatMap(({ rows }) => rows)
    .flatMap((row) => (row.kind === 'lane' ? row.marks : []))
    .reduce((sum, { count }) => sum + count, 0)

describe('the drawing of a timeline', () => {
  it('is an image with every date, whatever campaigns are called', () => {
    fc.assert(
      fc.property(campaigns, (all) => {
        const input = inputOf(all)
        const dates = input.lines.reduce(
          (sum, line) => sum + (line.kind === 'lane' ? line.shown.dates.length : 0),
          0,
        )
        for (const draw of [drawingInZoom, drawingOnPage, drawingOnPages]) {
          const drawing = draw(input, allOf(input))
          expect(marksIn(drawing)).toBe(dates)
          for (const tile of drawing.tiles) {
            const image = parse(drawTimeline(drawing.frame, tile, tile.rows))
            expect(Number(image.getAttribute('height'))).toBe(drawingHeight(tile.rows))
            expect(image.textContent).toContain('Timeline of <Sample> & "Data"')
          }
          expect(
            v.safeParse(timelinePdfSchema, { connectionId: 'c1', paper: 'a4', ...drawing }).issues,
          ).toBeUndefined()
        }
      }),
      { numRuns: 20 },
    )
  })

  it('has a bracket between dates in the wrong order', () => {
    const input = inputOf([
      { name: 'Mixed', season: null, days: [30, null, null, 10, null, null, null, null] },
    ])
    const { frame, tiles } = drawingInZoom(input, allOf(input))
    const [tile] = tiles
    if (tile === undefined) throw new Error('There is no part.')
    const [lane] = tile.rows.filter((row) => row.kind === 'lane')
    expect(lane?.brackets).toHaveLength(1)
    const brackets = parse(drawTimeline(frame, tile, tile.rows)).querySelectorAll('path[fill="none"]')
    expect(brackets).toHaveLength(1)
    expect(brackets[0]?.getAttribute('d')).toMatch(/^M0 0v-3q0-5 5-5h\d+q5 0 5 5v3$/u)
  })

  it('has all dates far away in a wider zoom, of a reasonable width', () => {
    const input = inputOf([
      { name: 'Far', season: null, days: [-20_000, 0, 26_000, null, null, null, -20_000, 26_000] },
    ])
    const range = allOf(input)
    const { frame, tiles } = drawingInZoom(input, range)
    expect(frame.plotWidth).toBeLessThanOrEqual(8_000)
    expect(range.scale.msPerPixel).toBeGreaterThan(SCALE.msPerPixel)
    const [lane] = tiles[0]?.rows.filter((row) => row.kind === 'lane') ?? []
    expect(lane).toMatchObject({ before: null, after: null })
    expect(tiles[0]?.periods[0]?.label).toBe('1972')
    expect(drawingOnPages(input, range).tiles).toHaveLength(pagesOf(range))
    expect(pagesOf(range)).toBeLessThan(12)
  })

  it('has the dates of any shown range, and counts the others at its edges', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -40_000, max: 40_000 }), { minLength: 6, maxLength: 6 }),
        fc.integer({ min: -40_000, max: 40_000 }),
        fc.constantFrom(...ZOOM_LEVELS),
        (days, start, level) => {
          const input = inputOf([{ name: 'Somewhere', season: null, days: [...days, null, null] }])
          const scale = { start: NOW + start * DAY_MS, msPerPixel: zoomOfLevel(level) }
          const { frame, tiles } = drawingInZoom(input, { scale, width: 1_000 })
          expect(frame.plotWidth).toBe(1_000)
          const [lane] = tiles[0]?.rows.filter((row) => row.kind === 'lane') ?? []
          const positions = days.map((day) => (NOW + day * DAY_MS - scale.start) / scale.msPerPixel)
          // Chips at the edges cover at most 96 pixels.
          const inView = positions.filter((position) => position > 110 && position < 890).length
          const drawn = lane?.marks.reduce((sum, { count }) => sum + count, 0) ?? 0
          expect(drawn).toBeGreaterThanOrEqual(inView)
          expect(drawn).toBeLessThanOrEqual(positions.filter((at) => at >= -12 && at <= 1_012).length)
          expect(lane?.before === null).toBe(positions.every((at) => at >= 4) || drawn === days.length)
        },
      ),
    )
  })
})

describe('the printed timeline', () => {
  it('has every row once in each part, on pages on which it fits', () => {
    const rows: DrawnRow[] = Array.from({ length: 200 }, (_, index) =>
      index % 30 === 0
        ? { kind: 'group', label: `Group ${String(index)}`, count: '29' }
        : {
            kind: 'lane',
            title: `Lane ${String(index)}`,
            color: 'blue',
            bar: null,
            line: null,
            marks: [],
            brackets: [],
            before: null,
            after: null,
          },
    )
    const { frame, tiles } = drawingOnPages(inputOf([]), allOf(inputOf([])))
    const [first] = tiles
    if (first === undefined) throw new Error('There is no part.')
    const document = createTimelineDocument({
      paper: 'a4',
      frame,
      tiles: [
        { ...first, rows },
        { ...first, rows },
      ],
    })
    const pages = document.entries(0, document.count) as readonly PrintedTimelinePage[]
    for (const part of [0, 1]) {
      const lanes = pages
        .filter(({ tile }) => tile === part)
        .flatMap((page) => page.rows)
        .filter(({ kind }) => kind === 'lane')
      expect(lanes).toEqual(rows.filter(({ kind }) => kind === 'lane'))
    }
    const room =
      (heightOnPaper('a4', 'landscape') / widthOnPaper('a4', 'landscape')) *
      (frame.namesWidth + frame.plotWidth)
    for (const page of pages) {
      expect(drawingHeight(page.rows)).toBeLessThanOrEqual(room)
      expect(page.rows[0]?.kind).toBe('group')
      expect(page.rows.at(-1)?.kind).toBe('lane')
    }
  })
})
