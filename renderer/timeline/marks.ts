import type { LaneDate, ShownLane } from './lanes.ts'
import { positionOf, type TimeScale } from './time-scale.ts'

/** Marks are not closer than this, in CSS pixels; nearer dates share one. */
const MIN_MARK_DISTANCE = 12

/** Dates of a lane that share a mark, at the first one. */
export interface TimelineMark {
  /** In milliseconds since 1970. */
  readonly at: number
  /** In chronological order; never empty. */
  readonly dates: readonly LaneDate[]
  /** The date whose shape is shown: overdue, out of order, the next one, or the last one. */
  readonly shown: LaneDate
}

/** The last marks of the dates of each lane, which are the same until the zoom changes. */
const lastMarks = new WeakMap<
  readonly LaneDate[],
  { readonly msPerPixel: number; readonly marks: readonly TimelineMark[] }
>()

/**
 * Returns the marks of dates: every date is in exactly one. The same dates have the same marks in a zoom, so
 * that only positions change while time is panned.
 * @param dates in chronological order
 */
export function mergeDates(dates: readonly LaneDate[], msPerPixel: number): readonly TimelineMark[] {
  const last = lastMarks.get(dates)
  if (last?.msPerPixel === msPerPixel) return last.marks
  const marks = computeMarks(dates, msPerPixel)
  lastMarks.set(dates, { msPerPixel, marks })
  return marks
}

function computeMarks(dates: readonly LaneDate[], msPerPixel: number): readonly TimelineMark[] {
  const groups: LaneDate[][] = []
  for (const date of dates) {
    const group = groups.at(-1)
    const first = group?.[0]
    if (group !== undefined && first !== undefined && (date.at - first.at) / msPerPixel < MIN_MARK_DISTANCE)
      group.push(date)
    else groups.push([date])
  }
  return groups.flatMap((group) => {
    const [first] = group
    return first === undefined ? [] : [{ at: first.at, dates: group, shown: shownDate(group, first) }]
  })
}

function shownDate(dates: readonly LaneDate[], first: LaneDate): LaneDate {
  return (
    dates.find(({ isOverdue }) => isOverdue) ??
    dates.find(({ isOutOfOrder }) => isOutOfOrder) ??
    dates.find(({ isPast }) => !isPast) ??
    dates.at(-1) ??
    first
  )
}

/** A part of a lane, in CSS pixels. */
export interface Extent {
  readonly position: number
  readonly width: number
}

/** Dates beyond an edge of the view. */
export interface EdgeChip {
  /** Number of dates, or 1 for a bar alone. */
  readonly count: number
  /** The date that is shown; null if only the bar is beyond the edge. */
  readonly date: LaneDate | null
  /** Where the view has to go to show the nearest of them, in milliseconds since 1970. */
  readonly at: number
}

/** What of a lane is drawn in a view. */
export interface PlacedLane {
  /** Null without start and end, or if it is not in view. */
  readonly bar: (Extent & { readonly openStart: boolean; readonly openEnd: boolean }) | null
  /** The line through all dates; null with fewer than two, or if it is not in view. */
  readonly line: Extent | null
  readonly marks: readonly TimelineMark[]
  /** Brackets from one date to another one with which it is in the wrong order. */
  readonly brackets: readonly Extent[]
  readonly before: EdgeChip | null
  readonly after: EdgeChip | null
  /** Whether nothing is in view, so that the edges show a date. */
  readonly isEmpty: boolean
}

/** Width of a bar of which only one end is known, in CSS pixels. */
const STUB_WIDTH = 20
const MIN_BAR_WIDTH = 4
/** Marks nearer to an edge than this are beyond it, in CSS pixels. */
const EDGE = 4
/** Width of a chip with a number, and with a date. Marks below it are beyond the edge too. */
const CHIP_WIDTH = 36
export const DATED_CHIP_WIDTH = 96
export const CHIP_HEIGHT = 18
/** Bars are drawn this far beyond the view, so that their ends are not visible, in CSS pixels. */
const BEYOND = 20

/**
 * Returns what is drawn of a lane.
 * @param width of the view in CSS pixels
 * @param hasChips whether the edges have room for chips; marks beyond them are left out otherwise
 */
export function placeLane(shown: ShownLane, scale: TimeScale, width: number, hasChips = true): PlacedLane {
  const { dates, start, end } = shown
  const bar = barOf(shown, scale)
  const all = mergeDates(dates, scale.msPerPixel)
  const at = (mark: TimelineMark): number => positionOf(scale, mark.at)
  const first = hasChips ? edgeWidth(all.filter((mark) => at(mark) < EDGE)) : 0
  const last = hasChips ? edgeWidth(all.filter((mark) => at(mark) >= width - EDGE)) : 0
  const before = all.filter((mark) => at(mark) < first).flatMap((mark) => mark.dates)
  const after = all.filter((mark) => at(mark) >= first && at(mark) >= width - last)
  const marks = all.filter((mark) => at(mark) >= first && at(mark) < width - last)
  const clippedBar = bar === null ? null : clip(bar, width)
  const isEmpty = marks.length === 0 && clippedBar === null
  const instants = [dates[0]?.at, dates.at(-1)?.at, start, end].filter(
    (instant) => instant !== null && instant !== undefined,
  )
  const earliest = Math.min(...instants)
  const latest = Math.max(...instants)
  const brackets = shown.conflicts.flatMap((pair): readonly Extent[] => {
    const [one, other] = pair.map((key) => {
      const mark = all.find((each) => each.dates.some((date) => date.key === key))
      return positionOf(scale, mark?.at ?? shown.lane.dates.get(key) ?? Number.NaN)
    })
    const extent = { position: Math.min(one ?? 0, other ?? 0), width: Math.abs((one ?? 0) - (other ?? 0)) }
    // Nearer dates share a mark.
    const visible = extent.width < MIN_MARK_DISTANCE ? null : clip(extent, width)
    return visible === null ? [] : [visible]
  })
  const [barFirst, barLast] =
    bar === null
      ? [null, null]
      : [Math.min(start ?? Infinity, end ?? Infinity), Math.max(start ?? -Infinity, end ?? -Infinity)]
  return {
    bar:
      bar === null || clippedBar === null
        ? null
        : { ...clippedBar, openStart: start === null, openEnd: end === null },
    line:
      latest > earliest
        ? clip(
            { position: positionOf(scale, earliest), width: (latest - earliest) / scale.msPerPixel },
            width,
          )
        : null,
    marks,
    brackets,
    before: edgeOf(
      before.toReversed(),
      isEmpty && barLast !== null && positionOf(scale, barLast) < 0 ? barLast : null,
    ),
    after: edgeOf(
      after.flatMap((mark) => mark.dates),
      isEmpty && barFirst !== null && positionOf(scale, barFirst) > width ? barFirst : null,
    ),
    isEmpty,
  }
}

function barOf({ start, end }: ShownLane, scale: TimeScale): Extent | null {
  if (start === null && end === null) return null
  if (start === null || end === null) {
    const position = positionOf(scale, start ?? end ?? 0)
    return { position: start === null ? position - STUB_WIDTH : position, width: STUB_WIDTH }
  }
  const position = positionOf(scale, Math.min(start, end))
  return { position, width: Math.max(MIN_BAR_WIDTH, Math.abs(end - start) / scale.msPerPixel) }
}

/** Limits an extent to the view and a little more: engines do not draw elements of millions of pixels. */
function clip({ position, width }: Extent, viewWidth: number): Extent | null {
  const from = Math.max(position, -BEYOND)
  const to = Math.min(position + width, viewWidth + BEYOND)
  return to <= 0 || from >= viewWidth || to < from ? null : { position: from, width: to - from }
}

/** Returns the space at an edge for the chip of these marks. */
function edgeWidth(beyond: readonly TimelineMark[]): number {
  if (beyond.length === 0) return EDGE
  return beyond.some(({ shown }) => shown.isOverdue || shown.isOutOfOrder) ? DATED_CHIP_WIDTH : CHIP_WIDTH
}

/** @param dates the nearest first */
function edgeOf(dates: readonly LaneDate[], bar: number | null): EdgeChip | null {
  const [nearest] = dates
  if (nearest === undefined) return bar === null ? null : { count: 1, date: null, at: bar }
  const date =
    dates.find(({ isOverdue }) => isOverdue) ?? dates.find(({ isOutOfOrder }) => isOutOfOrder) ?? nearest
  return { count: dates.length, date, at: date.at }
}
