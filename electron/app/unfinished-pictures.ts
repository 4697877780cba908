import pLimit from 'p-limit'
import type { Artwork } from '../artwork/artwork.ts'
import { hasKey, type KeyStatus } from '../contract/connection.ts'
import type { StoredDownload, Network } from '../download/types.ts'
import type { QueueFile, QueueState } from './queue-file.ts'
import type { Logger } from './types.ts'

export interface UnfinishedPicturesOptions {
  readonly runs: Artwork['runs']
  readonly queueFile: QueueFile
  readonly network: Network | undefined
  /** Asks the keychain anew, as long as it has not given a key. */
  readonly askForKey: () => Promise<KeyStatus>
  /** Left out: at once. */
  readonly mayBegin?: Promise<unknown> | undefined
  readonly logger?: Logger | undefined
}

/** The pictures that an earlier run of the application was fetching, and those that this one would leave. */
export interface UnfinishedPictures {
  /** Queues what is left, if there is a key: without one a service would refuse them all. Never rejects. */
  resume(): Promise<void>
  /** To be called whenever the runs may have changed. */
  queueChanged(): void
  /** Writes them for the next run of the application. */
  close(): Promise<void>
}

export function keepUnfinishedPictures(options: UnfinishedPicturesOptions): UnfinishedPictures {
  const { runs, queueFile, network } = options
  /** What the file named and what waits for a key; read before the file is first written. */
  let left: Promise<readonly StoredDownload[]> | null = null
  let closed = false
  const isClosed = (): boolean => closed
  const inTurn = pLimit(1)

  const whatIsLeft = (): Promise<readonly StoredDownload[]> => (left ??= queueFile.take())

  async function stillToCome(): Promise<QueueState> {
    const queued = runs.unfinished()
    const handled = new Set<string | null>(queued.map(({ campaignId }) => campaignId))
    const waiting = (await whatIsLeft()).filter(({ campaignId }) => !handled.has(campaignId))
    return { downloads: [...queued, ...waiting], handled }
  }

  async function resume(): Promise<void> {
    const items = await whatIsLeft()
    if (items.length === 0) return
    await options.mayBegin
    if (isClosed() || !hasKey(await options.askForKey())) return
    await network?.refresh()
    if (isClosed()) return
    left = Promise.resolve([])
    runs.restore(items)
  }

  return {
    resume: () =>
      inTurn(resume).catch((error: unknown) => {
        options.logger?.unexpected(error, 'pictures that an earlier run has left')
      }),
    queueChanged() {
      // What ends with the connection is still to come.
      if (!closed) queueFile.saveSoon(stillToCome)
    },
    async close() {
      closed = true
      await queueFile.release()
    },
  }
}
