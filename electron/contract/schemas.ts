import * as v from 'valibot'
import {
  campaignIdSchema,
  columnKeySchema,
  itemKeySchema,
  naturalNumber,
  text,
  type ReadonlyOutput,
} from './base-schemas.ts'
import { changesQuerySchema } from './changes.ts'
import { MAX_PICTURE_BYTES, PICTURE_VERSIONS } from './pictures.ts'
import { MAX_NOTE_LENGTH, REVIEW_MARKS } from './review.ts'

export const reviewStepSchema = naturalNumber
export const artworkIndexSchema = naturalNumber

/** The current or previous file of an artwork. */
export const pdfFields = {
  itemKey: itemKeySchema,
  artwork: artworkIndexSchema,
  version: v.picklist(PICTURE_VERSIONS),
}

export const reviewMarkSchema = v.nullable(v.picklist(REVIEW_MARKS))
export const menuLabelSchema = v.nullable(text(200))
export const noteSchema = text(MAX_NOTE_LENGTH)
export const pictureBytesSchema = v.pipe(
  v.instance(Uint8Array<ArrayBuffer>),
  v.check(({ byteLength }) => byteLength <= MAX_PICTURE_BYTES),
)
export const contentHashSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

/** Names of members and indexes of entries (from 0), from the outermost object or list inwards. */
const jsonPathSchema = v.pipe(v.array(text(2_000)), v.maxLength(100))

/** A value of the service that is only shown in part (see clip-text.ts). */
export const textSourceSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('cell'), key: itemKeySchema, column: columnKeySchema }),
  /** A value of the item's body; an empty path for the whole body as JSON. */
  v.strictObject({ kind: v.literal('item'), key: itemKeySchema, path: jsonPathSchema }),
  v.strictObject({ kind: v.literal('campaignName'), campaignId: campaignIdSchema }),
  /** A value of the campaign's record; an empty path for the whole record as JSON. */
  v.strictObject({ kind: v.literal('campaign'), campaignId: campaignIdSchema, path: jsonPathSchema }),
  /** A value of a changed item, by its index in the query, or of the campaign's record (null). */
  v.strictObject({
    kind: v.literal('change'),
    query: changesQuerySchema,
    index: v.nullable(naturalNumber),
    field: naturalNumber,
    side: v.picklist(['old', 'new']),
  }),
])
export type TextSource = ReadonlyOutput<typeof textSourceSchema>
