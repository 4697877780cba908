import { join } from 'node:path'
import { openPictureCache } from '../../electron/artwork/open-cache.ts'
import { ARTWORK_WORKER_URL } from './entries.ts'
import type { Bytes } from './pictures.ts'

/**
 * Stores pictures in a folder like the application, with `small` as the small pictures, all by address.
 * Returns the database.
 */
export async function storePictures(
  folder: string,
  pictures: ReadonlyMap<string, Bytes>,
  small: ReadonlyMap<string, Bytes> = new Map(),
): Promise<string> {
  const file = join(folder, 'pictures.db')
  const cache = openPictureCache({ file, workerUrl: ARTWORK_WORKER_URL })
  try {
    // The bytes are transferred.
    const found = await Promise.all(
      [...pictures].map(
        async ([address, bytes]) => [address, await cache.put(address, bytes.slice())] as const,
      ),
    )
    for (const [address, picture] of found) {
      const made = small.get(address)
      if (picture === null || !('picture' in picture)) throw new Error(`No picture: ${address}`)
      if (made !== undefined)
        await cache.saveThumbnail(picture.picture.hash, { bytes: made, isTooComplex: false })
    }
    return file
  } finally {
    await cache.close()
  }
}
