import { FileThread } from '../store/file-thread.ts'
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
  const thread = new FileThread({ workerUrl, start: { role: 'pictures', file }, damaged: 'cacheDamaged' })
  const call =
    <Name extends keyof PictureCache>(name: Name) =>
    (...parameters: Parameters<PictureCache[Name]>): ReturnType<PictureCache[Name]> =>
      thread.call(name, parameters) as ReturnType<PictureCache[Name]>
  return {
    find: call('find'),
    put: (address, bytes) =>
      thread.call('put', [address, bytes], [bytes.buffer]) as ReturnType<PictureCache['put']>,
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
    close: () => thread.close(),
  }
}
