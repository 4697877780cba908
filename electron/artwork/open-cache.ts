import { FileThread } from '../store/file-thread.ts'
import { createWriteBatcher } from './write-batcher.ts'
import { packUpdates } from './pack.ts'
import type { PictureCache, PictureUpdate, PictureCalls } from './types.ts'

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
  const thread = new FileThread({ workerUrl, start: { role: 'pictures', file }, damaged: 'cacheDamaged' })
  const call =
    <Name extends keyof PictureCalls>(name: Name) =>
    (...parameters: Parameters<PictureCalls[Name]>): ReturnType<PictureCalls[Name]> =>
      thread.call(name, parameters) as ReturnType<PictureCalls[Name]>
  // A message and a transaction for each picture would cost more than the picture.
  const note = createWriteBatcher((news: readonly PictureUpdate[]) => {
    const { packed, buffers } = packUpdates(news)
    return thread.call('save', [packed], buffers) as ReturnType<PictureCalls['save']>
  })
  return {
    lookUp: call('lookUp'),
    put: (address, bytes) => note({ address, bytes }),
    fail: (address, problem) => note({ address, problem }),
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
    deleteLists: call('deleteLists'),
    evict: call('evict'),
    close: () => thread.close(),
  }
}
