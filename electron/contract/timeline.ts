import * as v from 'valibot'
import {
  campaignIdsSchema,
  connectionIdSchema,
  naturalNumber,
  text,
  type ReadonlyOutput,
} from './base-schemas.ts'
import { CAMPAIGN_DATES } from './campaign-columns.ts'
import { campaignQuerySchema } from './campaign-query.ts'
import { LABEL_COLORS } from './connection.ts'
import { PAPERS } from './paper.ts'
import { recordOf } from './columns.ts'

export const calendarInputSchema = v.strictObject({
  connectionId: connectionIdSchema,
  query: campaignQuerySchema,
  /** Of the campaigns of the query, these; null for all. */
  campaignIds: campaignIdsSchema,
  dates: v.pipe(v.array(v.picklist(CAMPAIGN_DATES)), v.maxLength(CAMPAIGN_DATES.length)),
})

const MAX_PICTURE_BYTES = 200_000_000

export const timelinePictureSchema = v.strictObject({
  connectionId: connectionIdSchema,
  format: v.picklist(['svg', 'png']),
  bytes: v.pipe(
    v.instance(Uint8Array<ArrayBuffer>),
    v.check(({ byteLength }) => byteLength <= MAX_PICTURE_BYTES),
  ),
})

/** Limits of a drawing; people do not reach them. */
const MAX_ROWS = 20_000
const MAX_TILES = 1_000
const MAX_MARKS = 100

const size = v.pipe(v.number(), v.finite())
const label = text(2_000)

const tickSchema = v.strictObject({ position: size, label })
const extentEntries = { position: size, width: size }
const chipSchema = v.nullable(
  v.strictObject({
    text: label,
    /** Index of the shape of its date in the legend; null for a number. */
    shape: v.nullable(naturalNumber),
    isPast: v.boolean(),
    isOverdue: v.boolean(),
    isOutOfOrder: v.boolean(),
  }),
)

/** Colors of a drawing, in a form that SVG supports. */
const colorSchema = v.pipe(v.string(), v.regex(/^(?:#[0-9a-f]{6}|rgb\(\d{1,3}, \d{1,3}, \d{1,3}\))$/u))
export const DRAWING_COLORS = [
  'canvas',
  'surface',
  'sunken',
  'line',
  'text',
  'soft',
  'faint',
  'bad',
  'badSoft',
  'attention',
  'attentionSoft',
] as const

const shapeSchema = v.strictObject({
  path: v.pipe(text(500), v.regex(/^[-\dMmLlHhVvAaZz. ]+$/u)),
  color: v.picklist(LABEL_COLORS),
})

const drawnRowSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('group'), label, count: label }),
  v.strictObject({
    kind: v.literal('lane'),
    title: label,
    color: v.picklist(LABEL_COLORS),
    bar: v.nullable(
      v.strictObject({
        ...extentEntries,
        openStart: v.boolean(),
        openEnd: v.boolean(),
        isReversed: v.boolean(),
      }),
    ),
    line: v.nullable(v.strictObject(extentEntries)),
    marks: v.pipe(
      v.array(
        v.strictObject({
          position: size,
          /** Index of its shape in the legend. */
          shape: naturalNumber,
          isPast: v.boolean(),
          isOverdue: v.boolean(),
          isOutOfOrder: v.boolean(),
          count: naturalNumber,
        }),
      ),
      v.maxLength(MAX_MARKS),
    ),
    /** Above two dates in the wrong order. */
    brackets: v.pipe(v.array(v.strictObject(extentEntries)), v.maxLength(MAX_MARKS)),
    before: chipSchema,
    after: chipSchema,
  }),
])

/** A part of time in a drawing: all rows between two instants. */
const drawnTileSchema = v.strictObject({
  periods: v.pipe(v.array(tickSchema), v.maxLength(MAX_TILES)),
  parts: v.pipe(v.array(tickSchema), v.maxLength(10_000)),
  lines: v.pipe(v.array(size), v.maxLength(10_000)),
  /** Null if today is in another part. */
  today: v.nullable(tickSchema),
  rows: v.pipe(v.array(drawnRowSchema), v.maxLength(MAX_ROWS)),
})

/** What all parts of a drawing have in common. */
const drawingFrameSchema = v.strictObject({
  title: label,
  subtitle: label,
  /** Width of the names and of the dates, in pixels. */
  namesWidth: size,
  plotWidth: size,
  legend: v.pipe(v.array(v.strictObject({ label, shape: shapeSchema })), v.maxLength(MAX_MARKS)),
  colors: v.strictObject({
    ...recordOf(DRAWING_COLORS, () => colorSchema),
    labels: v.strictObject(
      recordOf(LABEL_COLORS, () => v.strictObject({ soft: colorSchema, dot: colorSchema })),
    ),
  }),
})

export const timelinePdfSchema = v.strictObject({
  connectionId: connectionIdSchema,
  paper: v.picklist(PAPERS),
  frame: drawingFrameSchema,
  tiles: v.pipe(v.array(drawnTileSchema), v.minLength(1), v.maxLength(MAX_TILES)),
})

export type DrawnRow = ReadonlyOutput<typeof drawnRowSchema>
export type DrawnTile = ReadonlyOutput<typeof drawnTileSchema>
export type DrawingFrame = ReadonlyOutput<typeof drawingFrameSchema>

/** Heights of the parts of a drawing, in pixels. */
export const DRAWING_HEIGHTS = { title: 44, axis: 40, group: 26, lane: 34, legend: 32 } as const

/** The start of a printed timeline: what is above the first row. */
export interface PrintedTimelineHeader {
  readonly kind: 'timeline'
  readonly frame: DrawingFrame
  readonly tiles: readonly Omit<DrawnTile, 'rows'>[]
  readonly count: number
}

/** A page of a printed timeline. */
export interface PrintedTimelinePage {
  /** Index of its part of time. */
  readonly tile: number
  readonly rows: readonly DrawnRow[]
}
