import type { CampaignDateKey } from '../../electron/contract/campaign-columns.ts'
import type { LabelColor } from '../../electron/contract/connection.ts'
import { campaignColumnLabel } from '../../electron/contract/column-labels.ts'
import { messages } from '../../electron/contract/messages.ts'
import type { DrawingFrame, DrawnRow, DrawnTile } from '../../electron/contract/timeline.ts'
import type { DateShape } from './date-kinds.ts'
import type { DateText } from './date-text.ts'
import { isReversed, type LaneDate, type ShownLane } from './lanes.ts'
import { placeLane, type EdgeChip } from './marks.ts'
import type { DrawnLane } from './plot.ts'
import type { TimelineLine } from './rows.ts'
import { axisOf, type AxisText, type Tick } from './ticks.ts'
import { fitScale, instantAt, positionOf, type TimeScale } from './time-scale.ts'

/** What a drawing shows. */
export interface DrawingInput {
  readonly title: string
  readonly subtitle: string
  readonly lines: readonly TimelineLine[]
  readonly shapes: ReadonlyMap<CampaignDateKey, DateShape>
  readonly colorOf: (shown: ShownLane) => LabelColor
  readonly colors: DrawingFrame['colors']
  readonly text: DateText
  readonly axisText: AxisText
}

/** Widths of names, and of the dates on a page, in pixels. */
export const NAMES_WIDTH = 220
const PAGE_PLOT_WIDTH = 900
/** The largest width of all dates, in pixels: if they need more in a zoom, they are drawn in a wider one. */
const MAX_PLOT_WIDTH = 8_000
const MIN_PLOT_WIDTH = 400
/** Space before the first and after the last date, in pixels. */
const MARGIN = 48

/** A part of time in a zoom. */
export interface TimeRange {
  readonly scale: TimeScale
  /** In pixels. */
  readonly width: number
}

/** A drawing in parts side by side. */
export interface Drawing {
  readonly frame: DrawingFrame
  readonly tiles: readonly DrawnTile[]
}

/**
 * Returns the part of time with all dates and today, in a zoom or in the closest one in which it has a
 * reasonable width.
 * @param now milliseconds since 1970
 */
export function rangeOfAll(lines: readonly TimelineLine[], now: number, zoom: number): TimeRange {
  let [first, last] = [now, now]
  for (const line of lines) {
    if (line.kind === 'group') continue
    for (const at of [...line.shown.dates.map((date) => date.at), line.shown.start, line.shown.end]) {
      if (at === null) continue
      first = Math.min(first, at)
      last = Math.max(last, at)
    }
  }
  const msPerPixel = Math.max(zoom, (last - first) / (MAX_PLOT_WIDTH - 2 * MARGIN))
  const width = Math.max(MIN_PLOT_WIDTH, (last - first) / msPerPixel + 2 * MARGIN)
  return { scale: { start: first - MARGIN * msPerPixel, msPerPixel }, width: Math.ceil(width) }
}

/** Returns a drawing of a part of time in one part. */
export function drawingInZoom(input: DrawingInput, { scale, width }: TimeRange): Drawing {
  return drawingOf(input, scale, width, 1)
}

/** Returns a drawing of a part of time that fits the width of a page. */
export function drawingOnPage(input: DrawingInput, { scale, width }: TimeRange): Drawing {
  const fitted = fitScale(scale.start, width * scale.msPerPixel, PAGE_PLOT_WIDTH)
  return drawingOf(input, fitted, PAGE_PLOT_WIDTH, 1)
}

/** Returns how many pages side by side a part of time needs. */
export function pagesOf({ width }: TimeRange): number {
  return Math.ceil(width / PAGE_PLOT_WIDTH)
}

/** Returns a drawing of a part of time, in parts of the width of a page. */
export function drawingOnPages(input: DrawingInput, range: TimeRange): Drawing {
  return drawingOf(input, range.scale, PAGE_PLOT_WIDTH, pagesOf(range))
}

function drawingOf(input: DrawingInput, scale: TimeScale, plotWidth: number, count: number): Drawing {
  const { title, subtitle, shapes, colors } = input
  const frame: DrawingFrame = {
    title,
    subtitle,
    namesWidth: NAMES_WIDTH,
    plotWidth,
    legend: [...shapes].map(([key, shape]) => ({ label: campaignColumnLabel(key), shape })),
    colors,
  }
  const tiles = Array.from({ length: count }, (_, index) =>
    tileOf(input, { ...scale, start: instantAt(scale, index * plotWidth) }, plotWidth, count > 1),
  )
  return { frame, tiles }
}

/** What is needed to draw lanes. */
export type LaneInput = Pick<DrawingInput, 'shapes' | 'colorOf' | 'text'>

/**
 * Returns what is drawn of a lane.
 * @param width of the part with the dates, in CSS pixels
 * @param isPart whether other parts have the dates beyond its edges
 */
export function drawnLane(
  shown: ShownLane,
  { shapes, colorOf, text }: LaneInput,
  scale: TimeScale,
  width: number,
  isPart = false,
): DrawnLane {
  const keys = [...shapes.keys()]
  const placed = placeLane(shown, scale, width, !isPart)
  const chipOf = (chip: EdgeChip | null): DrawnLane['before'] => {
    if (chip === null || isPart) return null
    const { count, date, at } = chip
    const isOverdue = date?.isOverdue === true
    const isOutOfOrder = !isOverdue && date?.isOutOfOrder === true
    const isDated = placed.isEmpty || isOverdue || isOutOfOrder
    return {
      text: isDated ? text.shortDay(at) : text.number(count),
      shape: isDated && date !== null ? shapeOf(date) : null,
      isPast: date?.isPast === true && !isOverdue,
      isOverdue,
      isOutOfOrder,
    }
  }
  const shapeOf = ({ key }: LaneDate): number => Math.max(0, keys.indexOf(key))
  return {
    kind: 'lane',
    title: shown.lane.title,
    color: colorOf(shown),
    bar: placed.bar === null ? null : { ...placed.bar, isReversed: isReversed(shown) },
    line: placed.line,
    marks: placed.marks.map(({ at, dates, shown: date }) => ({
      position: positionOf(scale, at),
      shape: shapeOf(date),
      isPast: date.isPast && !date.isOverdue,
      isOverdue: date.isOverdue,
      isOutOfOrder: date.isOutOfOrder,
      count: dates.length,
    })),
    brackets: placed.brackets,
    before: chipOf(placed.before),
    after: chipOf(placed.after),
  }
}

/** @param isPart whether other parts have the dates beyond its edges */
function tileOf(input: DrawingInput, scale: TimeScale, width: number, isPart: boolean): DrawnTile {
  const { lines, text, axisText } = input
  const today = positionOf(scale, text.now)
  const { periods, parts, lines: verticalLines } = axisOf(scale, width, axisText)
  const tickOf = ({ position, label }: Tick): { position: number; label: string } => ({ position, label })
  return {
    periods: periods.map(tickOf),
    parts: parts.map(tickOf),
    lines: verticalLines,
    today:
      today < 0 || today >= width
        ? null
        : { position: today, label: messages.timeline.todayOn({ day: text.shortDay(text.now) }) },
    rows: lines.map((line): DrawnRow =>
      line.kind === 'group'
        ? { kind: 'group', label: line.label, count: text.number(line.count) }
        : drawnLane(line.shown, input, scale, width, isPart),
    ),
  }
}
