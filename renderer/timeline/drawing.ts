import { clipText } from '../../electron/contract/clip-text.ts'
import {
  DRAWING_HEIGHTS,
  type DrawingFrame,
  type DrawnRow,
  type DrawnTile,
} from '../../electron/contract/timeline.ts'
import { drawPlot, type PlacedDrawing } from './plot.ts'
import type { TextStyle } from './surface.ts'
import { CHARACTER_WIDTH, roundSvg, svgElement, SvgSurface } from './svg-surface.ts'

const FONT = 'system-ui, -apple-system, Segoe UI, Noto Sans, sans-serif'
const MARGIN = 12

/** Cuts a text that is too long for a width in pixels. */
function fitted(text: string, width: number): string {
  return clipText(text, Math.max(2, Math.floor(width / CHARACTER_WIDTH)))
}

/** Returns the height of a drawing with these rows, in pixels. */
export function drawingHeight(rows: readonly Pick<DrawnRow, 'kind'>[]): number {
  const { title, axis, legend } = DRAWING_HEIGHTS
  return rows.reduce((sum, { kind }) => sum + DRAWING_HEIGHTS[kind], title + axis + legend)
}

/** Returns a drawing as an SVG image, with title, axis and legend. */
export function drawTimeline(
  frame: DrawingFrame,
  tile: Omit<DrawnTile, 'rows'>,
  rows: readonly DrawnRow[],
): string {
  const { namesWidth, plotWidth, colors } = frame
  const width = namesWidth + plotWidth
  const height = drawingHeight(rows)
  const { title, axis, legend } = DRAWING_HEIGHTS
  const top = title + axis
  const surface = new SvgSurface()
  surface.rect({ x: 0, y: 0, width, height }, { fill: colors.canvas })
  drawTitle(surface, frame)
  drawAxis(surface, frame, tile)
  const lanes: PlacedDrawing[] = []
  let y = top
  for (const row of rows) {
    drawRow(surface, frame, row, y)
    if (row.kind === 'lane') lanes.push({ lane: row, y: y - top, height: DRAWING_HEIGHTS.lane })
    y += DRAWING_HEIGHTS[row.kind]
  }
  const box = { x: namesWidth, y: top, width: plotWidth, height: height - legend - top }
  surface.clipped(box, (part) => {
    drawPlot(part, frame, { lines: tile.lines, today: tile.today?.position ?? null, below: null }, lanes)
  })
  drawLegend(surface, frame, height - legend)
  const [w, h] = [roundSvg(width), roundSvg(height)]
  return svgElement(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: w,
      height: h,
      viewBox: `0 0 ${w} ${h}`,
      'font-family': FONT,
    },
    surface.content,
  )
}

function drawTitle(
  surface: SvgSurface,
  { title, subtitle, namesWidth, plotWidth, colors }: DrawingFrame,
): void {
  const middle = DRAWING_HEIGHTS.title / 2
  const width = namesWidth + plotWidth
  surface.text(MARGIN, middle, fitted(title, width * 0.6), { color: colors.text, size: 15, weight: 600 })
  surface.text(width - MARGIN, middle, subtitle, { color: colors.faint, anchor: 'end' })
}

function drawAxis(
  surface: SvgSurface,
  { namesWidth, plotWidth, colors }: DrawingFrame,
  { periods, parts, today }: Omit<DrawnTile, 'rows'>,
): void {
  const { title: top, axis } = DRAWING_HEIGHTS
  const width = namesWidth + plotWidth
  surface.rect({ x: 0, y: top, width, height: axis }, { fill: colors.surface })
  surface.rect({ x: 0, y: top + axis - 1, width, height: 1 }, { fill: colors.line })
  const drawLabels = (ticks: typeof periods, y: number, look: TextStyle): void => {
    for (const { position, label } of ticks)
      if (position >= 0 && position + label.length * CHARACTER_WIDTH + 6 <= plotWidth)
        surface.text(namesWidth + position + 6, top + y, label, look)
  }
  drawLabels(periods, 10, { color: colors.soft, weight: 500 })
  drawLabels(parts, 30, { color: colors.faint, size: 11 })
  if (today === null) return
  const labelWidth = today.label.length * CHARACTER_WIDTH + 12
  const x = namesWidth + Math.min(Math.max(0, today.position - labelWidth / 2), plotWidth - labelWidth)
  surface.rect({ x, y: top + 21, width: labelWidth, height: 16, radius: 8 }, { fill: colors.bad })
  surface.text(x + labelWidth / 2, top + 29, today.label, {
    color: colors.canvas,
    size: 11,
    weight: 600,
    anchor: 'middle',
  })
}

/** Draws all of a row but its dates. */
function drawRow(
  surface: SvgSurface,
  { namesWidth, plotWidth, colors }: DrawingFrame,
  row: DrawnRow,
  y: number,
): void {
  const height = DRAWING_HEIGHTS[row.kind]
  const width = namesWidth + plotWidth
  if (row.kind === 'group') {
    const name = fitted(row.label, namesWidth * 2)
    surface.rect({ x: 0, y, width, height }, { fill: colors.surface })
    surface.text(MARGIN, y + height / 2, `${name}  ${row.count}`, { color: colors.text, weight: 600 })
  } else {
    surface.clipped({ x: 0, y, width: namesWidth - MARGIN, height }, (part) => {
      part.text(MARGIN, height / 2, fitted(row.title, namesWidth - 2 * MARGIN), {
        color: colors.text,
        weight: 500,
      })
    })
  }
  surface.rect({ x: 0, y: y + height - 1, width, height: 1 }, { fill: colors.line })
}

function drawLegend(surface: SvgSurface, { legend, colors }: DrawingFrame, y: number): void {
  let x = MARGIN
  const middle = y + DRAWING_HEIGHTS.legend / 2
  for (const { label, shape } of legend) {
    surface.path(shape.path, x + 8, middle, { fill: colors.labels[shape.color].dot })
    surface.text(x + 22, middle, label, { color: colors.soft })
    x += 24 + label.length * CHARACTER_WIDTH + MARGIN
  }
}
