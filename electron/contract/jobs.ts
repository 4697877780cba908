import type { ExportFormat } from './export-formats.ts'
import type { RecordState } from './campaign.ts'
import type { OtherTypes } from './item.ts'
import type { Fault } from './faults.ts'

export type JobState = 'waiting' | 'running' | 'paused' | 'done' | 'incomplete' | 'failed' | 'cancelled'

const ENDED: ReadonlySet<JobState> = new Set(['done', 'incomplete', 'failed', 'cancelled'])

/** Returns whether a job has ended. */
export function hasEnded({ state }: { readonly state: JobState }): boolean {
  return ENDED.has(state)
}

/** Everything, or only what has changed since the copy was sealed. */
export const DOWNLOAD_MODES = ['full', 'recent'] as const
export type DownloadMode = (typeof DOWNLOAD_MODES)[number]

/**
 * What a running download does: reads the list, looks again at its top for what came meanwhile, reads again
 * because the list moved, or puts the new copy in place.
 */
export type DownloadPhase = 'reading' | 'checking' | 'rereading' | 'saving'

/**
 * Who asked for it: the person, the clock (or the start of the application), or the run before, which was cut
 * short.
 */
export type DownloadOrigin = 'person' | 'schedule' | 'resumed'

/**
 * Why it is paused: as the person said, until there is a network, or one that is not metered, or until the
 * person has decided about deletions.
 */
export type PauseReason = 'person' | 'offline' | 'unreachable' | 'metered' | 'decision'

/**
 * Items of the snapshot in use that the service no longer lists: more than half of it. Nothing is deleted
 * yet.
 */
export interface PendingDeletions {
  readonly deleted: number
  /** Items of the snapshot in use. */
  readonly of: number
  /** Names of the first of those items. */
  readonly examples: readonly string[]
}

/** How a campaign's snapshot differs from the one before it, in items. A first snapshot only adds. */
export interface SnapshotChanges {
  readonly added: number
  readonly changed: number
  readonly deleted: number
}

/** A download as it stands. Sent whole with every change, so that a window that missed one is not behind. */
export interface DownloadJob {
  readonly jobId: string
  readonly connectionId: string
  readonly kind: 'campaign' | 'discovery'
  /** Null for a discovery. */
  readonly campaignId: string | null
  readonly campaignName: string | null
  readonly state: JobState
  /**
   * Of a discovery always `full`. One that began as `recent` becomes `full` when it must; `note` says why.
   */
  readonly mode: DownloadMode
  readonly phase: DownloadPhase
  readonly origin: DownloadOrigin
  /** Null unless it is paused. */
  readonly pausedBy: PauseReason | null
  /** What a person should know about the way it takes, as a sentence; null when there is nothing to say. */
  readonly note: string | null
  readonly pages: number
  /** Items fetched so far (for a discovery: looked through). */
  readonly items: number
  /** What the service counts; null before the first answer. */
  readonly totalItems: number | null
  /** Campaigns found so far by a discovery. */
  readonly campaignsFound: number
  /** Items a second over the last seconds; null while too early to tell. */
  readonly itemsPerSecond: number | null
  readonly secondsLeft: number | null
  /** How the service answered for the campaign's own record; null until a snapshot is in use. */
  readonly recordState: Exclude<RecordState, 'never'> | null
  /**
   * What the person has to decide about before the new snapshot is used; null when there is nothing to
   * decide.
   */
  readonly deletions: PendingDeletions | null
  /** Null until a new snapshot is in use. */
  readonly changes: SnapshotChanges | null
  /**
   * Values of the new snapshot that are not of their columns' types; absent: none, or it is not in use yet.
   */
  readonly otherTypes?: OtherTypes | undefined
  readonly startedAt: number
  readonly endedAt: number | null
  readonly error: Fault | null
}

/** What is made: a list as a file, a report as a file, or a report on paper. */
export type ExportForm = 'list' | 'report' | 'print'

/** What became of a list that is not one file, or was not one before. */
export interface WrittenParts {
  /** How many files it makes. */
  readonly files: number
  /** Files of the export before that were not written again, and were removed. */
  readonly removed: number
  /** Those that were not, because somebody has changed them. */
  readonly stayed: number
}

/** How many cells of a written file are not what the data has, by what was done to them. */
export interface AlteredCells {
  /** Cut at the limit of a cell of a spreadsheet. */
  readonly cut: number
  /** Empty, because their text, or their picture, cannot be in the file. */
  readonly leftOut: number
  /** With an apostrophe before them, so that no spreadsheet runs them as a formula. */
  readonly guarded: number
  /** With another character for one that the file cannot hold. */
  readonly replaced: number
}

export interface ExportJob {
  readonly jobId: string
  readonly connectionId: string
  readonly form: ExportForm
  readonly state: Exclude<JobState, 'waiting' | 'paused' | 'incomplete'>
  /**
   * Name of the file, without its folder; of several the one that each of theirs is made of (`partName`); of
   * what is printed, what it is called.
   */
  readonly fileName: string
  /** The format of a list, where the name that was typed told another one than was chosen. */
  readonly typedFormat: ExportFormat | null
  /** Of a report the items that are drawn. */
  readonly rows: number
  readonly totalRows: number
  readonly bytes: number
  /** Rows of the finished file that were verified; null: not yet, or the target cannot be read. */
  readonly verifiedRows: number | null
  /** Null: it is one file. */
  readonly parts: WrittenParts | null
  /** Absent: every cell is what the data has, or it is not known yet. */
  readonly altered?: AlteredCells | undefined
  readonly error: Fault | null
}
