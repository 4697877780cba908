import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hashOf } from '../../electron/content/files.ts'
import type { ItemRow } from '../../electron/contract/item.ts'
import { createReviews } from '../../electron/review/reviews.ts'
import type { Reviews } from '../../electron/review/types.ts'
import { createCopyReviews } from '../../electron/app/backup/source-files.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createBackups, MAX_BACKUPS, type Backups } from '../../electron/app/backup/backups.ts'
import { restoreRequestedBackup } from '../../electron/app/backup/restore.ts'
import { connectionLayout, preferencesFilePath, viewsFilePath } from '../../electron/app/layout.ts'
import { png } from '../support/pictures.ts'
import { REVIEW_WORKER_URL } from '../support/entries.ts'
import { temporaryFolder } from '../support/store.ts'
import { readReviews } from '../../electron/review/review-rows.ts'
import { photosFolder } from '../../electron/review/photos.ts'

const CONNECTION = 'c1'
const ITEM: ItemRow = {
  key: 1,
  campaignItemId: 'ci-1',
  campaignId: 'k1',
  campaignName: null,
  itemId: null,
  itemName: 'Wobbler',
  posNumber: '0047',
  elementId: null,
  elementName: null,
  artworkNames: null,
  workflowTemplateName: null,
  clientId: null,
  status: 1,
  qty: 5,
  isLocked: null,
  hasArtwork: null,
  hasAllocations: null,
  updatedAt: null,
}
const HOUR = 3_600_000

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let time: number
let backups: Backups
let reviews: Reviews

beforeEach(async () => {
  folder = await temporaryFolder()
  time = Date.UTC(2026, 4, 4, 9)
  backups = createBackups({
    dataFolder: folder.path,
    copyReviews: createCopyReviews(folder.path, REVIEW_WORKER_URL),
    now: () => time,
  })
  reviews = createReviews({
    file: layout().reviewsFile,
    workerUrl: REVIEW_WORKER_URL,
    onNotice: (notice) => {
      throw new Error(notice.message)
    },
  })
  const { settingsFile, checksFile, authorityFile, databaseFile } = layout()
  await mkdir(dirname(settingsFile), { recursive: true })
  await writeFile(preferencesFilePath(folder.path), 'preferences one')
  await writeFile(viewsFilePath(folder.path), 'views one')
  await writeFile(settingsFile, 'connection one')
  await writeFile(checksFile, 'checks one')
  await writeFile(authorityFile, 'authority one')
  await writeFile(databaseFile, 'a cache, which can be fetched again')
  await note('review one')
})
afterEach(async () => {
  await reviews.close()
  await folder.remove()
})

const layout = (): ReturnType<typeof connectionLayout> => connectionLayout(folder.path, CONNECTION)

const note = (text: string): Promise<number | null> => reviews.note(ITEM, text)

/** The notes in the file, which no process has open. */
function notes(): readonly string[] {
  return readReviews(layout().reviewsFile).map((review) => review.note)
}

/** Starts the application, which restores the requested backup. */
const restore = (): ReturnType<typeof restoreRequestedBackup> =>
  restoreRequestedBackup({
    dataFolder: folder.path,
    backups,
    copyReviews: createCopyReviews(folder.path, REVIEW_WORKER_URL),
    mergeReviews: () => Promise.reject(new Error('A backup in the data folder replaces the reviews.')),
  })

/** Closes the reviews as the application does when it ends. */
const endReviews = (): Promise<void> => reviews.close()

const photoIn = (photos: string, bytes: Uint8Array): string =>
  join(photos, hashOf(bytes).slice(0, 2), hashOf(bytes))

const text = (file: string): Promise<string> => readFile(file, 'utf8')

describe('a backup', () => {
  it('restores settings and reviews, but not caches', async () => {
    const { id } = await backups.create('person')
    const { settingsFile, checksFile, authorityFile, databaseFile } = layout()
    for (const file of [
      preferencesFilePath(folder.path),
      viewsFilePath(folder.path),
      checksFile,
      settingsFile,
    ])
      await writeFile(file, 'changed since')
    await rm(authorityFile)
    await writeFile(databaseFile, 'another cache')
    await note('review two')
    await endReviews()

    await backups.restoreAtStart(id)
    expect(await text(checksFile)).toBe('changed since')
    time += HOUR
    expect(await restore()).not.toBeNull()

    expect(await text(preferencesFilePath(folder.path))).toBe('preferences one')
    expect(await text(viewsFilePath(folder.path))).toBe('views one')
    expect(await text(settingsFile)).toBe('connection one')
    expect(await text(checksFile)).toBe('checks one')
    expect(await text(authorityFile)).toBe('authority one')
    expect(await text(databaseFile)).toBe('another cache')
    expect(notes()).toEqual(['review one'])
    // The restore runs once, and the previous state is a backup too.
    expect(await restore()).toBeNull()
    expect((await backups.list()).map(({ kind }) => kind)).toEqual(['beforeRestore', 'person'])
  })

  it('restores photos, except damaged ones', async () => {
    const [remaining, damaged] = [png(1), png(2)]
    await reviews.addPhoto(ITEM, remaining, 1)
    await reviews.addPhoto(ITEM, damaged, 2)
    const { id, bytes } = await backups.create('person')
    expect(bytes).toBeGreaterThan(remaining.byteLength + damaged.byteLength)
    await endReviews()
    // As another program would: the photos and their records are deleted.
    await rm(photosFolder(layout().reviewsFile), { recursive: true })
    await rm(layout().reviewsFile)
    const inBackup = photosFolder(join(folder.path, 'backups', id, 'connections', CONNECTION, 'reviews.db'))
    await writeFile(photoIn(inBackup, damaged), 'not what it was')

    await backups.restoreAtStart(id)
    time += HOUR
    expect(await restore()).not.toBeNull()
    expect(readReviews(layout().reviewsFile)[0]?.photos).toHaveLength(2)
    const restored = photosFolder(layout().reviewsFile)
    expect(new Uint8Array(await readFile(photoIn(restored, remaining)))).toEqual(remaining)
    await expect(readFile(photoIn(restored, damaged))).rejects.toMatchObject({ code: 'ENOENT' })
    expect(notes()).toEqual(['review one'])
  })

  it('restores the photos of the oldest backup, which the one before the restore replaces', async () => {
    await reviews.addPhoto(ITEM, png(1), 1)
    const { id } = await backups.create('person')
    await endReviews()
    await rm(photosFolder(layout().reviewsFile), { recursive: true })
    for (let count = 1; count < MAX_BACKUPS; count += 1) {
      time += HOUR
      await backups.create('person')
    }
    await backups.restoreAtStart(id)
    time += HOUR
    await restore()
    const restored = photoIn(photosFolder(layout().reviewsFile), png(1))
    expect(new Uint8Array(await readFile(restored))).toEqual(png(1))
    expect((await backups.list()).map((backup) => backup.id)).not.toContain(id)
  })

  it('is made on a day on which only a photo was added', async () => {
    await backups.createDaily()
    await reviews.addPhoto(ITEM, png(1), 1)
    time += 25 * HOUR
    expect(await backups.createDaily()).toMatchObject({ kind: 'daily' })
  })

  it('restores the state before a previous restore', async () => {
    const { id } = await backups.create('person')
    await note('review two')
    await endReviews()
    await backups.restoreAtStart(id)
    time += HOUR
    await restore()
    const [before] = await backups.list()
    await backups.restoreAtStart(before?.id ?? '')
    time += HOUR
    await restore()
    expect(notes()).toEqual(['review two'])
  })

  it('restores a forgotten connection', async () => {
    const { id } = await backups.create('person')
    await endReviews()
    await rm(layout().folder, { recursive: true })
    await backups.restoreAtStart(id)
    await restore()
    expect(await text(layout().settingsFile)).toBe('connection one')
    expect(notes()).toEqual(['review one'])
  })

  it('is not restored after its files were changed, and nothing else changes', async () => {
    const { id } = await backups.create('person')
    const file = join(folder.path, 'backups', id, 'views.json')
    await writeFile(file, 'views of somebody else')
    await writeFile(viewsFilePath(folder.path), 'views two')
    await backups.restoreAtStart(id)
    await expect(restore()).rejects.toMatchObject({ code: 'backupDamaged' })
    expect(await text(viewsFilePath(folder.path))).toBe('views two')
    expect(await restore()).toBeNull()
  })

  it('cannot name a file outside the data folder', async () => {
    const { id } = await backups.create('person')
    const file = join(folder.path, 'backups', id, 'backup.json')
    await writeFile(file, (await text(file)).replace('preferences.json', '../preferences.json'))
    expect(await backups.list()).toEqual([])
    await expect(backups.restoreAtStart(id)).rejects.toMatchObject({ code: 'notFound' })
    await expect(backups.restoreAtStart('../../etc')).rejects.toMatchObject({ code: 'notFound' })
  })

  it('leaves no files if it fails', async () => {
    const broken = createBackups({
      dataFolder: folder.path,
      now: () => time,
      copyReviews: () => Promise.reject(Object.assign(new Error('no room'), { code: 'ENOSPC' })),
    })
    await expect(broken.create('person')).rejects.toMatchObject({ code: 'diskFull' })
    expect(await backups.list()).toEqual([])
    expect(await readdir(join(folder.path, 'backups'))).toEqual([])
  })

  it('leaves nothing of a backup during which the application crashed', async () => {
    const { id } = await backups.create('person')
    const unfinished = join(folder.path, 'backups', '2026-05-04T08-00-00-000Z-1a2b3c4d.unfinished')
    await mkdir(unfinished)
    await writeFile(join(unfinished, 'preferences.json'), 'half')
    await backups.removeUnfinished()
    expect(await readdir(join(folder.path, 'backups'))).toEqual([id])
  })

  it.skipIf(process.platform === 'win32')('can be read only by this user', async () => {
    const { id } = await backups.create('person')
    const root = join(folder.path, 'backups', id)
    for (const path of await readdir(root, { recursive: true }))
      expect([path, (await stat(join(root, path))).mode & 0o077]).toEqual([path, 0])
  })

  it('is kept for the last ten times', async () => {
    for (let count = 0; count < MAX_BACKUPS + 3; count += 1) {
      await backups.create('person')
      time += HOUR
    }
    const remaining = await backups.list()
    expect(remaining).toHaveLength(MAX_BACKUPS)
    expect(remaining[0]?.at).toBe(time - HOUR)
    expect(await readdir(join(folder.path, 'backups'))).toHaveLength(MAX_BACKUPS)
  })
})

describe('the daily backup', () => {
  it('is made once a day, and only after a change', async () => {
    expect(await backups.createDaily()).toMatchObject({ kind: 'daily' })
    await note('an hour later')
    time += HOUR
    expect(await backups.createDaily()).toBeNull()
    time += 24 * HOUR
    expect(await backups.createDaily()).toMatchObject({ kind: 'daily' })
    time += 48 * HOUR
    expect(await backups.createDaily()).toBeNull()
    await writeFile(viewsFilePath(folder.path), 'views two')
    expect(await backups.createDaily()).toMatchObject({ kind: 'daily' })
    expect(await backups.list()).toHaveLength(3)
  })

  it('is made although an earlier one was made while the clock was ahead', async () => {
    time += 365 * 24 * HOUR
    await backups.createDaily()
    time -= 365 * 24 * HOUR
    await note('after the clock was corrected')
    expect(await backups.createDaily()).toMatchObject({ kind: 'daily', at: time })
    await note('an hour later')
    time += HOUR
    expect(await backups.createDaily()).toBeNull()
  })

  it('is not made of an empty data folder', async () => {
    await using empty = await temporaryFolder()
    const none = createBackups({ dataFolder: empty.path, copyReviews: () => Promise.resolve(false) })
    expect(await none.createDaily()).toBeNull()
    expect(await none.list()).toEqual([])
  })
})
