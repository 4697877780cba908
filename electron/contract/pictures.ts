import * as v from 'valibot'
import { naturalNumber, type ReadonlyOutput } from './base-schemas.ts'
import type { Fault } from './faults.ts'
import type { DownloadOrigin, JobState, PauseReason } from './jobs.ts'

/** Limits of stored pictures. */
export const MAX_PICTURE_BYTES = 50 * 1024 * 1024
export const MAX_PICTURE_PIXELS = 100_000_000

/**
 * Pixels of a picture that the window decodes: A3 at 300 dpi. All frames of an animation count, as in
 * Chromium.
 */
export const MAX_WINDOW_PIXELS = 20_000_000

/** Stored pictures of a campaign: thumbnails, files, or none. */
export const PICTURE_CHOICES = ['thumbnails', 'full', 'none'] as const
export type PictureChoice = (typeof PICTURE_CHOICES)[number]

/** Which pictures of a campaign are stored. */
export const campaignPicturesSchema = v.object({
  choice: v.picklist(PICTURE_CHOICES),
  /** Whether its pictures stay when the cache is full. */
  forField: v.boolean(),
})
export type CampaignPictures = ReadonlyOutput<typeof campaignPicturesSchema>

/**
 * Why a picture is missing: not found, refused, not a picture, damaged, too large in bytes or pixels, an
 * unusable address, or not fetched.
 */
export const PICTURE_PROBLEMS = [
  'notFound',
  'forbidden',
  'notAPicture',
  'damaged',
  'tooLarge',
  'tooManyPixels',
  'badAddress',
  'notFetched',
] as const
export type PictureProblem = (typeof PICTURE_PROBLEMS)[number]

/**
 * Why there is no picture of an item: `noPicture` if its artwork has none, `notDownloaded` if it was never
 * requested, `notDrawn` if its file cannot be drawn, otherwise why it was not stored.
 */
export type MissingPicture = PictureProblem | 'noPicture' | 'notDownloaded' | 'notDrawn'

/**
 * Why the window does not show a cached file: too expensive to draw, open during a crash, pictures turned off
 * after crashes, or a smaller preview is shown.
 */
export type PictureTrouble = 'tooComplex' | 'crashed' | 'turnedOff' | 'reduced'

/** Versions of an artwork's picture: the current one, or the one before its last change. */
export const PICTURE_VERSIONS = ['now', 'before'] as const
export type PictureVersion = (typeof PICTURE_VERSIONS)[number]

/** The previous version of an artwork's picture. */
export interface PictureBefore {
  /** When the change was downloaded, in milliseconds since 1970. */
  readonly noticedAt: number
  /** Whether the previous picture is on this computer. */
  readonly isCached: boolean
}

/** Why the pages of a PDF are not shown. */
export type PdfProblem = 'encrypted' | 'broken' | 'tooComplex'

/** A value of a PDF, or why it cannot be read. */
export type PdfResult<Value> = Value | { readonly problem: PdfProblem }

/** Pixels of a part of a page: a screen of 8,000 × 4,500. */
const MAX_PART_PIXELS = 36_000_000

export const pageSchema = v.pipe(naturalNumber, v.minValue(1))
const offset = v.pipe(v.number(), v.safeInteger())
const edge = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(16_384))
/** A part of a page, counted from 1. */
export const pagePartSchema = v.pipe(
  v.strictObject({
    page: pageSchema,
    /** Pixels for each point (1/72 inch). */
    scale: v.pipe(v.number(), v.finite(), v.gtValue(0)),
    /** Quarter turns to the right. */
    quarters: offset,
    /** The region of the turned page in pixels. */
    left: offset,
    top: offset,
    width: edge,
    height: edge,
  }),
  v.check(({ width, height }) => width * height <= MAX_PART_PIXELS),
)
export type PagePart = ReadonlyOutput<typeof pagePartSchema>

/** Red, green, blue and alpha of each pixel, row by row. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array<ArrayBuffer>
}

/** Missing pictures by problem; null if not tried yet. */
export interface MissingPictures {
  readonly problem: PictureProblem | null
  readonly count: number
}

/** The pictures of a campaign on this computer. A shared address counts once. */
export interface PictureState extends CampaignPictures {
  readonly campaignId: string
  /** Null if no pictures are wanted, or if there is no snapshot. */
  readonly total: number | null
  readonly available: number
  /** Bytes of stored pictures. */
  readonly bytes: number
  readonly missing: readonly MissingPictures[]
}

/** The state of fetching a campaign's pictures. Every event contains all of it. */
export interface PictureRun {
  readonly jobId: string
  readonly connectionId: string
  readonly campaignId: string
  readonly campaignName: string | null
  /** `incomplete` if it has ended with missing pictures. */
  readonly state: JobState
  readonly origin: DownloadOrigin
  /** Null unless it is paused. */
  readonly pausedBy: PauseReason | null
  /** Number of stored pictures. */
  readonly pictures: number
  /** Null before pictures are counted. */
  readonly totalPictures: number | null
  readonly missing: readonly MissingPictures[]
  readonly error: Fault | null
}

/** Settings for the pictures of all connections. */
export const picturePreferencesSchema = v.strictObject({
  /** Age in days from which a download counts as old. */
  oldAfterDays: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(365)),
  /** Limit in megabytes for each connection, without campaigns for the field. */
  mostMegabytes: v.pipe(v.number(), v.safeInteger(), v.minValue(100), v.maxValue(1_000_000)),
})
export type PicturePreferences = ReadonlyOutput<typeof picturePreferencesSchema>

export const DEFAULT_PICTURE_PREFERENCES: PicturePreferences = { oldAfterDays: 7, mostMegabytes: 5_000 }
