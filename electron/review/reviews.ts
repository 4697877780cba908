import { access } from 'node:fs/promises'
import { AppError } from '../contract/app-error.ts'
import { WorkerClient } from '../store/worker-client.ts'
import type { Reviews, ReviewsOptions, ReviewsStore } from './types.ts'

/** What the thread gives for a call. */
type Output<Name extends keyof ReviewsStore> = Awaited<ReturnType<ReviewsStore[Name]>>

/**
 * The reviews of a connection, in a thread of their own. As long as there is no file, reading starts no thread: there
 * is nothing to be read.
 */
export function createReviews({ file, workerUrl, onNotice }: ReviewsOptions): Reviews {
  const client = new WorkerClient(workerUrl, { role: 'reviews', file }, { died: 'reviewsUnavailable' })
  let begun = false
  let recovery: Promise<void> | null = null
  let closing: Promise<void> | null = null

  async function start(damaged: boolean): Promise<void> {
    begun = true
    const notice = await client.start({ damaged })
    if (notice !== null && told !== notice) onNotice((told = notice))
  }
  let told: Awaited<ReturnType<WorkerClient['start']>> = null

  /** The file turned out to be damaged while in use: it is set aside and an empty one begun. */
  function recover(): Promise<void> {
    recovery ??= client
      .terminate()
      .then(() => start(true))
      .finally(() => {
        recovery = null
      })
    return recovery
  }

  async function ask<Name extends keyof ReviewsStore>(
    name: Name,
    parameters: Parameters<ReviewsStore[Name]>,
  ): Promise<Output<Name>> {
    if (closing !== null) throw new AppError('shuttingDown')
    await recovery
    try {
      await start(false)
      return (await client.call(name, parameters)) as Output<Name>
    } catch (error) {
      if (error instanceof AppError && error.code === 'reviewsDamaged') await recover()
      throw error
    }
  }

  async function read<Name extends keyof ReviewsStore>(
    name: Name,
    parameters: Parameters<ReviewsStore[Name]>,
    none: Output<Name>,
  ): Promise<Output<Name>> {
    if (!begun && !(await exists(file))) return none
    return await ask(name, parameters)
  }

  return {
    of: (campaignItemIds) => read('of', [campaignItemIds], []),
    list: (campaignIds) => read('list', [campaignIds], []),
    count: () => read('count', [], 0),
    mark: (items, mark, at) => ask('mark', [items, mark, at]),
    note: (item, note) => ask('note', [item, note]),
    copyTo: (target) => read('copyTo', [target], false),
    undo: () => read('undo', [], null),
    close: () => {
      closing ??= client.close()
      return closing
    },
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file)
    return true
  } catch {
    return false
  }
}
