import { access } from 'node:fs/promises'
import { AppError } from '../contract/app-error.ts'
import { FileThread } from '../store/file-thread.ts'
import type { Reviews, ReviewsOptions, ReviewsStore } from './types.ts'

/** The result of a call. */
type Output<Name extends keyof ReviewsStore> = Awaited<ReturnType<ReviewsStore[Name]>>

/**
 * Creates access to the reviews of a connection in a separate thread, which reading does not start if there
 * is no file.
 */
export function createReviews({ file, workerUrl, onNotice }: ReviewsOptions): Reviews {
  const thread = new FileThread({
    workerUrl,
    start: { role: 'reviews', file },
    damagedCode: 'reviewsDamaged',
    crashedCode: 'reviewsUnavailable',
    onNotice,
  })

  async function callThread<Name extends keyof ReviewsStore>(
    name: Name,
    parameters: Parameters<ReviewsStore[Name]>,
  ): Promise<Output<Name>> {
    return (await thread.call(name, parameters)) as Output<Name>
  }

  async function read<Name extends keyof ReviewsStore>(
    name: Name,
    parameters: Parameters<ReviewsStore[Name]>,
    fallback: Output<Name>,
  ): Promise<Output<Name>> {
    if (!thread.wasStarted && !(await exists(file))) return fallback
    return await callThread(name, parameters)
  }

  return {
    get: (campaignItemIds, texts) => read('get', [campaignItemIds, texts], []),
    list: (campaignIds) => read('list', [campaignIds], []),
    count: () => read('count', [], 0),
    mark: (items, mark, at, continues) => callThread('mark', [items, mark, at, continues]),
    note: (item, note, continues) => callThread('note', [item, note, continues]),
    addPhoto: (item, bytes, at, continues) => callThread('addPhoto', [item, bytes, at, continues]),
    removePhoto: (campaignItemId, hash, at) => read('removePhoto', [campaignItemId, hash, at], null),
    findPhoto: (hash) => read('findPhoto', [hash], null),
    countPhotos: () => read('countPhotos', [], 0),
    copyTo: (target) => read('copyTo', [target], false),
    merge: (merge) => callThread('merge', [merge]),
    listSteps: () => read('listSteps', [], []),
    revert: (step) => read('revert', [step], null),
    replaceDamaged: async () => {
      try {
        await read('count', [], 0)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
      }
    },
    close: () => thread.close(),
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
