import { CONTENT_TYPES } from '../content/inspect.ts'
import type { PictureGuard } from './picture-guard.ts'
import type { ConnectionSession } from '../app/types.ts'

/** Returns a response without a body. */
export const emptyResponse = (status: number): Response => new Response(null, { status })

/** Returns a response that browsers show only as a picture. */
export function pictureResponse(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
  cacheControl: string,
): Response {
  return new Response(bytes, {
    headers: {
      'Content-Type': contentType,
      'X-Content-Type-Options': 'nosniff',
      // An SVG that is opened as a page cannot run scripts either.
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'Cache-Control': cacheControl,
    },
  })
}

const NEVER_SHOWN: ReadonlySet<string> = new Set([CONTENT_TYPES.pdf, CONTENT_TYPES.svg, CONTENT_TYPES.avif])

/** A download may replace the picture of an address. */
const CACHED = 'private, max-age=300'

/**
 * Answers `campaign-desk://picture/<connectionId>/<itemKey>/<index>` with the picture of an item's artwork;
 * with `/full` the artwork's file unless it is a PDF, and with `/before` the previous version. Pictures come
 * from the cache, so that the window needs no network and no addresses.
 */
export function createPictureServer(
  session: (connectionId: string) => Promise<Pick<ConnectionSession, 'artwork'>>,
  guard: Pick<PictureGuard, 'isTurnedOff' | 'sent' | 'problemOf'>,
): (pathname: string) => Promise<Response> {
  return async (pathname) => {
    const match = /^\/([0-9a-z-]{1,64})\/(\d{1,15})\/(\d{1,4})(\/before)?(\/full)?$/.exec(pathname)
    if (match === null) return emptyResponse(404)
    if (guard.isTurnedOff) return emptyResponse(403)
    const [, connectionId = '', itemKey = '', index = '', before, full] = match
    try {
      const { artwork } = await session(connectionId)
      const ref = {
        itemKey: Number(itemKey),
        artworkIndex: Number(index),
        size: full === undefined ? 'thumbnail' : 'full',
      } as const
      const picture = await (before === undefined ? artwork?.serve(ref) : artwork?.servePrevious(ref))
      if (picture === null || picture === undefined) return emptyResponse(404)
      // A PDF is shown page by page (`pictures.document`), and files that are drawn separately are never
      // served.
      if (NEVER_SHOWN.has(picture.contentType)) return emptyResponse(415)
      if (guard.problemOf(picture.hash) !== null) return emptyResponse(403)
      guard.sent(picture.hash)
      return pictureResponse(picture.bytes, picture.contentType, CACHED)
    } catch {
      // No network, or no such item: the window shows that there is no picture.
      return emptyResponse(504)
    }
  }
}
