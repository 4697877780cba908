import pLimit from 'p-limit'
import { AppError } from '../contract/app-error.ts'
import { hasKey, type KeyStatus } from '../contract/connection.ts'
import type { StoredDownload } from '../download/stored-downloads.ts'
import type { JobControls, JobSnapshot, Network } from '../download/types.ts'
import type { UnfinishedDownload } from '../store/types.ts'
import type { QueueFile, QueueState } from './queue-file.ts'
import type { Logger } from './types.ts'

const KEYCHAIN_RETRY_MS = 30_000

export interface UnfinishedOptions<Snapshot extends JobSnapshot> {
  readonly queue: Pick<JobControls<Snapshot>, 'list' | 'restore' | 'unfinished'>
  /** Returns what the store contains of unfinished downloads. */
  readonly listStaged?: (() => Promise<readonly UnfinishedDownload[]>) | undefined
  /** Null: the queue is not saved. */
  readonly queueFile: QueueFile | null
  /**
   * Unfinished jobs stay on disk until `resume` is called, which also resumes paused ones, because a
   * command runs until they have ended.
   */
  readonly onRequest?: boolean | undefined
  readonly network: Network | undefined
  /** Reads the key from the keychain, unless it is known. */
  readonly readKey: () => Promise<KeyStatus>
  /** Left out: immediately. */
  readonly readyToStart?: Promise<unknown> | undefined
  /** Time before a locked or unresponsive keychain is read again; default 30 s. */
  readonly keychainRetryMs?: number | undefined
  readonly logger?: Logger | undefined
}

/** Resumes the downloads or pictures that an earlier run left unfinished, and saves those of this run. */
export interface UnfinishedJobs<Snapshot> {
  /** Queues the unfinished jobs if there is a key. Never rejects. */
  resume(): Promise<readonly Snapshot[]>
  /** Must be called whenever the queue may have changed. */
  queueChanged(): void
  /** Writes the queue now, so that it survives if the process is killed. Never rejects. */
  save(): Promise<void>
  /** Saves the queue for the next run. */
  close(): Promise<void>
}

export function createUnfinishedJobs<Snapshot extends JobSnapshot>(
  options: UnfinishedOptions<Snapshot>,
): UnfinishedJobs<Snapshot> {
  const { queue, queueFile, network, readKey, logger, onRequest = false } = options
  const retryMs = options.keychainRetryMs ?? KEYCHAIN_RETRY_MS
  /** Entries of the file that still wait for a key; read before the file is first written. */
  let left: Promise<readonly StoredDownload[]> | null = null
  let timer: NodeJS.Timeout | undefined
  let closed = false
  const isClosed = (): boolean => closed
  // One at a time: two would queue the same jobs twice.
  const limit = pLimit(1)

  const readLeft = (): Promise<readonly StoredDownload[]> =>
    (left ??= queueFile?.take() ?? Promise.resolve([]))

  async function pendingState(): Promise<QueueState> {
    const waiting = onRequest && left === null ? [] : await readLeft()
    const queued = queue.unfinished()
    const handled = new Set(queue.list().map(({ campaignId }) => campaignId))
    return {
      downloads: [...queued, ...waiting.filter(({ campaignId }) => !handled.has(campaignId))],
      handled,
    }
  }

  async function resume(): Promise<readonly Snapshot[]> {
    if (isClosed()) return []
    const items = merge(await readLeft(), (await options.listStaged?.()) ?? [])
    if (items.length === 0) return []
    await options.readyToStart
    if (isClosed()) return []
    const key = await readKey()
    if (!hasKey(key)) {
      // The keychain may answer later; a missing key is entered by the person.
      if (key.storage === 'none' && key.reason !== null) timer ??= setTimeout(resumeLater, retryMs).unref()
      return []
    }
    await network?.refresh()
    if (isClosed()) return []
    const jobs = queue.restore(onRequest ? items.map((item) => ({ ...item, held: false })) : items)
    left = Promise.resolve([])
    return jobs
  }

  function enqueue(): Promise<readonly Snapshot[]> {
    return limit(resume).catch((error: unknown) => {
      // A cache that cannot be opened reports that itself, and a closing queue needs nothing.
      if (!(error instanceof AppError)) logger?.unexpected(error, 'what an earlier run has left')
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

/** Returns the saved queue with what is staged for each download, then all other unfinished downloads. */
function merge(
  kept: readonly StoredDownload[],
  unfinished: readonly UnfinishedDownload[],
): readonly StoredDownload[] {
  const staged = new Map(unfinished.map((each) => [each.campaignId, each]))
  const queued = kept.map((item): StoredDownload => {
    const found = item.campaignId === null ? undefined : staged.get(item.campaignId)
    // The staged mode decides: recent changes may have turned out to be insufficient.
    return found === undefined ? item : { ...item, ...foundForm(found) }
  })
  const known = new Set(kept.map(({ campaignId }) => campaignId))
  const others = unfinished
    .filter(({ campaignId }) => !known.has(campaignId))
    .map((found): StoredDownload => ({ campaignName: found.campaignName, held: false, ...foundForm(found) }))
  return [...queued, ...others]
}

function foundForm({ campaignId, kind, items, total }: UnfinishedDownload) {
  return { campaignId, mode: kind, items, totalItems: total }
}
