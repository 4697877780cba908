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
import { REVIEW_FILE_REASONS as reasons } from '../contract/strings/review-files.ts'
import { MAX_REVIEW_TEXT_LENGTH, MAX_CAMPAIGNS, MAX_ITEMS } from './limits.ts'
import type { ReviewFileContent } from './types.ts'
import { unusable } from './unusable.ts'

/** The entry with everything but the pictures. */
export const REVIEW_ENTRY = 'review.json'

const FORMAT = 'campaign-desk-review'
/**
 * Another first number: not to be read by an older application. Another second one: with more than it knows.
 */
const VERSION = { major: 1, minor: 0 }

const EXTENSIONS = { jpeg: 'jpg', png: 'png', webp: 'webp' } as const

/** The entry with a picture. */
export function photoEntry({ hash, kind }: Pick<ReviewPhoto, 'hash' | 'kind'>): string {
  return `photos/${hash}.${EXTENSIONS[kind]}`
}

const text = (most: number) => v.pipe(v.string(), v.maxLength(most))
const id = v.pipe(text(MAX_REVIEW_TEXT_LENGTH), v.minLength(1))
const nullableText = v.nullable(text(MAX_REVIEW_TEXT_LENGTH))
const wholeNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
/** ISO 8601 in UTC, as the moment that it is. */
const moment = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/u),
  v.transform((written) => Date.parse(written)),
  v.safeInteger(),
  v.minValue(0),
)

/** A value that is not of its column's type is a text, as in `ItemRow`. */
const numberOrText = v.nullable(v.union([v.number(), text(MAX_REVIEW_TEXT_LENGTH)]))
const flagOrText = v.nullable(v.union([v.boolean(), text(MAX_REVIEW_TEXT_LENGTH)]))

const cellSchemas = {
  text: nullableText,
  number: numberOrText,
  boolean: flagOrText,
  dateTime: nullableText,
}
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
  addedAt: moment,
})

const reviewSchema = v.object({
  id,
  campaignId: v.nullable(id),
  mark: v.nullable(v.picklist(REVIEW_MARKS)),
  markedAt: v.nullable(moment),
  note: text(MAX_NOTE_LENGTH),
  item: itemSchema,
  photos: v.pipe(v.array(photoSchema), v.maxLength(MAX_PHOTOS)),
})

/** What is not named here is passed over: a later minor version may say more. */
const contentSchema = v.object({
  // It is written on one line.
  author: v.pipe(
    text(MAX_AUTHOR_LENGTH),
    v.transform((name) => name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()),
  ),
  writtenAt: moment,
  campaigns: v.pipe(v.array(v.object({ id, name: nullableText })), v.maxLength(MAX_CAMPAIGNS)),
  items: v.pipe(v.array(reviewSchema), v.maxLength(MAX_ITEMS)),
})

const headSchema = v.object({
  format: v.literal(FORMAT),
  version: v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}\.\d{1,6}$/u)),
})

const isoMoment = (milliseconds: number): string => new Date(milliseconds).toISOString()

/** Cuts texts of the service that are longer than a reader accepts. */
function clipped<Value>(value: Value): Value | string {
  return typeof value === 'string' ? value.slice(0, MAX_REVIEW_TEXT_LENGTH).toWellFormed() : value
}

/** What a review says as the text of its entry. */
export function asJson({ author, writtenAt, campaigns, reviews }: ReviewFileContent): string {
  return JSON.stringify(
    {
      format: FORMAT,
      version: `${String(VERSION.major)}.${String(VERSION.minor)}`,
      author,
      writtenAt: isoMoment(writtenAt),
      campaigns: campaigns.map(({ id: campaignId, name }) => ({ id: campaignId, name: clipped(name) })),
      items: reviews.map(({ campaignItemId, campaignId, mark, markedAt, note, item, photos }) => ({
        id: campaignItemId,
        campaignId,
        mark,
        markedAt: markedAt === null ? null : isoMoment(markedAt),
        note,
        item: Object.fromEntries(Object.entries(item).map(([column, value]) => [column, clipped(value)])),
        photos: photos.map(({ hash, kind, width, height, bytes, addedAt }) => ({
          sha256: hash,
          kind,
          width,
          height,
          bytes,
          addedAt: isoMoment(addedAt),
        })),
      })),
    },
    null,
    1,
  )
}

/**
 * The review in the text of its entry. Throws `reviewFileNewer` for another major version, and
 * `reviewFileUnusable` for what is not in form.
 */
export function fromJson(written: string): ReviewFileContent {
  let json: unknown
  try {
    json = JSON.parse(written)
  } catch {
    throw unusable(reasons.notJson)
  }
  const head = v.safeParse(headSchema, json)
  if (!head.success) throw unusable(reasons.notAReview)
  const major = Number.parseInt(head.output.version, 10)
  if (major !== VERSION.major) {
    throw new AppError('reviewFileNewer', { params: { found: major, known: VERSION.major } })
  }
  const content = v.safeParse(contentSchema, json, { abortEarly: true })
  if (!content.success) {
    const path = v.getDotPath(content.issues[0])
    throw unusable(path === null ? reasons.notInForm : reasons.fieldNotInForm(path.slice(0, 200)))
  }
  const { author, writtenAt, campaigns, items } = content.output
  const reviews = items.map(asReview)
  if (new Set(reviews.map(({ campaignItemId }) => campaignItemId)).size < reviews.length) {
    throw unusable(reasons.itemTwice)
  }
  return { author, writtenAt, campaigns, reviews: reviews.filter(saysSomething) }
}

function asReview(written: v.InferOutput<typeof reviewSchema>): Review {
  const { id: campaignItemId, campaignId, mark, markedAt, note, item } = written
  if ((mark === null) !== (markedAt === null)) throw unusable(reasons.fieldNotInForm('items.markedAt'))
  const photos = written.photos.map(({ sha256, ...facts }): ReviewPhoto => ({ hash: sha256, ...facts }))
  if (new Set(photos.map(({ hash }) => hash)).size < photos.length) throw unusable(reasons.photoTwice)
  return { campaignItemId, campaignId, mark, markedAt, note, item, photos }
}

function saysSomething({ mark, note, photos }: Review): boolean {
  return mark !== null || note !== '' || photos.length > 0
}
