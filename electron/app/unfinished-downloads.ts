import { AppError } from '../contract/app-error.ts'
import type { DownloadJob } from '../contract/jobs.ts'
import { hasKey, type KeyStatus } from '../contract/connection.ts'
import type { Downloads, StoredDownload, Network } from '../download/types.ts'
import type { Store } from '../store/operations.ts'
import type { UnfinishedDownload } from '../store/types.ts'
import type { QueueFile, QueueState } from './queue-file.ts'
import type { Logger } from './types.ts'

const KEYCHAIN_RETRY_MS = 30_000

export interface UnfinishedOptions {
  readonly store: Store
  readonly downloads: Downloads
  /** Null: the queue is not saved. */
  readonly queueFile: QueueFile | null
  /**
   * Unfinished downloads stay on disk until `resume` is called, which also resumes paused ones, because a
   * command runs until they have ended.
   */
  readonly onRequest?: boolean | undefined
  readonly network: Network | undefined
  /** Reads the key from the keychain, unless it is known. */
  readonly readKey: () => Promise<KeyStatus>
  /** Left out: immediately. */
  readonly readyToStart?: Promise<unknown> | undefined
  /** Time until a keychain that is locked or does not answer is asked again; 30 s if left out. */
  readonly keychainRetryMs?: number | undefined
  readonly logger?: Logger | undefined
}

/** Resumes the downloads that an earlier run left unfinished, and saves those of this run. */
export interface UnfinishedDownloads {
  /** Queues the unfinished downloads if there is a key. Never rejects. */
  resume(): Promise<readonly DownloadJob[]>
  /** Must be called whenever the queue may have changed. */
  queueChanged(): void
  /** Writes the queue now, so that it survives if the process is killed. Never rejects. */
  save(): Promise<void>
  /** Saves the queue for the next run. Must be called when the downloads have stopped. */
  close(): Promise<void>
}

export function createUnfinishedDownloads(options: UnfinishedOptions): UnfinishedDownloads {
  const { store, downloads, queueFile, network, readKey, logger, onRequest = false } = options
  const retryMs = options.keychainRetryMs ?? KEYCHAIN_RETRY_MS
  /** Entries of the file that still wait for a key; read before the file is first written. */
  let left: Promise<readonly StoredDownload[]> | null = null
  let timer: NodeJS.Timeout | undefined
  let closed = false
  // One at a time: two would queue the same downloads twice.
  let turn: Promise<readonly DownloadJob[]> = Promise.resolve([])

  const readLeft = (): Promise<readonly StoredDownload[]> =>
    (left ??= queueFile?.take() ?? Promise.resolve([]))

  async function pendingState(): Promise<QueueState> {
    const waiting = onRequest && left === null ? [] : await readLeft()
    const queued = downloads.unfinished()
    const handled = new Set(downloads.list().map(({ campaignId }) => campaignId))
    return {
      downloads: [...queued, ...waiting.filter(({ campaignId }) => !handled.has(campaignId))],
      handled,
    }
  }

  async function resume(): Promise<readonly DownloadJob[]> {
    const items = merge(await readLeft(), await store.listUnfinished())
    if (items.length === 0) return []
    await options.readyToStart
    if (closed) return []
    const key = await readKey()
    if (!hasKey(key)) {
      // The keychain may answer later; a missing key is entered by the person.
      if (key.place === 'none' && key.reason !== null) timer ??= setTimeout(resumeLater, retryMs).unref()
      return []
    }
    await network?.refresh()
    const jobs = downloads.restore(onRequest ? items.map((item) => ({ ...item, held: false })) : items)
    left = Promise.resolve([])
    return jobs
  }

  function enqueue(): Promise<readonly DownloadJob[]> {
    turn = turn
      .then(() => (closed ? [] : resume()))
      .catch((error: unknown) => {
        // A cache that cannot be opened reports that itself, and a closing queue needs nothing.
        if (!(error instanceof AppError)) logger?.unexpected(error, 'downloads that an earlier run has left')
        return []
      })
    return turn
  }

  function resumeLater(): void {
    timer = undefined
    void enqueue()
  }

  return {
    resume: enqueue,
    queueChanged() {
      queueFile?.saveSoon(pendingState)
    },
    async save() {
      queueFile?.saveSoon(pendingState)
      await queueFile?.flush()
    },
    async close() {
      closed = true
      clearTimeout(timer)
      queueFile?.saveSoon(pendingState)
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
