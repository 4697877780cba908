import pLimit from 'p-limit'
import { AppError } from '../contract/app-error.ts'
import { hasKey, isKeychainUnavailable, type KeyStatus } from '../contract/connection.ts'
import { jobKey } from '../contract/jobs.ts'
import type { StoredDownload } from '../download/stored-downloads.ts'
import type { JobControls, JobSnapshot, Network } from '../download/types.ts'
import type { UnfinishedDownload } from '../store/types.ts'
import type { QueueFile, QueueState } from './queue-file.ts'
import type { Logger } from './types.ts'

/** Long, because a keychain may stay locked while the computer is at rest. */
const KEYCHAIN_RETRY_MS = 60_000

export interface UnfinishedOptions<Snapshot extends JobSnapshot> {
  readonly queue: Pick<JobControls<Snapshot>, 'list' | 'restore' | 'unfinished'>
  /** Returns the unfinished downloads that the store contains. */
  readonly listStaged?: (() => Promise<readonly UnfinishedDownload[]>) | undefined
  /** Null: the queue is not saved. */
  readonly queueFile: QueueFile | null
  /**
   * Unfinished jobs stay on disk until `resume` is called, which also resumes paused ones, because a command
   * runs until they have ended.
   */
  readonly resumesOnRequest?: boolean | undefined
  readonly network: Network | undefined
  /** Reads the key from the keychain, unless it is known. */
  readonly readKey: () => Promise<KeyStatus>
  /** Absent: immediately. */
  readonly readyToStart?: Promise<unknown> | undefined
  /** Time before a locked or unresponsive keychain is read again; default 60 s. */
  readonly keychainRetryMs?: number | undefined
  readonly logger?: Logger | undefined
}

/** Resumes the unfinished downloads or pictures of an earlier run, and saves those of this run. */
export interface UnfinishedJobs<Snapshot> {
  /** Queues the unfinished jobs if there is a key. Never rejects. */
  resume(): Promise<readonly Snapshot[]>
  /** Must be called whenever the queue may have changed. */
  queueChanged(): void
  /** Saves the queue at once, so that it survives if the process is killed. Never rejects. */
  save(): Promise<void>
  /** Saves the queue for the next run. */
  close(): Promise<void>
}

export function createUnfinishedJobs<Snapshot extends JobSnapshot>(
  options: UnfinishedOptions<Snapshot>,
): UnfinishedJobs<Snapshot> {
  const { queue, queueFile, network, readKey, logger, resumesOnRequest = false } = options
  const retryMs = options.keychainRetryMs ?? KEYCHAIN_RETRY_MS
  /** Entries of the file that have not been resumed; read before the file is first written. */
  let storedEntries: Promise<readonly StoredDownload[]> | null = null
  let timer: NodeJS.Timeout | undefined
  let closed = false
  const isClosed = (): boolean => closed
  // One at a time, because two would queue the same jobs twice.
  const limit = pLimit(1)

  const readStoredEntries = (): Promise<readonly StoredDownload[]> =>
    (storedEntries ??= queueFile?.take() ?? Promise.resolve([]))

  async function pendingState(): Promise<QueueState> {
    const waiting = resumesOnRequest && storedEntries === null ? [] : await readStoredEntries()
    const queued = queue.unfinished()
    const handled = new Set(queue.list().map(jobKey))
    return { downloads: [...queued, ...waiting.filter((entry) => !handled.has(jobKey(entry)))], handled }
  }

  async function resume(): Promise<readonly Snapshot[]> {
    await options.readyToStart
    if (isClosed()) return []
    const entries = mergeStaged(await readStoredEntries(), (await options.listStaged?.()) ?? [])
    if (entries.length === 0 || isClosed()) return []
    const key = await readKey()
    if (!hasKey(key)) {
      // A missing key must be entered by the person.
      if (isKeychainUnavailable(key)) timer ??= setTimeout(resumeLater, retryMs).unref()
      return []
    }
    await network?.refresh()
    if (isClosed()) return []
    const jobs = queue.restore(
      resumesOnRequest ? entries.map((entry) => ({ ...entry, held: false })) : entries,
    )
    storedEntries = Promise.resolve([])
    return jobs
  }

  function enqueue(): Promise<readonly Snapshot[]> {
    return limit(resume).catch((error: unknown) => {
      // An `AppError` is reported elsewhere: a cache that cannot be opened, or a queue that is closing.
      if (!(error instanceof AppError)) logger?.unexpected(error, 'resuming unfinished downloads')
      return []
    })
  }

  function resumeLater(): void {
    timer = undefined
    void enqueue()
  }

  function queueChanged(): void {
    // Jobs that end after this run of the application is closed are resumed by the next.
    if (!closed) queueFile?.saveSoon(pendingState)
  }

  return {
    resume: enqueue,
    queueChanged,
    async save() {
      queueChanged()
      await queueFile?.flush()
    },
    async close() {
      queueChanged()
      closed = true
      clearTimeout(timer)
      await queueFile?.release()
    },
  }
}

/** Returns the saved queue with the staged state of each download, then the other staged downloads. */
function mergeStaged(
  saved: readonly StoredDownload[],
  staged: readonly UnfinishedDownload[],
): readonly StoredDownload[] {
  const stagedByCampaign = new Map(staged.map((download) => [download.campaignId, download]))
  const queued = saved.map((entry): StoredDownload => {
    const download = entry.campaignId === null ? undefined : stagedByCampaign.get(entry.campaignId)
    // The staged mode applies, because recent changes may have turned out to be insufficient.
    return download === undefined ? entry : { ...entry, ...stagedState(download) }
  })
  const savedIds = new Set(saved.map(({ campaignId }) => campaignId))
  const others = staged
    .filter(({ campaignId }) => !savedIds.has(campaignId))
    .map((download): StoredDownload => {
      const { campaignName } = download
      return { campaignName, held: false, ...stagedState(download) }
    })
  return [...queued, ...others]
}

function stagedState({ campaignId, kind, items, total }: UnfinishedDownload) {
  return { campaignId, mode: kind, items, totalItems: total }
}
