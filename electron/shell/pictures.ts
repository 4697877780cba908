import type { ConnectionSession } from '../workspace/types.ts'
import type { Fetch } from '../service/types.ts'

/** A picture of the sample service: it has no network. */
export type SamplePicture = (
  url: string,
) => { readonly bytes: Uint8Array<ArrayBuffer>; readonly contentType: string } | null

const MOST_BYTES = 20 * 1024 * 1024
const TIMEOUT_MS = 20_000
const CONTENT_TYPES: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/svg+xml',
  'application/pdf',
])

const nothing = (status: number): Response => new Response(null, { status })

function asPicture(bytes: Uint8Array<ArrayBuffer>, contentType: string): Response {
  return new Response(bytes, {
    headers: {
      'Content-Type': contentType,
      'X-Content-Type-Options': 'nosniff',
      // An SVG is only ever shown as a picture; opened as a page it could still run nothing.
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'Cache-Control': 'private, max-age=3600',
    },
  })
}

/** Pictures come by https; by http only from a service that is itself on this computer. */
function mayFetch(address: string, baseUrl: string | null): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  return url.protocol === 'https:' || (baseUrl !== null && url.origin === new URL(baseUrl).origin)
}

async function readBounded(response: Response): Promise<Uint8Array<ArrayBuffer> | null> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    const bytes = piece as Uint8Array
    size += bytes.byteLength
    if (size > MOST_BYTES) return null
    pieces.push(bytes)
  }
  return new Uint8Array(Buffer.concat(pieces))
}

/**
 * Answers `campaign-desk://picture/<connectionId>/<itemKey>/<index>` with the picture of an item's artwork, and with
 * `/full` behind it with the artwork's file, which may be a PDF. The window never learns its address, and the API key is never sent for it.
 */
export function createPictureServer(
  session: (connectionId: string) => Promise<ConnectionSession>,
  fetchOf: (connectionId: string) => Fetch,
  samplePicture: () => Promise<SamplePicture>,
): (pathname: string) => Promise<Response> {
  return async (pathname) => {
    const match = /^\/([0-9a-z-]{1,64})\/(\d{1,15})\/(\d{1,4})(\/full)?$/.exec(pathname)
    if (match === null) return nothing(404)
    const [, connectionId = '', itemKey = '', index = '', full] = match
    try {
      const { store, connection } = await session(connectionId)
      const address = await store.pictureUrl(
        Number(itemKey),
        Number(index),
        full === undefined ? 'thumbnail' : 'full',
      )
      if (address === null) return nothing(404)
      if (connection.kind === 'sample') {
        const picture = (await samplePicture())(address)
        return picture === null ? nothing(404) : asPicture(picture.bytes, picture.contentType)
      }
      if (!mayFetch(address, connection.baseUrl)) return nothing(404)
      const response = await fetchOf(connectionId)(
        new Request(address, { signal: AbortSignal.timeout(TIMEOUT_MS) }),
      )
      const contentType =
        (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
      if (response.status !== 200 || !CONTENT_TYPES.has(contentType)) return nothing(404)
      const bytes = await readBounded(response)
      return bytes === null ? nothing(413) : asPicture(bytes, contentType)
    } catch {
      // No network, or no such item: the window shows that there is no picture.
      return nothing(504)
    }
  }
}
