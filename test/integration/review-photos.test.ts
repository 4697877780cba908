import Database from 'better-sqlite3'
import fs, { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ContentFiles, hashOf } from '../../electron/content/files.ts'
import { MAX_PICTURE_BYTES } from '../../electron/contract/pictures.ts'
import { MAX_PHOTOS } from '../../electron/contract/review.ts'
import { MIGRATIONS } from '../../electron/review/migrations/index.ts'
import { avif, truncated, gif, jpeg, pdf, png, svg, text, webp, type Bytes } from '../support/pictures.ts'
import { openReviews, reviewedRow } from '../support/reviews.ts'
import { itemIdOf, temporaryFolder } from '../support/store.ts'
import { readReviews } from '../../electron/review/review-rows.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let file: string
let reviews: ReturnType<typeof openReviews>

beforeEach(async () => {
  folder = await temporaryFolder()
  file = join(folder.path, 'reviews.db')
  reviews = openReviews(file)
})
afterEach(async () => {
  await reviews.close()
  await folder.remove()
})

const pathOf = (bytes: Bytes): string => {
  const hash = hashOf(bytes)
  return join(folder.path, 'photos', hash.slice(0, 2), hash)
}

async function photosOf(number: number): Promise<readonly string[]> {
  const [review] = await reviews.get([itemIdOf(number)])
  return review?.photos.map(({ hash }) => hash) ?? []
}

describe('photos of items', () => {
  it('are stored unchanged and in order, also after the file is reopened', async () => {
    const pictures = [jpeg(640, 480), png(1, 2, 3), webp(100, 50)]
    for (const [at, bytes] of pictures.entries()) await reviews.addPhoto(reviewedRow(1), bytes, 1_000 + at)
    await reviews.close()

    reviews = openReviews(file)
    expect(await reviews.get([itemIdOf(1)])).toMatchObject([
      {
        mark: null,
        note: '',
        item: { itemName: 'Item 1' },
        photos: [
          { kind: 'jpeg', width: 640, height: 480, bytes: pictures[0]?.byteLength, addedAt: 1_000 },
          { kind: 'png', width: 4, height: 4, addedAt: 1_001 },
          { kind: 'webp', width: 100, height: 50, addedAt: 1_002 },
        ],
      },
    ])
    expect(readReviews(file)[0]?.photos).toHaveLength(3)
    for (const bytes of pictures) {
      const found = await reviews.findPhoto(hashOf(bytes))
      expect(found).toMatchObject({ file: pathOf(bytes), bytes: bytes.byteLength })
      expect(new Uint8Array(await readFile(found?.file ?? ''))).toEqual(bytes)
    }
    expect(await reviews.countPhotos()).toBe(3)
    expect(await reviews.findPhoto('0'.repeat(64))).toBeNull()
  })

  it('are flushed to disk before they get their names, and then their folders', () => {
    const bytes = png(1)
    /** Whether the photo had its name when something was flushed. */
    const hadName: boolean[] = []
    const fsyncSync = fs.fsyncSync.bind(fs)
    const spy = vi.spyOn(fs, 'fsyncSync').mockImplementation((descriptor) => {
      hadName.push(existsSync(pathOf(bytes)))
      fsyncSync(descriptor)
    })
    syncBuiltinESMExports()
    try {
      new ContentFiles(join(folder.path, 'photos'), { durable: true }).write(bytes)
    } finally {
      spy.mockRestore()
      syncBuiltinESMExports()
    }
    expect(hadName).toEqual(process.platform === 'win32' ? [false] : [false, true, true, true])
  })

  it('are stored once for several items, and once per item', async () => {
    const bytes = png(9)
    const first = await reviews.addPhoto(reviewedRow(1), bytes, 1)
    await reviews.addPhoto(reviewedRow(2), bytes, 2)
    expect(await reviews.addPhoto(reviewedRow(1), bytes, 3)).toEqual({ ...first, step: null })
    expect(await photosOf(1)).toEqual([first.hash])
    expect(await reviews.countPhotos()).toBe(1)
    expect(await reviews.count()).toBe(2)

    await reviews.removePhoto(itemIdOf(1), first.hash, 4)
    expect(await photosOf(1)).toEqual([])
    expect(await photosOf(2)).toEqual([first.hash])
    expect(existsSync(pathOf(bytes))).toBe(true)
  })

  it('remain when marks and notes are removed, and keep their item', async () => {
    const { hash } = await reviews.addPhoto(reviewedRow(1), png(1), 1)
    await reviews.mark([reviewedRow(1)], 'problem', 2)
    await reviews.note(reviewedRow(1), 'Torn')
    await reviews.mark([reviewedRow(1)], null, 3)
    await reviews.note(reviewedRow(1), '')
    expect(await reviews.list(['campaign-1'])).toMatchObject([{ mark: null, note: '', photos: [{ hash }] }])
    await reviews.removePhoto(itemIdOf(1), hash, 4)
    expect(await reviews.count()).toBe(0)
  })

  it('are restored by undo at their position, in order with marks', async () => {
    const row = reviewedRow(1)
    const hashes: string[] = []
    for (const red of [1, 2, 3]) hashes.push((await reviews.addPhoto(row, png(red), red)).hash)
    await reviews.removePhoto(itemIdOf(1), hashes[1] ?? '', 10)
    await reviews.mark([row], 'ok', 11)
    // No step.
    await reviews.removePhoto(itemIdOf(1), '0'.repeat(64), 12)

    expect(await reviews.undo()).toMatchObject({ kind: 'mark', count: 1 })
    expect(await photosOf(1)).toEqual([hashes[0], hashes[2]])
    expect(await reviews.undo()).toMatchObject({ kind: 'removePhoto', count: 1 })
    expect(await photosOf(1)).toEqual(hashes)
  })

  it('are removed by undo if they were added together, and restored by redo', async () => {
    const row = reviewedRow(1)
    const first = await reviews.addPhoto(row, png(1), 1)
    await reviews.addPhoto(row, png(2), 2, first.step)
    const before = await photosOf(1)
    const undone = await reviews.undo()
    expect(undone).toMatchObject({ kind: 'addPhotos', count: 1 })
    expect(await reviews.count()).toBe(0)
    await reviews.revert(undone?.reverse ?? -1)
    expect(await photosOf(1)).toEqual(before)
    expect(existsSync(pathOf(png(2)))).toBe(true)
  })

  it('are restored by undo for an item without other reviews', async () => {
    const bytes = png(1)
    const { hash } = await reviews.addPhoto(reviewedRow(1), bytes, 1)
    await reviews.removePhoto(itemIdOf(1), hash, 2)
    expect(await reviews.count()).toBe(0)
    // Files that undo can restore are kept, also after a restart.
    await reviews.close()
    reviews = openReviews(file)
    await expect.poll(() => reviews.count()).toBe(0)
    expect(existsSync(pathOf(bytes))).toBe(true)
    expect(await reviews.undo()).toMatchObject({ kind: 'removePhoto', count: 1 })
    expect(await photosOf(1)).toEqual([hash])
  })

  it('are limited in number, also for undo', async () => {
    const row = reviewedRow(1)
    const hashes: string[] = []
    for (let each = 0; each < MAX_PHOTOS; each += 1) {
      hashes.push((await reviews.addPhoto(row, png(each), each)).hash)
    }
    await expect(reviews.addPhoto(row, png(200), 99)).rejects.toMatchObject({
      code: 'badInput',
      message: expect.stringContaining(`at most ${String(MAX_PHOTOS)} photos`) as unknown,
    })
    // A photo that the item already has does not count.
    await reviews.addPhoto(row, png(0), 99)
    const removal = await reviews.removePhoto(itemIdOf(1), hashes[3] ?? '', 100)
    await reviews.addPhoto(row, png(200), 101)
    await expect(reviews.revert(removal ?? -1)).rejects.toMatchObject({ code: 'badInput' })
    expect(await photosOf(1)).toHaveLength(MAX_PHOTOS)
  })

  it.each([
    ['a page', text('<!DOCTYPE html><html><script>alert(1)</script></html>'), 'JPEG, PNG or WebP'],
    ['an SVG with a script', svg('', '<script>alert(1)</script>'), 'JPEG, PNG or WebP'],
    ['a PDF', pdf(), 'JPEG, PNG or WebP'],
    ['a GIF', gif(), 'JPEG, PNG or WebP'],
    ['an AVIF', avif(), 'JPEG, PNG or WebP'],
    ['nothing', text(''), 'JPEG, PNG or WebP'],
    ['a JPEG without its end', truncated(jpeg(2_000, 2_000)), 'incomplete'],
    ['a PNG without its end', truncated(png(1)), 'incomplete'],
    ['a picture with too many pixels', png(1, 2, 3, 100_000, 100_000), '100 megapixels'],
    ['a too large file', new Uint8Array(MAX_PICTURE_BYTES + 1), '50 MB'],
  ])('are rejected: %s', async (_what, bytes, reason) => {
    await expect(reviews.addPhoto(reviewedRow(1), bytes, 1)).rejects.toMatchObject({
      code: 'badInput',
      message: expect.stringContaining(reason) as unknown,
    })
    expect(await reviews.count()).toBe(0)
    expect(existsSync(join(folder.path, 'photos'))).toBe(false)
  })
})

describe('photo files', () => {
  it('are deleted when no item and no step needs them', async () => {
    const bytes = png(77)
    const { hash } = await reviews.addPhoto(reviewedRow(1), bytes, 1)
    await reviews.removePhoto(itemIdOf(1), hash, 2)
    for (let step = 0; step < 101; step += 1) {
      await reviews.mark([reviewedRow(2)], step % 2 === 0 ? 'ok' : 'problem', step)
    }
    await expect.poll(() => existsSync(pathOf(bytes))).toBe(false)
    expect(await reviews.findPhoto(hash)).toBeNull()
  })

  it('are deleted after a crash if the database lists them without an item', async () => {
    await reviews.addPhoto(reviewedRow(1), png(1), 1)
    await reviews.close()
    const unlistedPhoto = png(2)
    const database = new Database(file)
    database
      .prepare("INSERT INTO photos (hash, kind, width, height, bytes) VALUES (?, 'png', 4, 4, ?)")
      .run(hashOf(unlistedPhoto), unlistedPhoto.byteLength)
    database.close()
    await mkdir(join(pathOf(unlistedPhoto), '..'), { recursive: true })
    await writeFile(pathOf(unlistedPhoto), unlistedPhoto)
    await mkdir(join(folder.path, 'photos', 'unfinished'), { recursive: true })
    await writeFile(join(folder.path, 'photos', 'unfinished', 'half'), unlistedPhoto.subarray(0, 20))

    reviews = openReviews(file)
    expect(await photosOf(1)).toHaveLength(1)
    await expect.poll(() => existsSync(pathOf(unlistedPhoto))).toBe(false)
    expect(existsSync(pathOf(png(1)))).toBe(true)
    expect(existsSync(join(folder.path, 'photos', 'unfinished'))).toBe(false)
  })

  it('are not deleted if the database does not list them, such as after damage', async () => {
    const bytes = png(5)
    await reviews.addPhoto(reviewedRow(1), bytes, 1)
    await reviews.close()
    for (const ending of ['', '-wal'])
      if (existsSync(file + ending)) await writeFile(file + ending, 'x'.repeat(200))
    reviews = openReviews(file)
    await reviews.addPhoto(reviewedRow(2), png(6), 2)
    expect(reviews.notices).toMatchObject([{ code: 'reviewsDamaged' }])
    await reviews.close()
    expect(existsSync(pathOf(bytes))).toBe(true)
  })

  it('are written again if they are damaged', async () => {
    const bytes = png(5)
    await reviews.addPhoto(reviewedRow(1), bytes, 1)
    await writeFile(pathOf(bytes), 'short')
    await reviews.addPhoto(reviewedRow(1), bytes, 2)
    expect(new Uint8Array(await readFile(pathOf(bytes)))).toEqual(bytes)
  })
})

describe('a reviews file from before photos', () => {
  it('keeps marks, notes and steps, is readable, and accepts photos', async () => {
    const old = new Database(file)
    old.exec(MIGRATIONS[0] ?? '')
    old.exec(`PRAGMA user_version = 1;
      INSERT INTO reviews VALUES ('${itemIdOf(1)}', 'campaign-1', 'ok', 5, 'Fine', '{"itemName":"A"}');
      INSERT INTO reviews VALUES ('${itemIdOf(2)}', NULL, NULL, NULL, 'Why?', '{"itemName":"B"}');
      INSERT INTO steps (taken_at) VALUES (5);
      INSERT INTO step_marks VALUES (1, '${itemIdOf(1)}', 'campaign-1', NULL, NULL, '{"itemName":"A"}')`)
    old.close()
    const before = readReviews(file)
    expect(before).toMatchObject([
      { mark: 'ok', markedAt: 5, note: 'Fine', photos: [], item: { itemName: 'A' } },
      { mark: null, note: 'Why?', photos: [] },
    ])

    expect(await reviews.list(null)).toEqual(before)
    await reviews.addPhoto(reviewedRow(1), png(1), 6)
    const [marking] = await reviews.listSteps()
    expect(await reviews.revert(marking?.step ?? -1)).toMatchObject({ kind: 'mark', count: 1 })
    expect(await reviews.get([itemIdOf(1)])).toMatchObject([{ mark: null, note: 'Fine', photos: [{}] }])
    expect((await readdir(folder.path)).some((name) => name.startsWith('reviews.version-1-'))).toBe(true)
  })
})
