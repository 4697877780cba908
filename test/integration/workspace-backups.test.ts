import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createBackups,
  BACKUPS_KEPT,
  restoreIfAsked,
  type Backups,
} from '../../electron/workspace/backups.ts'
import { connectionLayout, preferencesFilePath, viewsFilePath } from '../../electron/workspace/layout.ts'
import { temporaryFolder } from '../support/store.ts'

const CONNECTION = 'c1'
const HOUR = 3_600_000

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let time: number
let backups: Backups

/** As the reviews' own thread does it: whole, whatever is being written. */
function copyReviews(connectionId: string, target: string): Promise<boolean> {
  const { reviewsFile } = connectionLayout(folder.path, connectionId)
  const database = new Database(reviewsFile, { fileMustExist: true })
  database.prepare('VACUUM INTO ?').run(target)
  database.close()
  return Promise.resolve(true)
}

beforeEach(async () => {
  folder = await temporaryFolder()
  time = Date.UTC(2026, 4, 4, 9)
  backups = createBackups({ dataFolder: folder.path, copyReviews, now: () => time })
  const { settingsFile, checksFile, authorityFile, reviewsFile, databaseFile } = layout()
  await mkdir(dirname(settingsFile), { recursive: true })
  await writeFile(preferencesFilePath(folder.path), 'preferences one')
  await writeFile(viewsFilePath(folder.path), 'views one')
  await writeFile(settingsFile, 'connection one')
  await writeFile(checksFile, 'checks one')
  await writeFile(authorityFile, 'authority one')
  await writeFile(databaseFile, 'a cache, which can be fetched again')
  note('review one')
  expect(await readFile(reviewsFile)).not.toHaveLength(0)
})
afterEach(() => folder.remove())

const layout = (): ReturnType<typeof connectionLayout> => connectionLayout(folder.path, CONNECTION)

function note(text: string): void {
  const database = new Database(layout().reviewsFile)
  database.pragma('journal_mode = WAL')
  database.exec('CREATE TABLE IF NOT EXISTS notes (text TEXT)')
  database.prepare('INSERT INTO notes VALUES (?)').run(text)
  database.close()
}

function notes(): readonly unknown[] {
  const database = new Database(layout().reviewsFile, { readonly: true })
  const found = database.prepare('SELECT text FROM notes').pluck().all()
  database.close()
  return found
}

const text = (file: string): Promise<string> => readFile(file, 'utf8')

describe('a backup', () => {
  it('restores everything that a person has set and reviewed, and leaves the caches', async () => {
    const { id } = await backups.make('person')
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
    note('review two')

    await backups.restoreAtStart(id)
    expect(await text(checksFile)).toBe('changed since')
    time += HOUR
    expect(await restoreIfAsked(folder.path, backups)).toBe(true)

    expect(await text(preferencesFilePath(folder.path))).toBe('preferences one')
    expect(await text(viewsFilePath(folder.path))).toBe('views one')
    expect(await text(settingsFile)).toBe('connection one')
    expect(await text(checksFile)).toBe('checks one')
    expect(await text(authorityFile)).toBe('authority one')
    expect(await text(databaseFile)).toBe('another cache')
    expect(notes()).toEqual(['review one'])
    // Once, and the way back is there.
    expect(await restoreIfAsked(folder.path, backups)).toBe(false)
    expect((await backups.list()).map(({ kind }) => kind)).toEqual(['beforeRestore', 'person'])
  })

  it('leads back to what was there before a restore', async () => {
    const { id } = await backups.make('person')
    note('review two')
    await backups.restoreAtStart(id)
    time += HOUR
    await restoreIfAsked(folder.path, backups)
    const [before] = await backups.list()
    await backups.restoreAtStart(before?.id ?? '')
    time += HOUR
    await restoreIfAsked(folder.path, backups)
    expect(notes()).toEqual(['review one', 'review two'])
  })

  it('brings back a connection that was forgotten since', async () => {
    const { id } = await backups.make('person')
    await rm(layout().folder, { recursive: true })
    await backups.restoreAtStart(id)
    await restoreIfAsked(folder.path, backups)
    expect(await text(layout().settingsFile)).toBe('connection one')
    expect(notes()).toEqual(['review one'])
  })

  it('that was changed is not restored, and everything is as it was', async () => {
    const { id } = await backups.make('person')
    const file = join(folder.path, 'backups', id, 'views.json')
    await writeFile(file, 'views of somebody else')
    await writeFile(viewsFilePath(folder.path), 'views two')
    await backups.restoreAtStart(id)
    await expect(restoreIfAsked(folder.path, backups)).rejects.toMatchObject({ code: 'backupDamaged' })
    expect(await text(viewsFilePath(folder.path))).toBe('views two')
    expect(await restoreIfAsked(folder.path, backups)).toBe(false)
  })

  it('cannot name a file outside the data folder', async () => {
    const { id } = await backups.make('person')
    const file = join(folder.path, 'backups', id, 'backup.json')
    await writeFile(file, (await text(file)).replace('preferences.json', '../preferences.json'))
    expect(await backups.list()).toEqual([])
    await expect(backups.restoreAtStart(id)).rejects.toMatchObject({ code: 'notFound' })
    await expect(backups.restoreAtStart('../../etc')).rejects.toMatchObject({ code: 'notFound' })
  })

  it('that was cut short is none, and does not stay', async () => {
    const broken = createBackups({
      dataFolder: folder.path,
      now: () => time,
      copyReviews: () => Promise.reject(Object.assign(new Error('no room'), { code: 'ENOSPC' })),
    })
    await expect(broken.make('person')).rejects.toMatchObject({ code: 'diskFull' })
    expect(await backups.list()).toEqual([])
    expect(await readdir(join(folder.path, 'backups'))).toEqual([])
  })

  it('is there for the last ten times', async () => {
    for (let made = 0; made < BACKUPS_KEPT + 3; made += 1) {
      await backups.make('person')
      time += HOUR
    }
    const kept = await backups.list()
    expect(kept).toHaveLength(BACKUPS_KEPT)
    expect(kept[0]?.at).toBe(time - HOUR)
    expect(await readdir(join(folder.path, 'backups'))).toHaveLength(BACKUPS_KEPT)
  })
})

describe('the backup of a day', () => {
  it('is made once a day, and only when something has changed', async () => {
    expect(await backups.makeDaily()).toMatchObject({ kind: 'daily' })
    note('an hour later')
    time += HOUR
    expect(await backups.makeDaily()).toBeNull()
    time += 24 * HOUR
    expect(await backups.makeDaily()).toMatchObject({ kind: 'daily' })
    time += 48 * HOUR
    expect(await backups.makeDaily()).toBeNull()
    await writeFile(viewsFilePath(folder.path), 'views two')
    expect(await backups.makeDaily()).toMatchObject({ kind: 'daily' })
    expect(await backups.list()).toHaveLength(3)
  })

  it('is not made of nothing', async () => {
    await using empty = await temporaryFolderDisposable()
    const none = createBackups({ dataFolder: empty.path, copyReviews: () => Promise.resolve(false) })
    expect(await none.makeDaily()).toBeNull()
    expect(await none.list()).toEqual([])
  })
})

async function temporaryFolderDisposable(): Promise<AsyncDisposable & { readonly path: string }> {
  const made = await temporaryFolder()
  return { path: made.path, [Symbol.asyncDispose]: () => made.remove() }
}
