import { readFile } from 'node:fs/promises'
import type { PictureLookup, PictureCache } from './types.ts'

/**
 * Returns the bytes of a kept picture; null where there is none, or its file is not what it was, and then
 * forgets it.
 */
export async function readCached(
  cache: Pick<PictureCache, 'deletePicture'>,
  found: PictureLookup,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (found === null || !('picture' in found)) return null
  const { picture, content } = found
  const bytes = typeof content === 'string' ? await readWhole(content) : content
  if (bytes?.byteLength === picture.bytes) return bytes
  await cache.deletePicture(picture.hash)
  return null
}

async function readWhole(file: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytes = await readFile(file).catch(() => null)
  return bytes === null ? null : new Uint8Array(bytes)
}
