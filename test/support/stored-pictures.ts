import { join } from 'node:path'
import { openPictureCache } from '../../electron/artwork/open-cache.ts'
import { ARTWORK_WORKER_URL } from './entries.ts'
import type { Bytes } from './pictures.ts'

/**
 * Stores pictures and their thumbnails, both by address, in a new picture cache in a folder. Returns the path
 * of its database.
 */
export async function storePictures(
  folder: string,
  pictures: ReadonlyMap<string, Bytes>,
  thumbnails: ReadonlyMap<string, Bytes> = new Map(),
): Promise<string> {
  const file = join(folder, 'pictures.db')
  const cache = openPictureCache({ file, workerUrl: ARTWORK_WORKER_URL })
  try {
    // The bytes are transferred.
    const stored = await Promise.all(
      [...pictures].map(
        async ([address, bytes]) => [address, await cache.put(address, bytes.slice())] as const,
      ),
    )
    for (const [address, picture] of stored) {
      const thumbnail = thumbnails.get(address)
      if (picture === null || !('picture' in picture)) throw new Error(`No picture: ${address}`)
      if (thumbnail !== undefined)
        await cache.saveThumbnail(picture.picture.hash, { bytes: thumbnail, isTooComplex: false })
    }
    return file
  } finally {
    await cache.close()
  }
}
