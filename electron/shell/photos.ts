import { readFile } from 'node:fs/promises'
import type { ServedPicture } from '../artwork/looking.ts'
import { CONTENT_TYPES } from '../content/inspect.ts'
import type { PhotoFile } from '../review/types.ts'
import type { ConnectionSession } from '../app/types.ts'
import type { ReviewFiles } from '../app/review-files.ts'
import type { PictureGuard } from './picture-guard.ts'
import { nothing, pictureResponse } from './pictures.ts'

/** A content never changes under its name. */
const CACHED = 'private, max-age=86400, immutable'

/** A photo of a review as it is on disk; null where it is not there, or not what it was. */
export async function readPhoto(
  reviews: Pick<ConnectionSession['reviews'], 'findPhoto'>,
  hash: string,
): Promise<ServedPicture | null> {
  const photo = await reviews.findPhoto(hash)
  if (photo === null) return null
  const bytes = new Uint8Array(await readFile(photo.file))
  // Shown as missing rather than as something else.
  if (bytes.byteLength !== photo.bytes) return null
  return { bytes, contentType: CONTENT_TYPES[photo.kind] }
}

/** Answers `campaign-desk://photo/<connectionId>/<hash>` with a photo of a review, or of a file with a review that is looked at. */
export function createPhotoServer(
  session: (connectionId: string) => Promise<Pick<ConnectionSession, 'reviews'>>,
  opened: Pick<ReviewFiles, 'photo'>,
  guard: Pick<PictureGuard, 'sent' | 'troubleOf'>,
): (pathname: string) => Promise<Response> {
  return async (pathname) => {
    const match = /^\/([0-9a-z-]{1,64})\/([0-9a-f]{64})$/.exec(pathname)
    if (match === null) return nothing(404)
    const [, connectionId = '', hash = ''] = match
    if (guard.troubleOf(hash) !== null) return nothing(403)
    try {
      const { reviews } = await session(connectionId)
      const findPhoto = async (): Promise<PhotoFile | null> =>
        opened.photo(connectionId, hash) ?? (await reviews.findPhoto(hash))
      const photo = await readPhoto({ findPhoto }, hash)
      if (photo === null) return nothing(404)
      guard.sent(hash)
      return pictureResponse(photo.bytes, photo.contentType, CACHED)
    } catch {
      return nothing(404)
    }
  }
}
