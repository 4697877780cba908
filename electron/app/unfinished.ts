import { AppError } from '../contract/app-error.ts'
import type { DownloadJob } from '../contract/jobs.ts'
import { hasKey, type KeyStatus } from '../contract/connection.ts'
import type { Downloads, StoredDownload, Network } from '../download/types.ts'
import type { Store } from '../store/operations.ts'
import type { UnfinishedDownload } from '../store/types.ts'
import type { QueueFile, QueueState } from './queue-file.ts'
import type { Logger } from './types.ts'

const ASK_KEYCHAIN_AGAIN_MS = 30_000

export interface UnfinishedOptions {
  readonly store: Store
  readonly downloads: Downloads
  /** Null: the queue is not kept. */
  readonly queueFile: QueueFile | null
  /**
   * The downloads that earlier runs left stay on disk until `resume` is called, which also continues those that were
   * paused: whoever runs a command waits for its end.
   */
  readonly onRequest?: boolean | undefined
  readonly network: Network | undefined
  /** Asks the keychain anew, as long as it has not given a key. */
  readonly askForKey: () => Promise<KeyStatus>
  /** Left out: at once. */
  readonly mayBegin?: Promise<unknown> | undefined
  /** How long to wait for a keychain that is locked or does not answer before it is asked again; 30 s when left out. */
  readonly askKeychainAgainMs?: number | undefined
  readonly logger?: Logger | undefined
}

/** The downloads that an earlier run of the application has left, and those that this one would leave. */
export interface UnfinishedDownloads {
  /** Queues what is left, if there is a key. Never rejects. */
  resume(): Promise<readonly DownloadJob[]>
  /** To be called whenever the queue may have changed. */
  queueChanged(): void
  /** Writes the queue now, so that it survives if the process is killed. Never rejects. */
  save(): Promise<void>
  /** Writes the queue for the next run. To be called when the downloads have stopped. */
  close(): Promise<void>
}

export function keepUnfinished(options: UnfinishedOptions): UnfinishedDownloads {
  const { store, downloads, queueFile, network, askForKey, logger, onRequest = false } = options
  const askAgainMs = options.askKeychainAgainMs ?? ASK_KEYCHAIN_AGAIN_MS
  /** What the file named and what waits for a key; read before the file is first written. */
  let left: Promise<readonly StoredDownload[]> | null = null
  let timer: NodeJS.Timeout | undefined
  let closed = false
  // One after the other: two at once would queue the same twice.
  let turn: Promise<readonly DownloadJob[]> = Promise.resolve([])

  const whatIsLeft = (): Promise<readonly StoredDownload[]> =>
    (left ??= queueFile?.take() ?? Promise.resolve([]))

  async function stillToCome(): Promise<QueueState> {
    const waiting = onRequest && left === null ? [] : await whatIsLeft()
    const queued = downloads.unfinished()
    const handled = new Set(downloads.list().map(({ campaignId }) => campaignId))
    return {
      downloads: [...queued, ...waiting.filter(({ campaignId }) => !handled.has(campaignId))],
      handled,
    }
  }

  async function resume(): Promise<readonly DownloadJob[]> {
    const items = merge(await whatIsLeft(), await store.listUnfinished())
    if (items.length === 0) return []
    await options.mayBegin
    if (closed) return []
    const key = await askForKey()
    if (!hasKey(key)) {
      // A keychain that is in trouble may get out of it; a key that is not there is entered by the person.
      if (key.place === 'none' && key.reason !== null) timer ??= setTimeout(resumeLater, askAgainMs).unref()
      return []
    }
    await network?.refresh()
    const jobs = downloads.restore(onRequest ? items.map((item) => ({ ...item, held: false })) : items)
    left = Promise.resolve([])
    return jobs
  }

  function inTurn(): Promise<readonly DownloadJob[]> {
    turn = turn
      .then(() => (closed ? [] : resume()))
      .catch((error: unknown) => {
        // A cache that cannot be opened says so itself, and a queue that is being closed needs nothing.
        if (!(error instanceof AppError)) logger?.unexpected(error, 'downloads that an earlier run has left')
        return []
      })
    return turn
  }

  function resumeLater(): void {
    timer = undefined
    void inTurn()
  }

  return {
    resume: inTurn,
    queueChanged() {
      queueFile?.saveSoon(stillToCome)
    },
    async save() {
      queueFile?.saveSoon(stillToCome)
      await queueFile?.flush()
    },
    async close() {
      closed = true
      clearTimeout(timer)
      queueFile?.saveSoon(stillToCome)
      await queueFile?.release()
    },
  }
}

/** The queue as it was, with what was staged of each; then whatever else has been begun and not finished. */
function merge(
  kept: readonly StoredDownload[],
  unfinished: readonly UnfinishedDownload[],
): readonly StoredDownload[] {
  const staged = new Map(unfinished.map((each) => [each.campaignId, each]))
  const queued = kept.map((item): StoredDownload => {
    const found = item.campaignId === null ? undefined : staged.get(item.campaignId)
    // What was begun decides: changes alone may have turned out not to be enough.
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
