import { describe, expect, it } from 'vitest'
import type { Artwork } from '../../electron/artwork/artwork.ts'
import type { ShownPicture } from '../../electron/artwork/picture-server.ts'
import type { PictureRef } from '../../electron/artwork/renew-address.ts'
import { PictureGuard } from '../../electron/shell/picture-guard.ts'
import { createPictureServer } from '../../electron/shell/pictures.ts'

interface Served {
  readonly serve: (pathname: string) => Promise<Response>
  readonly refs: PictureRef[]
}

/** A picture server with this cached response. */
function served(
  answer: () => Promise<ShownPicture | null>,
  guard = new PictureGuard('/dev/null/none'),
): Served {
  const refs: PictureRef[] = []
  const artwork: Pick<Artwork, 'serve'> = {
    serve: (ref) => {
      refs.push(ref)
      return answer()
    },
  }
  const session = Promise.resolve({ artwork: artwork as Artwork })
  return { serve: createPictureServer(() => session, guard), refs }
}

const picture = (contentType: string) => (): Promise<ShownPicture> =>
  Promise.resolve({ hash: 'a', bytes: new Uint8Array([1, 2, 3]), contentType })

describe('pictures for the window', () => {
  it('are thumbnails, and with /full the files themselves', async () => {
    const { serve, refs } = served(picture('image/png'))
    const small = await serve('/abc/7/0')
    expect([
      small.status,
      small.headers.get('content-type'),
      new Uint8Array(await small.arrayBuffer()),
    ]).toEqual([200, 'image/png', new Uint8Array([1, 2, 3])])
    expect((await serve('/abc/7/12/full')).status).toBe(200)
    expect(refs).toEqual([
      { itemKey: 7, artworkIndex: 0, size: 'thumbnail' },
      { itemKey: 7, artworkIndex: 12, size: 'full' },
    ])
  })

  it('have a strict policy, and only their stated type', async () => {
    const { headers } = await served(picture('image/png')).serve('/abc/7/0')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it.each(['/abc/7', '/abc/7/0/other', '/abc/7/0/full/full', '/ABC/7/0', '/abc/../7/0', '/abc/7/-1', '/'])(
    'are not found at %s',
    async (pathname) => {
      const { serve, refs } = served(picture('image/png'))
      expect((await serve(pathname)).status).toBe(404)
      expect(refs).toEqual([])
    },
  )

  it('are missing if the cache has none or fails', async () => {
    expect((await served(() => Promise.resolve(null)).serve('/abc/7/0')).status).toBe(404)
    expect((await served(() => Promise.reject(new Error('no network'))).serve('/abc/7/0')).status).toBe(504)
  })

  it('are blocked while pictures are turned off, and after a crash', async () => {
    const guard = new PictureGuard('/dev/null/none')
    const { serve, refs } = served(picture('image/png'), guard)
    expect((await serve('/abc/7/0')).status).toBe(200)
    guard.crashed({ turnOff: false })
    expect((await serve('/abc/7/0')).status).toBe(403)
    guard.crashed({ turnOff: true })
    refs.length = 0
    expect((await serve('/abc/7/0')).status).toBe(403)
    expect(refs).toEqual([])
    guard.turnOn()
    expect((await serve('/abc/7/0')).status).toBe(200)
  })

  it('never include types that only the drawing process may decode', async () => {
    for (const contentType of ['image/svg+xml', 'image/avif', 'application/pdf'])
      expect((await served(picture(contentType)).serve('/abc/7/0/full')).status).toBe(415)
  })
})
