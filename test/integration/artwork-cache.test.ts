import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPictureCache, type OpenPictureCache } from '../../electron/artwork/open-cache.ts'
import type { FoundPicture, KeptPicture } from '../../electron/artwork/types.ts'
import { cutShort, png, text } from '../support/pictures.ts'
import { temporaryFolder } from '../support/store.ts'

const WORKER = new URL('../../electron/artwork/worker.ts', import.meta.url)
const at = (name: string): string => `https://f.example/${name}.png`

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let file: string
let cache: OpenPictureCache

const open = (): OpenPictureCache => openPictureCache({ file, workerUrl: WORKER })

beforeEach(async () => {
  folder = await temporaryFolder()
  file = join(folder.path, 'pictures.db')
  cache = open()
})
afterEach(async () => {
  await cache.close()
  await folder.remove()
})

function kept(found: FoundPicture): KeptPicture {
  if (found === null || !('picture' in found)) throw new Error(`No picture: ${JSON.stringify(found)}`)
  return found.picture
}

async function filesOnDisk(): Promise<readonly string[]> {
  const entries = await readdir(join(folder.path, 'pictures'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

const want = (campaignId: string, names: readonly string[]): Promise<void> =>
  cache.addWanted(
    campaignId,
    names.map((name, itemKey) => ({ address: at(name), itemKey, artworkIndex: 0 })),
  )

describe('pictures on disk', () => {
  it('begin with the first one: before, there is neither a thread nor a file', async () => {
    expect(await readdir(folder.path)).toEqual([])
    expect(await cache.find(at('a'))).toBeNull()
    expect(await readdir(folder.path)).toContain('pictures.db')
  })

  it('are there once, however many addresses lead to them, and after a restart', async () => {
    const first = kept(await cache.put(at('a'), png(1)))
    expect(kept(await cache.put(at('b'), png(1))).hash).toBe(first.hash)
    expect(kept(await cache.put(at('c'), png(2))).hash).not.toBe(first.hash)
    expect(await filesOnDisk()).toHaveLength(2)
    expect(first.file).toContain(join('pictures', first.hash.slice(0, 2), first.hash))
    expect(new Uint8Array(await readFile(first.file))).toEqual(png(1))
    await cache.close()
    cache = open()
    expect(kept(await cache.find(`${at('b')}?X-Amz-Signature=later`))).toEqual(first)
  })

  it('are only what is a picture; why another is none is known', async () => {
    expect(await cache.put(at('page'), text('<html></html>'))).toMatchObject({ problem: 'notAPicture' })
    expect(await cache.put(at('cut'), cutShort(png(1)))).toMatchObject({ problem: 'damaged' })
    await cache.fail(at('gone'), 'notFound')
    expect(await cache.find(at('gone'))).toMatchObject({ problem: 'notFound' })
    expect(await cache.find(at('page'))).toMatchObject({ problem: 'notAPicture' })
    await cache.put(at('there'), png(1))
    await cache.fail(at('there'), 'notFound')
    expect(await cache.find(at('there'))).toHaveProperty('picture')
    expect(await readdir(folder.path)).toContain('pictures')
  })

  it('are counted for a campaign, with what is missing and why', async () => {
    await cache.beginWanted('one')
    await want('one', ['a', 'b', 'c', 'd', 'd'])
    await cache.endWanted('one', 'stamp')
    await cache.put(at('a'), png(1))
    await cache.put(at('b'), png(1))
    await cache.fail(at('c'), 'notFound')
    expect(await cache.stampOf('one')).toBe('stamp')
    expect(await cache.counts('one')).toEqual({
      total: 4,
      here: 2,
      bytes: png(1).byteLength,
      missing: [
        { problem: null, count: 1 },
        { problem: 'notFound', count: 1 },
      ],
    })
    const missing = await cache.listMissing('one', '', 1)
    expect(missing).toEqual([{ identity: at('c'), address: at('c'), itemKey: 2, artworkIndex: 0 }])
    expect((await cache.listMissing('one', at('c'), 5)).map(({ address }) => address)).toEqual([at('d')])
    await cache.forgetCampaigns(['one'])
    expect(await cache.counts('one')).toMatchObject({ total: 0 })
  })

  it('make room, those that were not looked at for longest first, but never those for the field', async () => {
    const one = png(1).byteLength
    for (const [index, name] of ['a', 'b', 'c', 'd'].entries()) await cache.put(at(name), png(index + 1))
    await want('field', ['a'])
    expect(await cache.evict(one * 10, [])).toBe(0)
    expect(await cache.evict(one * 2, ['field'])).toBe(2)
    expect(await cache.find(at('a'))).toHaveProperty('picture')
    expect(await filesOnDisk()).toHaveLength(2)
    expect(await cache.evict(0, ['field'])).toBe(1)
    expect(await cache.find(at('a'))).toHaveProperty('picture')
    expect(await cache.evict(0, [])).toBe(1)
    expect(await filesOnDisk()).toEqual([])
    expect(await cache.find(at('a'))).toBeNull()
  })

  it('are fetched again when the database is damaged: it is set aside', async () => {
    const { file: old } = kept(await cache.put(at('a'), png(1)))
    await cache.close()
    await writeFile(file, 'this is no database, and long enough to be read as one '.repeat(100))
    cache = open()
    expect(await cache.find(at('a'))).toBeNull()
    expect((await readdir(folder.path)).some((name) => name.startsWith('pictures.damaged-'))).toBe(true)
    await expect(stat(old)).rejects.toThrow()
    kept(await cache.put(at('a'), png(1)))
  })

  it('leave a database of a newer version alone', async () => {
    await cache.find(at('a'))
    await cache.close()
    const bytes = await readFile(file)
    bytes.writeInt32BE(99, 60)
    await writeFile(file, bytes)
    cache = open()
    await expect(cache.find(at('a'))).rejects.toMatchObject({ code: 'cacheNewer' })
    expect(await readFile(file)).toEqual(bytes)
  })

  it('are written whole or not at all: what a crash has left half written is cleared away', async () => {
    kept(await cache.put(at('a'), png(1)))
    await cache.close()
    const unfinished = join(folder.path, 'pictures', 'unfinished')
    await mkdir(unfinished, { recursive: true })
    await writeFile(join(unfinished, 'half'), 'x')
    cache = open()
    kept(await cache.find(at('a')))
    expect(await filesOnDisk()).toHaveLength(1)
  })

  it('are written again when the file is not what it was', async () => {
    const { file: picture, hash } = kept(await cache.put(at('a'), png(1)))
    await rm(picture)
    await cache.forgetPicture(hash)
    expect(await cache.find(at('a'))).toBeNull()
    await writeFile(picture, 'half')
    kept(await cache.put(at('a'), png(1)))
    expect(new Uint8Array(await readFile(picture))).toEqual(png(1))
  })
})
