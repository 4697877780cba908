import type { LabelColor } from '../../electron/contract/connection.ts'
import type { DrawingFrame, DrawnRow } from '../../electron/contract/timeline.ts'
import { CHIP_HEIGHT } from './marks.ts'
import type { Look, Surface } from './surface.ts'

export type DrawnLane = Extract<DrawnRow, { readonly kind: 'lane' }>

/** A part of the height of a drawing, in CSS pixels. */
export interface Stretch {
  readonly y: number
  readonly height: number
}

/** A lane with its place in a drawing. */
export interface PlacedDrawing extends Stretch {
  readonly lane: DrawnLane
}

/** What a plot needs of its drawing. */
export type PlotFrame = Pick<DrawingFrame, 'plotWidth' | 'legend' | 'colors'>

/** Positions of the lines between periods, and of today if it is in view, in CSS pixels. */
export interface PlotLines {
  readonly lines: readonly number[]
  readonly today: number | null
  /** Empty space below the last row, through which they continue; null without any. */
  readonly below: Stretch | null
}

const BAR_INSET = 7
const BAR_RADIUS = 4
/** A bar fades in as many steps at an end that is not known. */
const FADE_STEPS = 5
const OUT_OF_ORDER: Pick<Look, 'strokeWidth' | 'dash'> = { strokeWidth: 1.5, dash: [3, 2] }
const BADGE = { size: 9, weight: 600, anchor: 'middle' } as const
const CHEVRON = { before: 'M2-3.5l-3.5 3.5 3.5 3.5', after: 'M-2-3.5l3.5 3.5-3.5 3.5' } as const

/** Draws the dates of lanes from top to bottom: periods, bars, today, marks, and what is beyond the edges. */
export function drawPlot(
  surface: Surface,
  frame: PlotFrame,
  { lines, today, below }: PlotLines,
  lanes: readonly PlacedDrawing[],
): void {
  const { colors } = frame
  const runs = [...runsOf(lanes), ...(below === null ? [] : [below])]
  const drawLine = (x: number, width: number, fill: string): void => {
    for (const { y, height } of runs) surface.rect({ x, y, width, height }, { fill })
  }
  for (const x of lines) drawLine(x, 1, colors.line)
  for (const placed of lanes) drawBar(surface, frame, placed)
  if (today !== null) drawLine(today, 1.5, colors.bad)
  for (const placed of lanes) {
    drawMarks(surface, frame, placed)
    drawChips(surface, frame, placed)
  }
}

/** Returns the parts of a drawing in which lanes follow each other without a group between them. */
function runsOf(lanes: readonly PlacedDrawing[]): readonly Stretch[] {
  const runs: { y: number; height: number }[] = []
  for (const { y, height } of lanes) {
    const last = runs.at(-1)
    if (last !== undefined && last.y + last.height === y) last.height += height
    else runs.push({ y, height })
  }
  return runs
}

function drawBar(surface: Surface, { colors }: PlotFrame, { lane, y, height }: PlacedDrawing): void {
  if (lane.line !== null) {
    const { position, width } = lane.line
    surface.rect(
      { x: position, y: y + Math.round(height / 2), width, height: 1 },
      { fill: colors.faint, opacity: 0.5 },
    )
  }
  if (lane.bar === null) return
  const { position, width, openStart, openEnd, isReversed } = lane.bar
  const { soft, dot } = colors.labels[lane.color]
  const [top, tall] = [y + BAR_INSET, height - 2 * BAR_INSET]
  if (openStart || openEnd) {
    const step = width / FADE_STEPS
    for (let index = 0; index < FADE_STEPS; index += 1) {
      const opacity = (openStart ? index + 1 : FADE_STEPS - index) / FADE_STEPS
      surface.rect({ x: position + index * step, y: top, width: step, height: tall }, { fill: soft, opacity })
    }
    surface.rect(
      { x: openStart ? position + width - 2 : position, y: top, width: 2, height: tall },
      { fill: dot },
    )
    return
  }
  // The outline is within the bar.
  surface.rect(
    { x: position + 0.5, y: top + 0.5, width: Math.max(1, width - 1), height: tall - 1, radius: BAR_RADIUS },
    { fill: soft, ...(isReversed ? { stroke: colors.attention, ...OUT_OF_ORDER } : { stroke: dot }) },
  )
}

function drawMarks(surface: Surface, frame: PlotFrame, { lane, y, height }: PlacedDrawing): void {
  const { colors } = frame
  const middle = y + height / 2
  for (const { position, width } of lane.brackets)
    surface.path(`M0 0v-3q0-5 5-5h${String(Math.round(width) - 10)}q5 0 5 5v3`, position, middle - 5, {
      stroke: colors.attention,
      strokeWidth: 1.5,
    })
  for (const { position: x, shape, isPast, isOverdue, isOutOfOrder, count } of lane.marks) {
    drawShape(surface, frame, shape, { x, y: middle, isPast })
    if (isOverdue) {
      surface.circle(x, middle, 10, { stroke: colors.bad, strokeWidth: 1.5 })
      surface.circle(x + 8, middle - 8, 5.5, { fill: colors.bad })
      surface.text(x + 8, middle - 8, '!', { ...BADGE, color: colors.canvas })
    } else if (isOutOfOrder) surface.circle(x, middle, 10, { stroke: colors.attention, ...OUT_OF_ORDER })
    if (count > 1) {
      surface.circle(x + 8, middle + 8, 6, { fill: colors.canvas, stroke: colors.faint })
      surface.text(x + 8, middle + 8, String(count), { ...BADGE, color: colors.soft })
    }
  }
}

/** Draws the mark of a kind of date, filled for the future. */
function drawShape(
  surface: Surface,
  { colors, legend }: PlotFrame,
  index: number,
  { x, y, isPast }: { readonly x: number; readonly y: number; readonly isPast: boolean },
): void {
  const shape = legend[index]?.shape
  if (shape === undefined) return
  const { dot } = colors.labels[shape.color satisfies LabelColor]
  surface.path(
    shape.path,
    x,
    y,
    isPast
      ? { fill: colors.canvas, stroke: dot, strokeWidth: 1.5 }
      : { fill: dot, stroke: colors.canvas, strokeWidth: 1.5, isOutside: true },
  )
}

function drawChips(surface: Surface, frame: PlotFrame, { lane, y, height }: PlacedDrawing): void {
  const { colors, plotWidth } = frame
  const middle = y + height / 2
  for (const side of ['before', 'after'] as const) {
    const chip = lane[side]
    if (chip === null) continue
    const [color, fill] = chip.isOverdue
      ? [colors.bad, colors.badSoft]
      : chip.isOutOfOrder
        ? [colors.attention, colors.attentionSoft]
        : [colors.soft, colors.sunken]
    const style = { color, size: 11 } as const
    const shapeWidth = chip.shape === null ? 0 : 18
    const width = 20 + shapeWidth + surface.widthOf(chip.text, style)
    const x = side === 'before' ? 2 : plotWidth - 2 - width
    surface.rect({ x, y: middle - CHIP_HEIGHT / 2, width, height: CHIP_HEIGHT, radius: 5 }, { fill })
    surface.path(CHEVRON[side], side === 'before' ? x + 8 : x + width - 8, middle, {
      stroke: color,
      strokeWidth: 1.5,
    })
    const start = side === 'before' ? x + 14 : x + 6
    if (chip.shape !== null)
      drawShape(surface, frame, chip.shape, { x: start + 8, y: middle, isPast: chip.isPast })
    surface.text(start + shapeWidth, middle, chip.text, style)
  }
}
