import type { Fault } from './faults.ts'
import type { DownloadOrigin, JobState, PauseReason } from './jobs.ts'

/** Largest picture that is kept, in bytes and in pixels. */
export const MAX_PICTURE_BYTES = 50 * 1024 * 1024
export const MAX_PICTURE_PIXELS = 100_000_000

/**
 * The window decodes pictures of up to so many pixels, as an A3 page at 300 dpi has. Those of all frames of
 * an animation count, as Chromium keeps them.
 */
export const MAX_WINDOW_PIXELS = 20_000_000

/** Which pictures of a campaign are kept on this computer: the small ones, the files themselves, or none. */
export const PICTURE_CHOICES = ['thumbnails', 'full', 'none'] as const
export type PictureChoice = (typeof PICTURE_CHOICES)[number]

/**
 * Why a picture is not here: the service does not have it or refuses it, what it sent is no picture, lacks
 * its end, is too large in bytes or in pixels, its address cannot be used, or it could not be fetched.
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
 * Why the window does not show the file of a picture that is on this computer: drawing it takes too much time
 * or memory, it was open when the window crashed, pictures are turned off after crashes, or a smaller preview
 * is shown instead.
 */
export type PictureTrouble = 'tooComplex' | 'crashed' | 'turnedOff' | 'reduced'

/** A version of an artwork's picture: the one that it has, or the one before a download changed it. */
export const PICTURE_VERSIONS = ['now', 'before'] as const
export type PictureVersion = (typeof PICTURE_VERSIONS)[number]

/** A version of an artwork's picture that a download has replaced. */
export interface PictureBefore {
  /** When that was noticed, in milliseconds since 1970. */
  readonly noticedAt: number
  /** Whether the picture before is on this computer. */
  readonly isHere: boolean
}

/**
 * Why the pages of a PDF are not shown: it has a password, it is damaged, or it takes too much time or
 * memory.
 */
export type PdfProblem = 'encrypted' | 'broken' | 'tooComplex'

/** What is known of a PDF, or why its pages are not shown. */
export type PdfResult<Value> = Value | { readonly problem: PdfProblem }

/** A part of a page, counted from 1. */
export interface PagePart {
  readonly page: number
  /** Pixels for each point (1/72 inch). */
  readonly scale: number
  /** Turns to the right by a quarter each. */
  readonly quarters: number
  /** The region of the turned page at that scale, in pixels. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Red, green, blue and alpha of each pixel, row by row. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array<ArrayBuffer>
}

/** Pixels that a part of a page may have: a screen of 8,000 × 4,500. */
export const MAX_PART_PIXELS = 36_000_000

/** Pictures that are not here, and why; null: nobody has tried yet. */
export interface MissingPictures {
  readonly problem: PictureProblem | null
  readonly count: number
}

/**
 * How far the pictures of a campaign are on this computer. An address that several items share counts once.
 */
export interface PictureState {
  readonly campaignId: string
  readonly choice: PictureChoice
  /** Its pictures stay, however full the cache is. */
  readonly forField: boolean
  /** Null: none are wanted, or there is no copy that would tell of any. */
  readonly total: number | null
  readonly here: number
  /** Bytes on disk of those that are here. */
  readonly bytes: number
  readonly missing: readonly MissingPictures[]
}

/** Pictures of a campaign as they are being fetched. Sent whole with every change. */
export interface PictureRun {
  readonly jobId: string
  readonly connectionId: string
  readonly campaignId: string
  readonly campaignName: string | null
  /** `incomplete`: it has come to its end, and some could not be had. */
  readonly state: JobState
  readonly origin: DownloadOrigin
  /** Null unless it is paused. */
  readonly pausedBy: PauseReason | null
  /** Pictures that are here. */
  readonly pictures: number
  /** Null before they are counted. */
  readonly totalPictures: number | null
  readonly missing: readonly MissingPictures[]
  readonly error: Fault | null
}

/** What holds for the pictures of all connections. */
export interface PicturePreferences {
  /** A copy that is older than so many days is said to be old. */
  readonly oldAfterDays: number
  /** Megabytes that the pictures of a connection may take, beside those of campaigns for the field. */
  readonly mostMegabytes: number
}

export const DEFAULT_PICTURE_PREFERENCES: PicturePreferences = { oldAfterDays: 7, mostMegabytes: 5_000 }
