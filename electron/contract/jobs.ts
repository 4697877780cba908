import type { Fault } from './faults.ts'

export type JobState = 'waiting' | 'running' | 'done' | 'incomplete' | 'failed' | 'cancelled'

/** A download as it stands. Sent whole with every change, so that a window that missed one is not behind. */
export interface DownloadJob {
  readonly jobId: string
  readonly connectionId: string
  readonly kind: 'campaign' | 'discovery'
  /** Null for a discovery. */
  readonly campaignId: string | null
  readonly campaignName: string | null
  readonly state: JobState
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
  readonly startedAt: number
  readonly endedAt: number | null
  readonly error: Fault | null
}

export interface ExportJob {
  readonly jobId: string
  readonly connectionId: string
  readonly state: Exclude<JobState, 'waiting' | 'incomplete'>
  /** Name of the file, without its folder. */
  readonly fileName: string
  readonly rows: number
  readonly totalRows: number
  readonly bytes: number
  readonly error: Fault | null
}
