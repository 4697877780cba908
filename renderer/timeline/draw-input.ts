import type { CampaignDateKey } from '../../electron/contract/campaign-columns.ts'
import type { LabelColor } from '../../electron/contract/connection.ts'
import { campaignColumnLabel } from '../../electron/contract/strings/campaign-columns.ts'
import { timelineStrings as messages } from '../../electron/contract/strings/timeline.ts'
import type { DrawingFrame, DrawnRow, DrawnTile } from '../../electron/contract/timeline.ts'
import type { DateShape } from './date-kinds.ts'
import type { DateText } from './date-text.ts'
import { isReversed, type ShownLane } from './lanes.ts'
import { placeLane, type EdgeChip } from './marks.ts'
import type { TimelineLine } from './rows.ts'
import { axisOf, type AxisText } from './ticks.ts'
import { fitScale, panBy, positionOf, type TimeScale } from './time-scale.ts'

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
const NAMES_WIDTH = 220
const PAGE_PLOT_WIDTH = 900
/** The width of dates in a picture, in pixels. Dates far away are at the edges. */
const MAX_PLOT_WIDTH = 8_000
const MIN_PLOT_WIDTH = 400
/** Space before the first and after the last date, in pixels. */
const MARGIN = 48

/** A drawing in parts side by side. */
export interface Drawing {
  readonly frame: DrawingFrame
  readonly tiles: readonly DrawnTile[]
}

/** Returns a drawing of all dates in a zoom, in one part. */
export function drawingInZoom(input: DrawingInput, shown: TimeScale): Drawing {
  const { scale, width } = wholeOf(input, shown)
  return drawingOf(input, scale, width, 1)
}

/** Returns a drawing of all dates that fits the width of a page. */
export function drawingOnPage(input: DrawingInput, shown: TimeScale): Drawing {
  const { scale, width } = wholeOf(input, shown)
  const fitted = fitScale(scale.start, width * scale.msPerPixel, PAGE_PLOT_WIDTH)
  return drawingOf(input, fitted, PAGE_PLOT_WIDTH, 1)
}

/** Returns a drawing of all dates in a zoom, in parts of the width of a page. */
export function drawingOnPages(input: DrawingInput, shown: TimeScale): Drawing {
  const { scale, width } = wholeOf(input, shown)
  return drawingOf(input, scale, PAGE_PLOT_WIDTH, Math.ceil(width / PAGE_PLOT_WIDTH))
}

/** Returns the part of time with all dates and today, limited around what is shown. */
function wholeOf(
  { lines, text }: DrawingInput,
  shown: TimeScale,
): { readonly scale: TimeScale; readonly width: number } {
  const limit = (MAX_PLOT_WIDTH / 2) * shown.msPerPixel
  let [first, last] = [text.now, text.now]
  for (const line of lines) {
    if (line.kind === 'group') continue
    for (const at of [...line.shown.dates.map((date) => date.at), line.shown.start, line.shown.end]) {
      if (at === null || Math.abs(at - text.now) > limit) continue
      first = Math.min(first, at)
      last = Math.max(last, at)
    }
  }
  const width = Math.max(MIN_PLOT_WIDTH, (last - first) / shown.msPerPixel + 2 * MARGIN)
  return { scale: panBy({ ...shown, start: first }, -MARGIN), width: Math.ceil(width) }
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
    tileOf(input, panBy(scale, index * plotWidth), plotWidth, count > 1),
  )
  return { frame, tiles }
}

/** @param isPart whether other parts have the dates beyond its edges */
function tileOf(
  { lines, shapes, colorOf, text, axisText }: DrawingInput,
  scale: TimeScale,
  width: number,
  isPart: boolean,
): DrawnTile {
  const indexes = new Map([...shapes.keys()].map((key, index) => [key, index]))
  const today = positionOf(scale, text.now)
  const chipOf = (chip: EdgeChip | null): DrawnLaneChip => {
    if (chip === null || isPart) return null
    const { count, date, at } = chip
    const isOverdue = date?.isOverdue === true
    const isOutOfOrder = date?.isOutOfOrder === true
    const isDated = count === 1 || isOverdue || isOutOfOrder
    return { text: isDated ? text.shortDay(at) : text.number(count), isOverdue, isOutOfOrder }
  }
  return {
    ...axisOf(scale, width, axisText),
    today:
      today < 0 || today >= width
        ? null
        : { position: today, label: messages.todayOn(text.shortDay(text.now)) },
    rows: lines.map((line): DrawnRow => {
      if (line.kind === 'group') return { kind: 'group', label: line.label, count: text.number(line.count) }
      const { shown } = line
      const placed = placeLane(shown, scale, width, !isPart)
      return {
        kind: 'lane',
        title: shown.lane.title,
        color: colorOf(shown),
        bar: placed.bar === null ? null : { ...placed.bar, isReversed: isReversed(shown) },
        line: placed.line,
        marks: placed.marks.map(({ position, dates, shown: date }) => ({
          position,
          shape: indexes.get(date.key) ?? 0,
          isPast: date.isPast && !date.isOverdue,
          isOverdue: date.isOverdue,
          isOutOfOrder: date.isOutOfOrder,
          count: dates.length,
        })),
        brackets: placed.brackets,
        before: chipOf(placed.before),
        after: chipOf(placed.after),
      }
    }),
  }
}

type DrawnLaneChip = Extract<DrawnRow, { readonly kind: 'lane' }>['before']
