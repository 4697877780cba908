import * as v from 'valibot'
import { AppError } from '../contract/app-error.ts'
import { columnKindOf, ITEM_COLUMNS, recordOf, type KindOf } from '../contract/columns.ts'
import { MAX_AUTHOR_LENGTH } from '../contract/review-file.ts'
import {
  MAX_NOTE_LENGTH,
  MAX_PHOTOS,
  PHOTO_KINDS,
  REVIEW_MARKS,
  REVIEWED_COLUMNS,
  type Review,
  type ReviewedColumn,
  type ReviewPhoto,
} from '../contract/review.ts'
import { messages } from '../contract/messages.ts'
import { MAX_REVIEW_TEXT_LENGTH, MAX_CAMPAIGNS, MAX_ITEMS, unusable } from './limits.ts'
import type { ReviewFileContent } from './types.ts'

/** Name of the entry with everything except the photos. */
export const REVIEW_ENTRY = 'review.json'

const FORMAT = 'campaign-desk-review'
/** An older application rejects a newer major version, and ignores fields that a newer minor version adds. */
const VERSION = { major: 1, minor: 0 }

/** Length of the path of an invalid field in a message. */
const MAX_PATH_LENGTH = 200

const EXTENSIONS = { jpeg: 'jpg', png: 'png', webp: 'webp' } as const

/** Returns the name of the entry with a photo. */
export function photoEntry({ hash, kind }: Pick<ReviewPhoto, 'hash' | 'kind'>): string {
  return `photos/${hash}.${EXTENSIONS[kind]}`
}

const text = (maxLength: number) => v.pipe(v.string(), v.maxLength(maxLength))
const id = v.pipe(text(MAX_REVIEW_TEXT_LENGTH), v.minLength(1))
const nullableText = v.nullable(text(MAX_REVIEW_TEXT_LENGTH))
const wholeNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
/** Parses a time in ISO 8601, in UTC, to milliseconds since 1970. */
const timestamp = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/u),
  v.transform((isoText) => Date.parse(isoText)),
  v.safeInteger(),
  v.minValue(0),
)

/** A value that does not have its column's type is stored as text, as in `ItemRow`. */
const numberOrText = v.nullable(v.union([v.number(), text(MAX_REVIEW_TEXT_LENGTH)]))
const flagOrText = v.nullable(v.union([v.boolean(), text(MAX_REVIEW_TEXT_LENGTH)]))

const cellSchemas = { text: nullableText, number: numberOrText, boolean: flagOrText, dateTime: nullableText }
const itemSchema = v.object(
  recordOf(REVIEWED_COLUMNS, (key) => {
    const schema = cellSchemas[columnKindOf(key)]
    return ITEM_COLUMNS[key].reviewed === 'optional' ? v.optional(schema) : schema
  }) as { readonly [Key in ReviewedColumn]: (typeof cellSchemas)[KindOf<Key>] },
)

const photoSchema = v.object({
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/u)),
  kind: v.picklist(PHOTO_KINDS),
  width: v.pipe(wholeNumber, v.minValue(1)),
  height: v.pipe(wholeNumber, v.minValue(1)),
  bytes: v.pipe(wholeNumber, v.minValue(1)),
  addedAt: timestamp,
})

const reviewSchema = v.object({
  id,
  campaignId: v.nullable(id),
  mark: v.nullable(v.picklist(REVIEW_MARKS)),
  markedAt: v.nullable(timestamp),
  note: text(MAX_NOTE_LENGTH),
  item: itemSchema,
  photos: v.pipe(v.array(photoSchema), v.maxLength(MAX_PHOTOS)),
})

/** Ignores unknown fields, which a later minor version may add. */
const contentSchema = v.object({
  // The author is displayed on one line.
  author: v.pipe(
    text(MAX_AUTHOR_LENGTH),
    v.transform((name) => name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()),
  ),
  writtenAt: timestamp,
  campaigns: v.pipe(v.array(v.object({ id, name: nullableText })), v.maxLength(MAX_CAMPAIGNS)),
  items: v.pipe(v.array(reviewSchema), v.maxLength(MAX_ITEMS)),
})

const versionSchema = v.object({
  format: v.literal(FORMAT),
  version: v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}\.\d{1,6}$/u)),
})

const toIsoText = (milliseconds: number): string => new Date(milliseconds).toISOString()

/** Truncates a text to the length that the import accepts; returns other values unchanged. */
function truncateText<Value>(value: Value): Value | string {
  return typeof value === 'string' ? value.slice(0, MAX_REVIEW_TEXT_LENGTH).toWellFormed() : value
}

/** Serializes a review to the JSON of its entry. */
export function serializeReview({ author, writtenAt, campaigns, reviews }: ReviewFileContent): string {
  return JSON.stringify(
    {
      format: FORMAT,
      version: `${String(VERSION.major)}.${String(VERSION.minor)}`,
      author,
      writtenAt: toIsoText(writtenAt),
      campaigns: campaigns.map(({ id: campaignId, name }) => ({ id: campaignId, name: truncateText(name) })),
      items: reviews.map(({ campaignItemId, campaignId, mark, markedAt, note, item, photos }) => ({
        id: campaignItemId,
        campaignId,
        mark,
        markedAt: markedAt === null ? null : toIsoText(markedAt),
        note,
        item: Object.fromEntries(
          Object.entries(item).map(([column, value]) => [column, truncateText(value)]),
        ),
        photos: photos.map(({ hash, kind, width, height, bytes, addedAt }) => ({
          sha256: hash,
          kind,
          width,
          height,
          bytes,
          addedAt: toIsoText(addedAt),
        })),
      })),
    },
    null,
    1,
  )
}

/**
 * Parses the JSON of a review's entry. Throws `reviewFileNewer` for another major version, and
 * `reviewFileUnusable` for invalid content.
 */
export function parseReview(jsonText: string): ReviewFileContent {
  let json: unknown
  try {
    json = JSON.parse(jsonText)
  } catch {
    throw unusable(messages.reviewFiles.reasons.notJson)
  }
  const header = v.safeParse(versionSchema, json)
  if (!header.success) throw unusable(messages.reviewFiles.reasons.notAReview)
  const major = Number.parseInt(header.output.version, 10)
  if (major !== VERSION.major) {
    throw new AppError('reviewFileNewer', {
      detail: `The format is ${String(major)}, the known one ${String(VERSION.major)}.`,
    })
  }
  const content = v.safeParse(contentSchema, json, { abortEarly: true })
  if (!content.success) {
    const path = v.getDotPath(content.issues[0])
    throw unusable(
      path === null
        ? messages.reviewFiles.reasons.invalidForm
        : messages.reviewFiles.reasons.invalidField({ path: path.slice(0, MAX_PATH_LENGTH) }),
    )
  }
  const { author, writtenAt, campaigns, items } = content.output
  const reviews = items.map(toReview)
  if (new Set(reviews.map(({ campaignItemId }) => campaignItemId)).size < reviews.length) {
    throw unusable(messages.reviewFiles.reasons.itemTwice)
  }
  return { author, writtenAt, campaigns, reviews: reviews.filter(hasContent) }
}

function toReview(stored: v.InferOutput<typeof reviewSchema>): Review {
  const { id: campaignItemId, campaignId, mark, markedAt, note, item } = stored
  if ((mark === null) !== (markedAt === null))
    throw unusable(messages.reviewFiles.reasons.invalidField({ path: 'items.markedAt' }))
  const photos = stored.photos.map(({ sha256, ...properties }): ReviewPhoto => ({
    hash: sha256,
    ...properties,
  }))
  if (new Set(photos.map(({ hash }) => hash)).size < photos.length)
    throw unusable(messages.reviewFiles.reasons.photoTwice)
  return { campaignItemId, campaignId, mark, markedAt, note, item, photos }
}

function hasContent({ mark, note, photos }: Review): boolean {
  return mark !== null || note !== '' || photos.length > 0
}
