import type { ConnectionSession } from '../workspace/types.ts'

const nothing = (status: number): Response => new Response(null, { status })

/**
 * Answers `campaign-desk://picture/<connectionId>/<itemKey>/<index>` with the picture of an item's artwork, and with
 * `/full` behind it with the artwork's file, which may be a PDF: from the cache, so that the window needs no network and
 * never learns an address.
 */
export function createPictureServer(
  session: (connectionId: string) => Promise<Pick<ConnectionSession, 'artwork'>>,
): (pathname: string) => Promise<Response> {
  return async (pathname) => {
    const match = /^\/([0-9a-z-]{1,64})\/(\d{1,15})\/(\d{1,4})(\/full)?$/.exec(pathname)
    if (match === null) return nothing(404)
    const [, connectionId = '', itemKey = '', index = '', full] = match
    try {
      const { artwork } = await session(connectionId)
      const picture = await artwork?.serve({
        itemKey: Number(itemKey),
        artworkIndex: Number(index),
        size: full === undefined ? 'thumbnail' : 'full',
      })
      if (picture === null || picture === undefined) return nothing(404)
      return new Response(picture.bytes, {
        headers: {
          'Content-Type': picture.contentType,
          'X-Content-Type-Options': 'nosniff',
          // An SVG is only ever shown as a picture; opened as a page it could still run nothing.
          'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
          // A download may bring another one under the same address.
          'Cache-Control': 'private, max-age=300',
        },
      })
    } catch {
      // No network, or no such item: the window shows that there is no picture.
      return nothing(504)
    }
  }
}
