import { readFile } from 'node:fs/promises'
import { CONTENT_TYPES } from '../content/inspect.ts'
import type { ConnectionSession } from '../workspace/types.ts'
import { nothing, pictureResponse } from './pictures.ts'

/** A content never changes under its name. */
const CACHED = 'private, max-age=86400, immutable'

/** Answers `campaign-desk://photo/<connectionId>/<hash>` with a photo of a review. */
export function createPhotoServer(
  session: (connectionId: string) => Promise<Pick<ConnectionSession, 'reviews'>>,
): (pathname: string) => Promise<Response> {
  return async (pathname) => {
    const match = /^\/([0-9a-z-]{1,64})\/([0-9a-f]{64})$/.exec(pathname)
    if (match === null) return nothing(404)
    const [, connectionId = '', hash = ''] = match
    try {
      const { reviews } = await session(connectionId)
      const photo = await reviews.findPhoto(hash)
      if (photo === null) return nothing(404)
      const bytes = new Uint8Array(await readFile(photo.file))
      // A file that is not what it was is shown as missing rather than as something else.
      if (bytes.byteLength !== photo.bytes) return nothing(404)
      return pictureResponse(bytes, CONTENT_TYPES[photo.kind], CACHED)
    } catch {
      return nothing(404)
    }
  }
}
