import { readFile } from 'node:fs/promises'
import type { ServedPicture } from '../artwork/picture-server.ts'
import { toDisplayablePhoto, type DrawPicture } from '../artwork/thumbnails.ts'
import { CONTENT_TYPES, rasterKind } from '../content/inspect.ts'
import type { PhotoFile } from '../review/types.ts'
import type { ConnectionSession } from '../app/types.ts'
import type { ReviewFiles } from '../app/review-files.ts'
import type { PictureGuard } from './picture-guard.ts'
import { emptyResponse, pictureResponse } from './pictures.ts'

/** The name of a photo is the hash of its content, so it never changes. */
const CACHED = 'private, max-age=86400, immutable'

/**
 * Returns a photo of a review in a form that a page may decode: its file, or a drawing by the process that
 * draws pictures; null if the file is missing, was changed, or cannot be drawn.
 */
export async function readPhoto(
  reviews: Pick<ConnectionSession['reviews'], 'findPhoto'>,
  hash: string,
  draw: DrawPicture,
): Promise<ServedPicture | null> {
  const photo = await reviews.findPhoto(hash)
  if (photo === null) return null
  const bytes = new Uint8Array(await readFile(photo.file))
  // A changed file is treated as missing.
  if (bytes.byteLength !== photo.bytes) return null
  const shown = await toDisplayablePhoto(draw, bytes)
  if (typeof shown === 'string') return null
  const kind = shown === bytes ? photo.kind : (rasterKind(shown) ?? 'jpeg')
  return { bytes: shown, contentType: CONTENT_TYPES[kind] }
}

/**
 * Answers `campaign-desk://photo/<connectionId>/<hash>` with a photo of a review, or of an opened review
 * file.
 */
export function createPhotoServer(
  session: (connectionId: string) => Promise<Pick<ConnectionSession, 'reviews'>>,
  opened: Pick<ReviewFiles, 'photo'>,
  guard: Pick<PictureGuard, 'sent' | 'problemOf'>,
  draw: DrawPicture,
): (pathname: string) => Promise<Response> {
  return async (pathname) => {
    const match = /^\/([0-9a-z-]{1,64})\/([0-9a-f]{64})$/.exec(pathname)
    if (match === null) return emptyResponse(404)
    const [, connectionId = '', hash = ''] = match
    if (guard.problemOf(hash) !== null) return emptyResponse(403)
    try {
      const { reviews } = await session(connectionId)
      const findPhoto = async (): Promise<PhotoFile | null> =>
        opened.photo(connectionId, hash) ?? (await reviews.findPhoto(hash))
      const photo = await readPhoto({ findPhoto }, hash, draw)
      if (photo === null) return emptyResponse(404)
      guard.sent(hash)
      return pictureResponse(photo.bytes, photo.contentType, CACHED)
    } catch {
      return emptyResponse(404)
    }
  }
}
