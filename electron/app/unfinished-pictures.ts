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
  /** Reads the key from the keychain, unless it is known. */
  readonly readKey: () => Promise<KeyStatus>
  /** Left out: immediately. */
  readonly readyToStart?: Promise<unknown> | undefined
  readonly logger?: Logger | undefined
}

/**
 * Resumes the picture runs that an earlier run of the application left unfinished, and saves those of this
 * run.
 */
export interface UnfinishedPictures {
  /**
   * Queues the unfinished runs if there is a key; without one the service would refuse them. Never rejects.
   */
  resume(): Promise<void>
  /** Must be called whenever the runs may have changed. */
  queueChanged(): void
  /** Saves the runs for the next run of the application. */
  close(): Promise<void>
}

export function createUnfinishedPictures(options: UnfinishedPicturesOptions): UnfinishedPictures {
  const { runs, queueFile, network } = options
  /** Entries of the file that still wait for a key; read before the file is first written. */
  let left: Promise<readonly StoredDownload[]> | null = null
  let closed = false
  const isClosed = (): boolean => closed
  const limit = pLimit(1)

  const readLeft = (): Promise<readonly StoredDownload[]> => (left ??= queueFile.take())

  async function pendingState(): Promise<QueueState> {
    const queued = runs.unfinished()
    const handled = new Set<string | null>(queued.map(({ campaignId }) => campaignId))
    const waiting = (await readLeft()).filter(({ campaignId }) => !handled.has(campaignId))
    return { downloads: [...queued, ...waiting], handled }
  }

  async function resume(): Promise<void> {
    const items = await readLeft()
    if (items.length === 0) return
    await options.readyToStart
    if (isClosed() || !hasKey(await options.readKey())) return
    await network?.refresh()
    if (isClosed()) return
    left = Promise.resolve([])
    runs.restore(items)
  }

  return {
    resume: () =>
      limit(resume).catch((error: unknown) => {
        options.logger?.unexpected(error, 'pictures that an earlier run has left')
      }),
    queueChanged() {
      // Runs that end with the connection resume later.
      if (!closed) queueFile.saveSoon(pendingState)
    },
    async close() {
      closed = true
      await queueFile.release()
    },
  }
}
