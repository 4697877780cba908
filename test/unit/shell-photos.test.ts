import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DrawnPicture, DrawPicture } from '../../electron/artwork/thumbnails.ts'
import type { PhotoFile, Reviews } from '../../electron/review/types.ts'
import { PictureGuard } from '../../electron/shell/picture-guard.ts'
import { createPhotoServer } from '../../electron/shell/photos.ts'
import { jpeg, png } from '../support/pictures.ts'

const HASH = 'a'.repeat(64)
let folder: string
let requestedHashes: string[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'photos-'))
  requestedHashes = []
  await writeFile(join(folder, 'photo'), new Uint8Array([1, 2, 3]))
})
afterEach(async () => {
  await rm(folder, { recursive: true })
})

function serve(
  pathname: string,
  found: PhotoFile | null,
  opened: PhotoFile | null = null,
  guard = new PictureGuard(join(folder, 'left-out.json')),
  draw: DrawPicture = () => Promise.reject(new Error('Nothing is to be drawn.')),
): Promise<Response> {
  const reviews: Pick<Reviews, 'findPhoto'> = {
    findPhoto: (hash) => {
      requestedHashes.push(hash)
      return Promise.resolve(found)
    },
  }
  const session = () => Promise.resolve({ reviews: reviews as Reviews })
  return createPhotoServer(session, { photo: () => opened }, guard, draw)(pathname)
}

const photo = (): PhotoFile => ({ file: join(folder, 'photo'), kind: 'jpeg', bytes: 3 })

describe('photos for the window', () => {
  it('are served with their type and a strict policy', async () => {
    const response = await serve(`/abc-1/${HASH}`, photo())
    expect(response.status).toBe(200)
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array([1, 2, 3]))
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(requestedHashes).toEqual([HASH])
  })

  it('include those of an open review file', async () => {
    expect((await serve(`/abc-1/${HASH}`, null, photo())).status).toBe(200)
    expect(requestedHashes).toEqual([])
  })

  it.each([
    `/abc/${HASH}/more`,
    `/abc/${HASH.toUpperCase()}`,
    `/abc/${HASH.slice(1)}`,
    `/ABC/${HASH}`,
    `/abc/../${HASH}`,
    '/abc/..%2f..%2fpasswd',
    '/',
  ])('are not found at %s', async (pathname) => {
    expect((await serve(pathname, photo())).status).toBe(404)
    expect(requestedHashes).toEqual([])
  })

  it('are redrawn if they have too many pixels, and missing if that fails', async () => {
    const large = jpeg(6_000, 5_000)
    await writeFile(join(folder, 'large'), large)
    const found: PhotoFile = { file: join(folder, 'large'), kind: 'jpeg', bytes: large.byteLength }
    const ask = (drawn: DrawnPicture) =>
      serve(`/abc/${HASH}`, found, null, undefined, () => Promise.resolve(drawn))
    const drawn = await ask(png(1))
    expect(new Uint8Array(await drawn.arrayBuffer())).toEqual(png(1))
    expect(drawn.headers.get('content-type')).toBe('image/png')
    // The drawing process is not trusted either.
    for (const refused of ['tooComplex', 'failed', large] as const)
      expect((await ask(refused)).status).toBe(404)
  })

  it('are missing if they are unknown, deleted or changed', async () => {
    expect((await serve(`/abc/${HASH}`, null)).status).toBe(404)
    expect((await serve(`/abc/${HASH}`, { ...photo(), bytes: 4 })).status).toBe(404)
    expect((await serve(`/abc/${HASH}`, { ...photo(), file: join(folder, 'gone') })).status).toBe(404)
  })
})
