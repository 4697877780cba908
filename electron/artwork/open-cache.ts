import { FileThread } from '../store/file-thread.ts'
import { createGathering } from './gathering.ts'
import { pack } from './pack.ts'
import type { PictureCache, PictureNews, PictureThread } from './types.ts'

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
    <Name extends keyof PictureThread>(name: Name) =>
    (...parameters: Parameters<PictureThread[Name]>): ReturnType<PictureThread[Name]> =>
      thread.call(name, parameters) as ReturnType<PictureThread[Name]>
  // A message and a transaction for each picture would cost more than the picture.
  const note = createGathering((news: readonly PictureNews[]) => {
    const { packed, buffers } = pack(news)
    return thread.call('note', [packed], buffers) as ReturnType<PictureThread['note']>
  })
  return {
    find: call('find'),
    put: (address, bytes) => note({ address, bytes }),
    fail: (address, problem) => note({ address, problem }),
    findBare: call('findBare'),
    findFile: call('findFile'),
    thumbnail: call('thumbnail'),
    keepThumbnail: call('keepThumbnail'),
    forgetPicture: call('forgetPicture'),
    stampOf: call('stampOf'),
    beginWanted: call('beginWanted'),
    addWanted: call('addWanted'),
    endWanted: call('endWanted'),
    listMissing: call('listMissing'),
    counts: call('counts'),
    forgetCampaigns: call('forgetCampaigns'),
    evict: call('evict'),
    close: () => thread.close(),
  }
}
