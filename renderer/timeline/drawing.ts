import { clipText } from '../../electron/contract/clip-text.ts'
import {
  DRAWING_HEIGHTS,
  type DrawingFrame,
  type DrawnRow,
  type DrawnTile,
} from '../../electron/contract/timeline.ts'

const FONT = 'system-ui, -apple-system, Segoe UI, Noto Sans, sans-serif'
/** Room for a text, in pixels; a cautious estimate, because the font is not known. */
const CHARACTER_WIDTH = 7
const MARGIN = 12

type Attributes = Readonly<Record<string, string | number>>

/** Characters that XML 1.0 does not allow, and other control characters. */
const INVALID = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu

function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(INVALID, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

function element(name: string, attributes: Attributes, content = ''): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${typeof value === 'number' ? round(value) : escapeXml(value)}"`,
  )
  return `<${name}${written.join('')}>${content}</${name}>`
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10)
}

interface TextStyle {
  readonly color: string
  readonly size?: number
  readonly weight?: number
  readonly anchor?: 'start' | 'middle' | 'end'
}

/** @param y of the middle of the text */
function textAt(
  x: number,
  y: number,
  text: string,
  { color, size = 12, weight = 400, anchor = 'start' }: TextStyle,
): string {
  return element(
    'text',
    { x, y: y + size * 0.36, 'font-size': size, 'font-weight': weight, fill: color, 'text-anchor': anchor },
    escapeXml(text),
  )
}

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
  const bottom = height - legend
  const parts = [
    element('rect', { width, height, fill: colors.canvas }),
    ...drawTitle(frame),
    element('g', { transform: `translate(0 ${String(title)})` }, drawAxis(frame, tile)),
    element(
      'g',
      { transform: `translate(${round(namesWidth)} ${String(top)})` },
      tile.lines.map((x) => verticalLine(x, bottom - top, colors.line)).join(''),
    ),
    ...drawRows(frame, rows, top),
    ...(tile.today === null
      ? []
      : [
          element(
            'g',
            { transform: `translate(${round(namesWidth)} ${String(top)})` },
            verticalLine(tile.today.position, bottom - top, colors.bad),
          ),
        ]),
    element('g', { transform: `translate(0 ${String(bottom)})` }, drawLegend(frame)),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${round(width)}" height="${round(height)}" viewBox="0 0 ${round(width)} ${round(height)}" font-family="${FONT}">${parts.join('')}</svg>`
}

function verticalLine(x: number, height: number, color: string): string {
  return element('rect', { x, y: 0, width: 1, height, fill: color })
}

function drawTitle({ title, subtitle, namesWidth, plotWidth, colors }: DrawingFrame): readonly string[] {
  const middle = DRAWING_HEIGHTS.title / 2
  const width = namesWidth + plotWidth
  return [
    textAt(MARGIN, middle, fitted(title, width * 0.6), { color: colors.text, size: 15, weight: 600 }),
    textAt(width - MARGIN, middle, subtitle, { color: colors.faint, anchor: 'end' }),
  ]
}

function drawAxis(
  { namesWidth, plotWidth, colors }: DrawingFrame,
  { periods, parts, today }: Omit<DrawnTile, 'rows'>,
): string {
  const { axis } = DRAWING_HEIGHTS
  const fits = ({ position, label }: { readonly position: number; readonly label: string }): boolean =>
    position >= 0 && position + label.length * CHARACTER_WIDTH + 6 <= plotWidth
  const labels = [
    ...periods
      .filter(fits)
      .map(({ position, label }) => textAt(position + 6, 10, label, { color: colors.soft, weight: 500 })),
    ...parts
      .filter(fits)
      .map(({ position, label }) => textAt(position + 6, 30, label, { color: colors.faint, size: 11 })),
  ]
  if (today !== null) {
    const width = today.label.length * CHARACTER_WIDTH + 12
    const x = Math.min(Math.max(0, today.position - width / 2), plotWidth - width)
    labels.push(
      element('rect', { x, y: 21, width, height: 16, rx: 8, fill: colors.bad }),
      textAt(x + width / 2, 29, today.label, {
        color: colors.canvas,
        size: 11,
        weight: 600,
        anchor: 'middle',
      }),
    )
  }
  return [
    element('rect', { width: namesWidth + plotWidth, height: axis, fill: colors.surface }),
    element('rect', { y: axis - 1, width: namesWidth + plotWidth, height: 1, fill: colors.line }),
    element('g', { transform: `translate(${round(namesWidth)} 0)` }, labels.join('')),
  ].join('')
}

function drawRows(frame: DrawingFrame, rows: readonly DrawnRow[], top: number): readonly string[] {
  let y = top
  return rows.map((row) => {
    const at = y
    y += DRAWING_HEIGHTS[row.kind]
    return element('g', { transform: `translate(0 ${String(at)})` }, drawRow(frame, row))
  })
}

function drawRow(frame: DrawingFrame, row: DrawnRow): string {
  const { namesWidth, plotWidth, colors } = frame
  const height = DRAWING_HEIGHTS[row.kind]
  const border = element('rect', {
    y: height - 1,
    width: namesWidth + plotWidth,
    height: 1,
    fill: colors.line,
  })
  if (row.kind === 'group') {
    const name = fitted(row.label, namesWidth * 2)
    return [
      element('rect', { width: namesWidth + plotWidth, height, fill: colors.surface }),
      textAt(MARGIN, height / 2, `${name}  ${row.count}`, { color: colors.text, weight: 600 }),
      border,
    ].join('')
  }
  const title = textAt(MARGIN, height / 2, fitted(row.title, namesWidth - 2 * MARGIN), {
    color: colors.text,
    weight: 500,
  })
  // Nested images clip what is beyond their edges.
  const name = element('svg', { width: namesWidth - MARGIN, height, overflow: 'hidden' }, title)
  const plot = element(
    'svg',
    { x: namesWidth, y: 0, width: plotWidth, height, overflow: 'hidden' },
    drawLane(frame, row, height),
  )
  return [name, plot, border].join('')
}

type DrawnLane = Extract<DrawnRow, { readonly kind: 'lane' }>

function drawLane(frame: DrawingFrame, lane: DrawnLane, height: number): string {
  const { colors, legend, plotWidth } = frame
  const middle = height / 2
  const parts: string[] = []
  if (lane.line !== null)
    parts.push(
      element('rect', {
        x: lane.line.position,
        y: middle,
        width: lane.line.width,
        height: 1,
        fill: colors.faint,
        opacity: 0.5,
      }),
    )
  if (lane.bar !== null) {
    const { position, width, openStart, openEnd, isReversed } = lane.bar
    const { soft, dot } = colors.labels[lane.color]
    const stroke = isReversed ? { stroke: colors.attention, 'stroke-dasharray': '3 2' } : { stroke: dot }
    const isOpen = openStart || openEnd
    parts.push(
      element('rect', {
        x: position,
        y: 7,
        width,
        height: height - 14,
        rx: 4,
        fill: soft,
        ...(isOpen ? {} : stroke),
      }),
    )
    if (isOpen)
      parts.push(
        element('rect', {
          x: openStart ? position + width - 2 : position,
          y: 7,
          width: 2,
          height: height - 14,
          fill: dot,
        }),
      )
  }
  for (const { position, width } of lane.brackets)
    parts.push(
      element('path', {
        d: `M${round(position)} ${round(middle - 5)}v-3q0-5 5-5h${round(width - 10)}q5 0 5 5v3`,
        fill: 'none',
        stroke: colors.attention,
        'stroke-width': 1.5,
      }),
    )
  for (const mark of lane.marks) {
    const shape = legend[mark.shape]?.shape
    if (shape === undefined) continue
    const { dot } = colors.labels[shape.color]
    const ring = mark.isOverdue
      ? element('circle', { r: 10, fill: 'none', stroke: colors.bad, 'stroke-width': 1.5 }) +
        element('circle', { cx: 8, cy: -8, r: 5.5, fill: colors.bad }) +
        textAt(8, -8, '!', { color: colors.canvas, size: 9, weight: 700, anchor: 'middle' })
      : mark.isOutOfOrder
        ? element('circle', {
            r: 10,
            fill: 'none',
            stroke: colors.attention,
            'stroke-width': 1.5,
            'stroke-dasharray': '3 2',
          })
        : ''
    const several =
      mark.count < 2
        ? ''
        : element('circle', { cx: 8, cy: 8, r: 6, fill: colors.canvas, stroke: colors.faint }) +
          textAt(8, 8, String(mark.count), { color: colors.soft, size: 9, weight: 600, anchor: 'middle' })
    const look = mark.isPast ? { fill: colors.canvas, stroke: dot, 'stroke-width': 1.5 } : { fill: dot }
    parts.push(
      element(
        'g',
        { transform: `translate(${round(mark.position)} ${round(middle)})` },
        element('path', { d: shape.path, ...look }) + ring + several,
      ),
    )
  }
  for (const [chip, isBefore] of [
    [lane.before, true],
    [lane.after, false],
  ] as const) {
    if (chip === null) continue
    const color = chip.isOverdue ? colors.bad : chip.isOutOfOrder ? colors.attention : colors.soft
    const text = isBefore ? `‹ ${chip.text}` : `${chip.text} ›`
    parts.push(
      textAt(isBefore ? 6 : plotWidth - 6, middle, text, {
        color,
        size: 11,
        anchor: isBefore ? 'start' : 'end',
      }),
    )
  }
  return parts.join('')
}

function drawLegend({ legend, colors }: DrawingFrame): string {
  let x = MARGIN
  const middle = DRAWING_HEIGHTS.legend / 2
  return legend
    .map(({ label, shape }) => {
      const at = x
      x += 24 + label.length * CHARACTER_WIDTH + MARGIN
      return (
        element('path', {
          d: shape.path,
          fill: colors.labels[shape.color].dot,
          transform: `translate(${round(at + 8)} ${round(middle)})`,
        }) + textAt(at + 22, middle, label, { color: colors.soft })
      )
    })
    .join('')
}
