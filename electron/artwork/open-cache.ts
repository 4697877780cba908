import { AppError } from '../contract/app-error.ts'
import { WorkerClient } from '../store/worker-client.ts'
import type { PictureCache } from './types.ts'

export interface OpenPictureCacheOptions {
  /** The database; the pictures stand in the folder `pictures` beside it. */
  readonly file: string
  /** The worker's script: built in the application, the source in tests. */
  readonly workerUrl: URL
}

/** The pictures on disk; their thread starts with the first call. */
export interface OpenPictureCache extends PictureCache {
  close(): Promise<void>
}

export function openPictureCache({ file, workerUrl }: OpenPictureCacheOptions): OpenPictureCache {
  const client = new WorkerClient(workerUrl, { role: 'pictures', file })
  let recovery: Promise<unknown> | null = null

  /** The database turned out to be damaged while in use: it is set aside, and an empty one begun. */
  function recover(): Promise<unknown> {
    recovery ??= client
      .terminate()
      .then(() => client.start({ damaged: true }))
      .finally(() => {
        recovery = null
      })
    return recovery
  }

  async function ask(
    name: keyof PictureCache,
    parameters: readonly unknown[],
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<unknown> {
    await recovery
    try {
      return await client.call(name, parameters, {}, transfer)
    } catch (error) {
      if (error instanceof AppError && error.code === 'cacheDamaged') await recover()
      throw error
    }
  }

  const call =
    <Name extends keyof PictureCache>(name: Name) =>
    (...parameters: Parameters<PictureCache[Name]>): ReturnType<PictureCache[Name]> =>
      ask(name, parameters) as ReturnType<PictureCache[Name]>
  return {
    find: call('find'),
    put: (address, bytes) => ask('put', [address, bytes], [bytes.buffer]) as ReturnType<PictureCache['put']>,
    fail: call('fail'),
    forgetPicture: call('forgetPicture'),
    stampOf: call('stampOf'),
    beginWanted: call('beginWanted'),
    addWanted: call('addWanted'),
    endWanted: call('endWanted'),
    listMissing: call('listMissing'),
    counts: call('counts'),
    forgetCampaigns: call('forgetCampaigns'),
    evict: call('evict'),
    close: () => client.close(),
  }
}
