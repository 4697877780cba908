import { DAY_MS, parseInstant } from '../../../electron/contract/instant.ts'
import type { OverviewField } from './sections.ts'

/** A date of the campaign with a position on the timeline. */
export interface DatePoint {
  readonly key: string
  readonly label: string
  /** In milliseconds since 1970. */
  readonly time: number
}

/** Returns the fields with a date, earliest first; only the list shows others. */
export function datePoints(fields: readonly OverviewField[]): readonly DatePoint[] {
  return fields
    .flatMap(({ key, label, value }) => {
      const time = typeof value === 'string' ? parseInstant(value) : null
      return time === null ? [] : [{ key, label, time }]
    })
    .sort((one, other) => one.time - other.time)
}

/** A point with its position on the line. */
export interface PlacedPoint extends DatePoint {
  /** Offset from the left edge, in CSS pixels. */
  readonly x: number
  /** Line of the label, from 0; null without space for the label. */
  readonly lane: number | null
  /** Whether the label is left of the point, because it would exceed the right edge. */
  readonly flipped: boolean
}

export interface TimelineTick {
  readonly x: number
  readonly time: number
}

export interface Timeline {
  readonly points: readonly PlacedPoint[]
  readonly lanes: number
  /** Start and end of the campaign; null without both. */
  readonly run: { readonly from: number; readonly to: number } | null
  /** Null if it is outside of the timeline. */
  readonly today: number | null
  /** First days of months or years. */
  readonly ticks: readonly TimelineTick[]
  /** Whether the ticks are years. */
  readonly yearly: boolean
}

const MAX_LANES = 7
/** Space between two labels of a lane, and between a point and its label, in CSS pixels. */
const LABEL_GAP = 14
const POINT_GAP = 8
/** Average width of a character of a label, in CSS pixels. */
const CHARACTER_WIDTH = 6.4
const MARGIN = 12
const MIN_TICK_DISTANCE = 56

/**
 * Places dates on a line of `width` CSS pixels, with labels in as few lanes as are needed to avoid overlaps.
 * Returns null for fewer than two different days.
 */
export function layOutTimeline(points: readonly DatePoint[], width: number, now: number): Timeline | null {
  const first = points[0]
  const last = points.at(-1)
  if (first === undefined || last === undefined || last.time - first.time < DAY_MS || width < 120) return null

  const span = last.time - first.time
  const scale = (time: number): number => MARGIN + ((time - first.time) / span) * (width - 2 * MARGIN)

  /** Occupied ranges of each lane, as pairs of left and right. */
  const occupied: [number, number][][] = []
  const placeLabel = (point: DatePoint, flipped: boolean): PlacedPoint => {
    const x = scale(point.time)
    const length = POINT_GAP + point.label.length * CHARACTER_WIDTH
    const left = flipped ? x - length : x - 4
    const right = flipped ? x + 4 : x + length
    for (let lane = 0; lane < MAX_LANES; lane += 1) {
      const others = (occupied[lane] ??= [])
      if (left < 0 || others.some(([from, to]) => left < to + LABEL_GAP && right > from - LABEL_GAP)) continue
      others.push([left, right])
      return { ...point, x, lane, flipped }
    }
    return { ...point, x, lane: null, flipped }
  }
  // Labels near the right edge fit on one side only, so they are placed first.
  const atEdge = (point: DatePoint): boolean =>
    scale(point.time) + POINT_GAP + point.label.length * CHARACTER_WIDTH > width
  const placedLabels = [
    ...points.filter(atEdge).map((point) => placeLabel(point, true)),
    ...points.filter((point) => !atEdge(point)).map((point) => placeLabel(point, false)),
  ].sort((one, other) => one.time - other.time)

  const start = points.find((point) => point.key === 'startAt')
  const end = points.find((point) => point.key === 'endAt')
  const { ticks, yearly } = ticksBetween(first.time, last.time, scale)
  return {
    points: placedLabels,
    lanes: Math.max(1, ...placedLabels.map((point) => (point.lane ?? 0) + 1)),
    run:
      start !== undefined && end !== undefined && end.time > start.time
        ? { from: scale(start.time), to: scale(end.time) }
        : null,
    today: now >= first.time && now <= last.time ? scale(now) : null,
    ticks,
    yearly,
  }
}

function ticksBetween(
  from: number,
  to: number,
  scale: (time: number) => number,
): { readonly ticks: readonly TimelineTick[]; readonly yearly: boolean } {
  const start = new Date(from)
  const months = (new Date(to).getUTCFullYear() - start.getUTCFullYear()) * 12 + 12
  const monthWidth = (scale(to) - scale(from)) / Math.max(1, (to - from) / (30.4 * DAY_MS))
  const yearly = monthWidth * 6 < MIN_TICK_DISTANCE
  const step = yearly
    ? 12 * Math.max(1, Math.ceil(MIN_TICK_DISTANCE / (monthWidth * 12)))
    : ([1, 2, 3, 6].find((count) => count * monthWidth >= MIN_TICK_DISTANCE) ?? 6)
  const ticks: TimelineTick[] = []
  for (let month = 0; month <= months; month += step) {
    const time = Date.UTC(start.getUTCFullYear(), month, 1)
    if (time > from && time < to) ticks.push({ x: scale(time), time })
  }
  return { ticks, yearly }
}
