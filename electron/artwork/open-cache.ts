import { existsSync } from 'node:fs'
import { FileThread } from '../store/file-thread.ts'
import { createWriteBatcher } from './write-batcher.ts'
import { packUpdates } from './pack.ts'
import type { PictureCache, PictureUpdate, PictureCalls } from './types.ts'

export interface OpenPictureCacheOptions {
  /** The database; the folder `pictures` is next to it. */
  readonly file: string
  /** The bundled script, or its source in tests. */
  readonly workerUrl: URL
}

/** The cache; its thread starts with the first call. */
export interface OpenPictureCache extends PictureCache {
  close(): Promise<void>
}

export function openPictureCache({ file, workerUrl }: OpenPictureCacheOptions): OpenPictureCache {
  const thread = new FileThread({ workerUrl, start: { role: 'pictures', file }, damagedCode: 'cacheDamaged' })
  const call =
    <Name extends keyof PictureCalls>(name: Name) =>
    (...parameters: Parameters<PictureCalls[Name]>): ReturnType<PictureCalls[Name]> =>
      thread.call(name, parameters) as ReturnType<PictureCalls[Name]>
  // A message and a transaction for each picture would be too slow.
  const save = createWriteBatcher((updates: readonly PictureUpdate[]) => {
    const { packed, buffers } = packUpdates(updates)
    return thread.call('save', [packed], buffers) as ReturnType<PictureCalls['save']>
  })
  return {
    lookUp: call('lookUp'),
    put: (address, bytes) => save({ address, bytes }),
    fail: (address, problem) => save({ address, problem }),
    lookUpWithoutQuery: call('lookUpWithoutQuery'),
    lookUpFile: call('lookUpFile'),
    thumbnail: call('thumbnail'),
    saveThumbnail: call('saveThumbnail'),
    deletePicture: call('deletePicture'),
    listStamp: call('listStamp'),
    startList: call('startList'),
    addToList: call('addToList'),
    finishList: call('finishList'),
    listMissing: call('listMissing'),
    counts: call('counts'),
    readyShares: call('readyShares'),
    async deleteLists(campaignIds) {
      // Avoids starting the thread only to delete nothing.
      if (existsSync(file)) await call('deleteLists')(campaignIds)
    },
    evict: call('evict'),
    close: () => thread.close(),
  }
}
