import type { ExportFormat } from './export-formats.ts'
import type { DetailsResult, RecordState } from './campaign.ts'
import type { OtherTypes } from './item.ts'
import type { Fault } from './faults.ts'

export type JobState = 'waiting' | 'running' | 'paused' | 'done' | 'incomplete' | 'failed' | 'cancelled'

const ENDED: ReadonlySet<JobState> = new Set(['done', 'incomplete', 'failed', 'cancelled'])

/** Returns whether a job has ended. */
export function hasEnded({ state }: { readonly state: JobState }): boolean {
  return ENDED.has(state)
}

/** All items, or only recent changes to a complete snapshot. */
export const DOWNLOAD_MODES = ['full', 'recent'] as const
export type DownloadMode = (typeof DOWNLOAD_MODES)[number]

/**
 * Phase of a download: reading the list, checking its top for changes, reading again because the list moved,
 * or committing.
 */
export type DownloadPhase = 'reading' | 'checking' | 'rereading' | 'saving'

/** What started a job: the person, a schedule (or the start of the application), or an interrupted run. */
export type DownloadOrigin = 'person' | 'schedule' | 'resumed'

/**
 * Why a job is paused: by the person, offline, service unreachable, metered network, or a decision about
 * deletions.
 */
export type PauseReason = 'person' | 'offline' | 'unreachable' | 'metered' | 'decision'

/** Deletions of more than half of a snapshot, which need confirmation. */
export interface PendingDeletions {
  readonly deleted: number
  /** Items of the snapshot in use. */
  readonly of: number
  /** Names of the first of those items. */
  readonly examples: readonly string[]
}

/** Differences of a snapshot from the previous one, in items. A first snapshot only adds. */
export interface SnapshotChanges {
  readonly added: number
  readonly changed: number
  readonly deleted: number
}

/**
 * What a job does: download a campaign, find campaigns, or fetch the details of campaigns without their
 * items.
 */
export const JOB_KINDS = ['campaign', 'discovery', 'details'] as const
export type JobKind = (typeof JOB_KINDS)[number]

/** Number of campaigns by what became of their details. */
export type DetailsCounts = Readonly<Record<DetailsResult, number>>

/**
 * Returns the text that jobs about the same share: those of one campaign, discoveries, fetches of details.
 */
export function jobKey({
  kind,
  campaignId,
}: {
  readonly kind?: JobKind
  readonly campaignId: string | null
}): string {
  if (kind === 'details') return kind
  return campaignId === null ? 'discovery' : `campaign ${campaignId}`
}

/** The state of a download. Every event contains all of it. */
export interface DownloadJob {
  readonly jobId: string
  readonly connectionId: string
  readonly kind: JobKind
  /** Null unless it downloads a campaign. */
  readonly campaignId: string | null
  readonly campaignName: string | null
  readonly state: JobState
  /** `full` unless it downloads a campaign. `recent` becomes `full` if required; `note` explains it. */
  readonly mode: DownloadMode
  readonly phase: DownloadPhase
  readonly origin: DownloadOrigin
  /** Null unless paused. */
  readonly pausedBy: PauseReason | null
  /** A sentence about how the download proceeds, or null. */
  readonly note: string | null
  readonly pages: number
  /** Number of items fetched or seen by a discovery, or of campaigns whose details have a result. */
  readonly items: number
  /** The service's count, null before the first answer; the requested campaigns of a fetch of details. */
  readonly totalItems: number | null
  /** Number of campaigns that a discovery has found. */
  readonly campaignsFound: number
  /** Absent unless it fetches details. */
  readonly details?: DetailsCounts | undefined
  /** Recent items per second; null at the start. */
  readonly itemsPerSecond: number | null
  readonly secondsLeft: number | null
  /** State of the campaign's record; null before the commit. */
  readonly recordState: Exclude<RecordState, 'never'> | null
  /** Deletions that need a decision, or null. */
  readonly deletions: PendingDeletions | null
  /** Null before the commit. */
  readonly changes: SnapshotChanges | null
  /** Counts of values that do not have the types of their columns; absent if none, or before the commit. */
  readonly otherTypes?: OtherTypes | undefined
  readonly startedAt: number
  readonly endedAt: number | null
  readonly error: Fault | null
}

/**
 * The output: a list, a report or the timeline as a file, a list as a temporary file to drag, or a report on
 * paper.
 */
export type ExportForm = 'list' | 'drag' | 'report' | 'timeline' | 'print'

/** Maximum number of rows that can be dragged, because the file is written while the button is held. */
export const MAX_DRAGGED_ROWS = 100_000

/** Files of a list that has, or had, several. */
export interface WrittenParts {
  /** Number of files. */
  readonly files: number
  /** Number of removed files of the previous export. */
  readonly removed: number
  /** Number of earlier files that stay, because they were changed. */
  readonly stayed: number
}

/** Counts of cells that differ from the data. */
export interface AlteredCells {
  /** Cut at the limit of a cell. */
  readonly cut: number
  /** Empty, because the file cannot contain their text or picture. */
  readonly leftOut: number
  /** With an added apostrophe against formulas. */
  readonly guarded: number
  /** With replaced characters. */
  readonly replaced: number
  /** Without the user name and password of an address. */
  readonly credentials: number
}

export interface ExportJob {
  readonly jobId: string
  readonly connectionId: string
  readonly form: ExportForm
  readonly state: Exclude<JobState, 'waiting' | 'paused' | 'incomplete'>
  /** Name of the file, base name of several files (`partName`), or title of a printout. */
  readonly fileName: string
  /** The format that the typed name selected instead of the chosen one, or null. */
  readonly typedFormat: ExportFormat | null
  /** For a report, the number of drawn items. */
  readonly rows: number
  readonly totalRows: number
  readonly bytes: number
  /** Number of verified rows; null if not verified yet, or if the target cannot be read. */
  readonly verifiedRows: number | null
  /** Null for a single file. */
  readonly parts: WrittenParts | null
  /** Absent if no cell differs from the data, or if unknown. */
  readonly altered?: AlteredCells | undefined
  readonly error: Fault | null
}
