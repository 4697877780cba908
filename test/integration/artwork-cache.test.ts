import Database from 'better-sqlite3'
import { mkdir, readdir, readFile, rm, rmdir, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPictureCache, type OpenPictureCache } from '../../electron/artwork/open-cache.ts'
import { readCached } from '../../electron/artwork/thumbnails.ts'
import type { PictureStatus, CachedPicture, PictureLookup } from '../../electron/artwork/types.ts'
import { truncated, png, svg, text, webp, type Bytes } from '../support/pictures.ts'
import { ARTWORK_WORKER_URL } from '../support/entries.ts'
import { temporaryFolder } from '../support/store.ts'

const at = (name: string): string => `https://f.example/${name}.png`

/** A picture that is stored in its own file. */
const large = (green: number): Bytes =>
  svg('width="10" height="10"', `<g id="${String(green)}">${'<path d="M0 0"/>'.repeat(10_000)}</g>`)
/** A picture of several database pages. */
const medium = (green: number): Bytes =>
  svg('width="10" height="10"', `<g id="${String(green)}">${'<path d="M0 0"/>'.repeat(2_000)}</g>`)

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let file: string
let cache: OpenPictureCache

const open = (): OpenPictureCache => openPictureCache({ file, workerUrl: ARTWORK_WORKER_URL })

beforeEach(async () => {
  folder = await temporaryFolder()
  file = join(folder.path, 'pictures.db')
  cache = open()
})
afterEach(async () => {
  await cache.close()
  await folder.remove()
})

function pictureOf(found: PictureStatus): CachedPicture {
  if (found === null || !('picture' in found)) throw new Error(`No picture: ${JSON.stringify(found)}`)
  return found.picture
}

/** The bytes of a found picture, from the database or its file. */
async function contentOf(found: PictureLookup): Promise<Uint8Array> {
  if (found === null || !('picture' in found)) throw new Error(`No picture: ${JSON.stringify(found)}`)
  return typeof found.content === 'string' ? new Uint8Array(await readFile(found.content)) : found.content
}

function fileOf(found: PictureLookup): string {
  if (found === null || !('picture' in found) || typeof found.content !== 'string')
    throw new Error('That has no file of its own')
  return found.content
}

async function filesOnDisk(): Promise<readonly string[]> {
  const entries = await readdir(join(folder.path, 'pictures'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

const addToList = (campaignId: string, names: readonly string[]): Promise<void> =>
  cache.addToList(
    campaignId,
    names.map((name, itemKey) => ({ address: at(name), itemKey, artworkIndex: 0 })),
  )

describe('the picture cache', () => {
  it('starts its thread and creates its file with the first picture', async () => {
    expect(await readdir(folder.path)).toEqual([])
    expect(await cache.lookUp(at('a'))).toBeNull()
    expect(await readdir(folder.path)).toContain('pictures.db')
  })

  it('stores equal pictures once for all addresses, also after a restart', async () => {
    const first = pictureOf(await cache.put(at('a'), png(1)))
    expect(pictureOf(await cache.put(at('b'), png(1))).hash).toBe(first.hash)
    expect(pictureOf(await cache.put(at('c'), png(2))).hash).not.toBe(first.hash)
    await cache.close()
    cache = open()
    const found = await cache.lookUp(`${at('b')}?X-Amz-Signature=later`)
    expect(pictureOf(found)).toEqual(first)
    expect(await contentOf(found)).toEqual(png(1))
  })

  it('stores large pictures in files named by hash', async () => {
    const { hash } = pictureOf(await cache.put(at('a'), large(1)))
    await cache.put(at('b'), large(1))
    await cache.put(at('c'), large(2))
    const found = await cache.lookUp(at('a'))
    expect(fileOf(found)).toContain(join('pictures', hash.slice(0, 2), hash))
    expect(await contentOf(found)).toEqual(large(1))
    expect(await filesOnDisk()).toHaveLength(2)
  })

  it('stores a batch with an outcome for each picture', async () => {
    const found = await Promise.all(
      Array.from({ length: 300 }, (_, index) => {
        if (index % 7 === 3) return cache.put(at(String(index)), text('no picture'))
        if (index % 7 === 5) return cache.fail(at(String(index)), 'notFound')
        return cache.put(at(String(index)), index % 50 === 0 ? large(index) : png(index % 256, index >> 8))
      }),
    )
    for (const [index, outcome] of found.entries()) {
      const looked = await cache.lookUp(at(String(index)))
      if (index % 7 === 3) expect(outcome).toMatchObject({ problem: 'notAPicture' })
      else if (index % 7 === 5) expect(outcome).toMatchObject({ problem: 'notFound' })
      else
        expect(await contentOf(looked)).toEqual(
          index % 50 === 0 ? large(index) : png(index % 256, index >> 8),
        )
    }
  })

  it('stores only valid pictures, otherwise the reason', async () => {
    expect(await cache.put(at('page'), text('<html></html>'))).toMatchObject({ problem: 'notAPicture' })
    expect(await cache.put(at('cut'), truncated(png(1)))).toMatchObject({ problem: 'damaged' })
    await cache.fail(at('gone'), 'notFound')
    expect(await cache.lookUp(at('gone'))).toMatchObject({ problem: 'notFound' })
    expect(await cache.lookUp(at('page'))).toMatchObject({ problem: 'notAPicture' })
    await cache.put(at('there'), png(1))
    await cache.fail(at('there'), 'notFound')
    expect(await cache.lookUp(at('there'))).toHaveProperty('picture')
  })

  it('counts pictures of a campaign, and missing ones by reason', async () => {
    await cache.startList('one', false)
    await addToList('one', ['a', 'b', 'c', 'd', 'd'])
    await cache.finishList('one', 'stamp', 0)
    await cache.put(at('a'), png(1))
    await cache.put(at('b'), png(1))
    await cache.fail(at('c'), 'notFound')
    expect(await cache.listStamp('one')).toBe('stamp')
    expect(await cache.counts('one')).toEqual({
      total: 4,
      available: 2,
      bytes: png(1).byteLength,
      missing: [
        { problem: null, count: 1 },
        { problem: 'notFound', count: 1 },
      ],
    })
    const missing = await cache.listMissing('one', '', 1)
    expect(missing).toEqual([{ identity: at('c'), address: at('c'), itemKey: 2, artworkIndex: 0 }])
    expect((await cache.listMissing('one', at('c'), 5)).map(({ address }) => address)).toEqual([at('d')])
    await cache.deleteLists(['one'])
    expect(await cache.counts('one')).toMatchObject({ total: 0 })
  })

  it('evicts the least recently viewed pictures first, but never those for the field', async () => {
    const one = png(1).byteLength
    for (const [index, name] of ['a', 'b', 'c', 'd'].entries()) await cache.put(at(name), png(index + 1))
    await addToList('field', ['a'])
    expect(await cache.evict(one * 10, [])).toBe(0)
    expect(await cache.evict(one * 2, ['field'])).toBe(2)
    expect(await cache.lookUp(at('a'))).toHaveProperty('picture')
    expect(await cache.lookUp(at('b'))).toBeNull()
    expect(await cache.evict(0, ['field'])).toBe(1)
    expect(await cache.lookUp(at('a'))).toHaveProperty('picture')
    expect(await cache.evict(0, [])).toBe(1)
    expect(await cache.lookUp(at('a'))).toBeNull()
  })

  it('frees disk space after eviction', async () => {
    await cache.put(at('large'), large(1))
    for (let index = 0; index < 60; index += 1) await cache.put(at(String(index)), medium(index))
    await cache.close()
    const before = (await stat(file)).size
    cache = open()
    expect(await cache.evict(0, [])).toBe(61)
    await cache.close()
    expect((await stat(file)).size).toBeLessThan(before / 4)
    cache = open()
    expect(await filesOnDisk()).toEqual([])
  })

  it('dissolves an album that is mostly unused', async () => {
    const putAll = (from: number): Promise<unknown> =>
      Promise.all(
        Array.from({ length: 60 }, (_, index) => cache.put(at(String(from + index)), medium(from + index))),
      )
    await putAll(0)
    await putAll(100)
    expect(await filesOnDisk()).toHaveLength(2)
    await addToList('field', ['3', '150'])
    expect(await cache.evict(0, ['field'])).toBe(118)
    expect(await filesOnDisk()).toEqual([])
    for (const index of [3, 150]) {
      expect(await contentOf(await cache.lookUp(at(String(index))))).toEqual(medium(index))
    }
    await putAll(0)
    expect(await cache.lookUp(at('0'))).toHaveProperty('picture')
  })

  it('reports pictures of a damaged or missing album as missing', async () => {
    const names = Array.from({ length: 60 }, (_, index) => String(index))
    const albums = join(folder.path, 'pictures', 'albums')
    const damage = async (change: (album: string) => Promise<unknown>, isOpen = false): Promise<void> => {
      await Promise.all(names.map((name) => cache.put(at(name), medium(Number(name)))))
      const [album = ''] = await readdir(albums)
      if (!isOpen) await cache.close()
      await change(join(albums, album))
      if (!isOpen) cache = open()
    }
    await addToList('campaign', names)
    await damage((album) => truncate(album, 5_000))
    // The first picture was stored before there was an album.
    expect(await cache.counts('campaign')).toMatchObject({ total: 60, available: 1 })
    await damage((album) => rm(album))
    expect(await cache.counts('campaign')).toMatchObject({ available: 1 })
    await damage(async (album) => {
      const bytes = await readFile(album)
      await writeFile(album, bytes.fill(0, 0, 20_000))
    }, true)
    const found = await Promise.all(names.map((name) => cache.lookUp(at(name))))
    const lost = found.filter((each) => each === null).length
    expect(lost).toBeGreaterThan(0)
    expect(await cache.counts('campaign')).toMatchObject({ available: 60 - lost })
    await damage(() => Promise.resolve())
    for (const name of names)
      expect(await contentOf(await cache.lookUp(at(name)))).toEqual(medium(Number(name)))
  })

  it('deletes an unknown album after a crash', async () => {
    await cache.put(at('a'), png(1))
    await cache.close()
    await mkdir(join(folder.path, 'pictures', 'albums'), { recursive: true })
    await writeFile(join(folder.path, 'pictures', 'albums', '7'), 'left')
    cache = open()
    expect(await cache.lookUp(at('a'))).toHaveProperty('picture')
    expect(await filesOnDisk()).toEqual([])
  })

  it('keeps previous versions for the field, found without their query', async () => {
    await cache.startList('field', false)
    await addToList('field', ['a', 'b'])
    await cache.finishList('field', 'one', 0)
    await cache.put(`${at('a')}?v=3`, png(1))
    await cache.put(at('a'), png(1))
    await cache.put(at('b'), png(2))
    await cache.startList('field', true)
    await addToList('field', ['b', 'c'])
    await cache.finishList('field', 'two', 0)
    await cache.put(at('c'), png(3))
    expect(await cache.counts('field')).toMatchObject({ total: 2, available: 2 })
    expect(await cache.evict(0, ['field'])).toBe(0)
    expect(await contentOf(await cache.lookUpWithoutQuery(at('a')))).toEqual(png(1))
    expect(await cache.lookUpWithoutQuery(at('z'))).toBeNull()
    // One of these is that of another item.
    await cache.put(`${at('d')}?id=1`, png(4))
    await cache.put(`${at('d')}?id=2`, png(5))
    expect(await cache.lookUpWithoutQuery(at('d'))).toBeNull()
    await cache.evict(0, ['field'])
    await cache.startList('field', false)
    await addToList('field', ['b'])
    await cache.finishList('field', 'three', 0)
    expect(await cache.evict(0, ['field'])).toBe(1)
    expect(await cache.lookUpWithoutQuery(at('c'))).toBeNull()
    await cache.deleteLists(['field'])
    expect(await cache.evict(0, ['field'])).toBe(2)
  })

  it('drops previous versions after the last change that may have replaced them', async () => {
    const renew = async (names: readonly string[], changesSince: number): Promise<void> => {
      await cache.startList('field', true)
      await addToList('field', names)
      await cache.finishList('field', names.join(' '), changesSince)
    }
    for (const [index, name] of ['a', 'b'].entries()) await cache.put(at(name), png(index))
    await renew(['a'], 0)
    const before = Date.now()
    await renew(['b'], before)
    await renew(['b'], before)
    expect(await cache.evict(0, ['field'])).toBe(0)
    await renew(['b'], Date.now() + 1)
    expect(await cache.evict(0, ['field'])).toBe(1)
    expect(await cache.lookUpWithoutQuery(at('a'))).toBeNull()
  })

  it('sets a damaged database aside', async () => {
    await cache.put(at('a'), large(1))
    const old = fileOf(await cache.lookUp(at('a')))
    await cache.close()
    await writeFile(file, 'this is no database, and long enough to be read as one '.repeat(100))
    cache = open()
    expect(await cache.lookUp(at('a'))).toBeNull()
    expect((await readdir(folder.path)).some((name) => name.startsWith('pictures.damaged-'))).toBe(true)
    await expect(stat(old)).rejects.toThrow()
    pictureOf(await cache.put(at('a'), png(1)))
  })

  it('does not change a database of a newer version', async () => {
    await cache.lookUp(at('a'))
    await cache.close()
    const bytes = await readFile(file)
    bytes.writeInt32BE(99, 60)
    await writeFile(file, bytes)
    cache = open()
    await expect(cache.lookUp(at('a'))).rejects.toMatchObject({ code: 'cacheNewer' })
    expect(await readFile(file)).toEqual(bytes)
  })

  it('creates thumbnails again for a version that documents could not use, but keeps failures', async () => {
    const [made, failed] = [
      pictureOf(await cache.put(at('a'), png(1))),
      pictureOf(await cache.put(at('b'), png(2))),
    ]
    await cache.saveThumbnail(made.hash, { bytes: webp(512, 512), isTooComplex: false })
    await cache.saveThumbnail(failed.hash, { bytes: null, isTooComplex: false })
    await cache.close()
    const database = new Database(file)
    database.exec('ALTER TABLE thumbnails DROP COLUMN too_complex')
    database.pragma('user_version = 5')
    database.close()
    cache = open()
    expect(await cache.thumbnail(made.hash)).toBeNull()
    // A failed one would fail again.
    expect(await cache.thumbnail(failed.hash)).toEqual({ bytes: null, isTooComplex: false })
    expect(await contentOf(await cache.lookUp(at('a')))).toEqual(png(1))
  })

  it('writes files atomically, and removes partial files of a crash', async () => {
    pictureOf(await cache.put(at('a'), large(1)))
    await cache.close()
    const unfinished = join(folder.path, 'pictures', 'unfinished')
    await mkdir(unfinished, { recursive: true })
    await writeFile(join(unfinished, 'half'), 'x')
    cache = open()
    pictureOf(await cache.lookUp(at('a')))
    expect(await filesOnDisk()).toHaveLength(1)
  })

  it('writes a picture again if its file was changed', async () => {
    const { hash } = pictureOf(await cache.put(at('a'), large(1)))
    const picture = fileOf(await cache.lookUp(at('a')))
    await rm(picture)
    await cache.deletePicture(hash)
    expect(await cache.lookUp(at('a'))).toBeNull()
    await writeFile(picture, 'half')
    pictureOf(await cache.put(at('a'), large(1)))
    expect(new Uint8Array(await readFile(picture))).toEqual(large(1))
  })

  it('deletes a picture whose file is missing or was changed, not one that cannot be read now', async () => {
    await cache.put(at('a'), large(1))
    const lookup = await cache.lookUp(at('a'))
    const picture = fileOf(lookup)
    await rm(picture)
    // Reading a folder fails for another reason.
    await mkdir(picture)
    expect(await readCached(cache, lookup)).toBeNull()
    expect(await cache.lookUp(at('a'))).toEqual(lookup)
    await rmdir(picture)
    expect(await readCached(cache, lookup)).toBeNull()
    expect(await cache.lookUp(at('a'))).toBeNull()
    await cache.put(at('a'), large(1))
    await writeFile(picture, 'half')
    expect(await readCached(cache, lookup)).toBeNull()
    expect(await cache.lookUp(at('a'))).toBeNull()
  })
})
