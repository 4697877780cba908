import Database from 'better-sqlite3'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, copyFile, mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { WriteHandle } from '../../electron/store/database/handles.ts'
import { openForWriting } from '../../electron/store/database/open-database.ts'
import { SCHEMA_VERSION, MIGRATIONS } from '../../electron/store/migrations/index.ts'
import { createWriter } from '../../electron/store/writer.ts'
import { runWithPermissions } from '../support/run-with-permissions.ts'
import {
  buildItem,
  buildPage,
  COMPLETE,
  fillCampaign,
  openTestStore,
  sweepRange,
  temporaryFolder,
} from '../support/store.ts'

let folder: string
let file: string
let remove: () => Promise<void>

beforeEach(async () => {
  const temporary = await temporaryFolder()
  folder = temporary.path
  remove = temporary.remove
  file = join(folder, 'cache.db')
})
afterEach(() => remove())

/** Creates a cache with a campaign of this many items, and closes it. */
async function createCache(items = 3): Promise<void> {
  const store = await openTestStore(file)
  await fillCampaign(
    store,
    'campaign-1',
    Array.from({ length: items }, (_, number) => buildItem(number)),
  )
  await store.close()
}

async function listFiles(): Promise<readonly string[]> {
  return (await readdir(folder)).sort()
}

describe('opening a store', () => {
  it('creates folder and file', async () => {
    file = join(folder, 'a', 'b', 'cache.db')
    const store = await openTestStore(file)

    expect(store.notice).toBeNull()
    expect(await store.listCampaigns()).toEqual([])
    await store.close()
    expect((await stat(file)).size).toBeGreaterThan(0)
  })

  it('reads stored data, and leaves no other files when closed', async () => {
    await createCache()
    expect(await listFiles()).toEqual(['cache.db'])
    const store = await openTestStore(file)

    expect(await store.countItems()).toEqual({ campaigns: 1, items: 3 })
    expect((await store.openResult({ ...EMPTY_QUERY, search: 'item 2' }, 'grid')).count).toBe(1)
    await store.close()
  })

  it('does not change a file that needs nothing until something is written', async () => {
    await createCache()
    const before = await readFile(file)
    // The other threads start after some time even if nothing is written.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const store = await openTestStore(file).finally(() => vi.useRealTimers())
    expect(await store.countItems()).toEqual({ campaigns: 1, items: 3 })
    expect(await listFiles()).toEqual(['cache.db'])
    expect(before.equals(await readFile(file))).toBe(true)

    await store.addCampaigns([{ id: 'campaign-2', name: null, items: null }])
    expect(await store.countItems()).toMatchObject({ campaigns: 2 })
    await store.close()
    expect(await listFiles()).toEqual(['cache.db'])
  })

  it('supports special characters in the path', async () => {
    file = join(folder, 'ünï & co #1?', 'cache 100%.db')
    await createCache()
    const store = await openTestStore(file)

    expect(await store.countItems()).toMatchObject({ items: 3 })
    await store.close()
  })

  it('rejects new requests while it closes, and completes running ones', async () => {
    const store = await openTestStore(file)
    const { downloadId: download } = await store.beginDownload('campaign-1', 'full')
    const running = store.stagePage(download, sweepRange(0), buildPage([buildItem(1)]))
    const closing = store.close()

    await expect(store.listCampaigns()).rejects.toMatchObject({ code: 'shuttingDown' })
    await expect(store.beginDownload('campaign-2', 'full')).rejects.toMatchObject({ code: 'shuttingDown' })
    expect((await running).fresh).toBe(1)
    await closing
    await store.close()
  })

  it('reports a file in place of the folder', async () => {
    await writeFile(join(folder, 'taken'), '')
    const opening = openTestStore(join(folder, 'taken', 'cache.db'))

    await expect(opening).rejects.toMatchObject({ code: 'cacheUnavailable' })
  })

  it('reports a folder in place of the file', async () => {
    await mkdir(file)

    await expect(openTestStore(file)).rejects.toMatchObject({ code: 'cacheUnavailable' })
  })

  it('continues after a crash in the middle of its creation', async () => {
    await createCache()
    const killed = join(folder, 'killed', 'cache.db')
    await mkdir(dirname(killed))
    const database = new Database(file)
    // A new file has a journal until it changes to a log.
    database.pragma('journal_mode = DELETE')
    database.pragma('cache_size = 1')
    database.exec(
      'BEGIN; CREATE TABLE unfinished (bytes BLOB); INSERT INTO unfinished VALUES (zeroblob(1e6))',
    )
    for (const suffix of ['', '-journal']) await copyFile(`${file}${suffix}`, `${killed}${suffix}`)
    database.exec('ROLLBACK')
    database.close()

    const store = await openTestStore(killed)
    expect(store.notice).toBeNull()
    expect(await store.listCampaigns()).toMatchObject([{ id: 'campaign-1' }])
    await store.close()
  })

  it('rebuilds a missing index', async () => {
    await createCache()
    const database = new Database(file)
    database.exec('DELETE FROM copy_columns; DELETE FROM copy_texts; DELETE FROM copy_words')
    database.close()
    const store = await openTestStore(file)

    expect((await store.openResult({ ...EMPTY_QUERY, search: 'item 2' }, 'grid')).count).toBe(1)
    await store.close()
  })
})

describe('a cache of a newer version', () => {
  async function createNewerCache(): Promise<void> {
    await createCache()
    const database = new Database(file)
    database.pragma('user_version = 90')
    database.exec('CREATE TABLE of_the_future (x)')
    database.close()
  }

  it('is rejected with both versions, and not changed', async () => {
    await createNewerCache()
    const before = await readFile(file)
    await expect(openTestStore(file)).rejects.toMatchObject({
      code: 'cacheNewer',
      detail: expect.stringMatching(`90.*${String(SCHEMA_VERSION)}`) as unknown,
    })

    expect(await listFiles()).toEqual(['cache.db'])
    expect((await readFile(file)).equals(before)).toBe(true)
  })

  it('is rejected even if only its WAL has the version', async () => {
    await createCache()
    const database = new Database(file)
    database.pragma('journal_mode = WAL')
    database.pragma('wal_autocheckpoint = 0')
    database.pragma('user_version = 90')
    await copyFile(file, join(folder, 'other.db'))
    await copyFile(`${file}-wal`, join(folder, 'other.db-wal'))
    database.close()
    const other = join(folder, 'other.db')
    const [before, logBefore] = await Promise.all([readFile(other), readFile(`${other}-wal`)])

    await expect(openTestStore(other)).rejects.toMatchObject({ code: 'cacheNewer' })
    expect((await readFile(other)).equals(before)).toBe(true)
    expect((await readFile(`${other}-wal`)).equals(logBefore)).toBe(true)
  })
})

describe('a damaged cache', () => {
  const damages: readonly (readonly [string, () => Promise<void>])[] = [
    ['not a database', () => writeFile(file, 'This is not a database. '.repeat(1000))],
    ['a few bytes', () => writeFile(file, 'SQLite')],
    [
      'truncated',
      async () => {
        await createCache(2_000)
        await truncate(file, 50_000)
      },
    ],
    [
      'overwritten in the middle',
      async () => {
        await createCache(2_000)
        const bytes = await readFile(file)
        bytes.fill(0xaa, 8192, 400_000)
        await writeFile(file, bytes)
      },
    ],
    [
      'another database',
      () => {
        const database = new Database(file)
        database.exec('CREATE TABLE notes (text)')
        database.close()
        return Promise.resolve()
      },
    ],
  ]

  it.each(damages)('is set aside and replaced by an empty one: %s', async (_, damage) => {
    await damage()
    const before = await readFile(file)
    const store = await openTestStore(file)

    expect(store.notice?.code).toBe('cacheDamaged')
    const aside = (await listFiles()).find((name) => /^cache\.damaged-.*\.db$/.test(name)) ?? ''
    expect(store.notice?.message).toContain(aside)
    expect((await readFile(join(folder, aside))).equals(before)).toBe(true)
    expect(await store.countItems()).toEqual({ campaigns: 0, items: 0 })
    expect(await fillCampaign(store, 'campaign-1', [buildItem(1)])).toMatchObject({ added: 1 })
    await store.close()
  })

  it('is detected during use and set aside, and the next call works', async () => {
    await createCache(20_000)
    const bytes = await readFile(file)
    // In the middle of the bodies, which opening does not read.
    bytes.fill(0, Math.floor(bytes.length * 0.3), Math.floor(bytes.length * 0.6))
    await writeFile(file, bytes)
    const store = await openTestStore(file)
    expect(store.notice).toBeNull()
    const { downloadId: download } = await store.beginDownload('campaign-1', 'full')
    const codes = new Set<string>()
    const recordCode = (error: unknown): null => {
      codes.add((error as { readonly code: string }).code)
      return null
    }
    for (let key = 1; key < 20_000 && codes.size === 0; key += 500) await store.getItem(key).catch(recordCode)
    await store.openResult({ ...EMPTY_QUERY, search: 'x' }, 'grid').catch(recordCode)

    expect(codes).toContain('cacheDamaged')
    expect((await listFiles()).some((name) => name.startsWith('cache.damaged-'))).toBe(true)
    expect(await store.countItems()).toEqual({ campaigns: 0, items: 0 })
    await expect(store.stagePage(download, sweepRange(0), buildPage([]))).rejects.toMatchObject({
      code: 'notFound',
    })
    expect(await fillCampaign(store, 'campaign-1', [buildItem(1)])).toMatchObject({ added: 1 })
    await store.close()
  })
})

describe('a cache that another program uses', () => {
  it('is reported as busy, and not changed', async () => {
    await createCache()
    const other = new Database(file)
    other.pragma('locking_mode = EXCLUSIVE')
    other.exec('BEGIN EXCLUSIVE')
    await expect(openTestStore(file)).rejects.toMatchObject({ code: 'cacheBusy' })
    other.exec('ROLLBACK')
    other.close()
    const store = await openTestStore(file)

    expect(await store.countItems()).toMatchObject({ items: 3 })
    await store.close()
  })

  it('rejects a page during a write lock, and the download continues afterwards', () => {
    const { handle } = openForWriting(file)
    if (!(handle instanceof WriteHandle)) throw new Error('The cache cannot be written to')
    const { handlers, close } = createWriter(handle)
    const { downloadId } = handlers.beginDownload(['campaign-1', 'full'], {})
    handlers.stagePage([downloadId, sweepRange(0), buildPage([buildItem(1)])], {})
    handle.execute('PRAGMA busy_timeout = 10')
    const stage = (): unknown =>
      handlers.stagePage(
        [downloadId, sweepRange(1), buildPage([buildItem(1), buildItem(2)], { skip: 1 })],
        {},
      )
    const other = new Database(file)
    other.exec('BEGIN IMMEDIATE')
    expect(stage).toThrow(expect.objectContaining({ code: 'SQLITE_BUSY' }) as Error)
    other.exec('ROLLBACK')
    other.close()

    expect(stage()).toMatchObject({ fresh: 1, repeated: 1, staged: 2 })
    expect(handlers.commitDownload([downloadId, COMPLETE], {})).toMatchObject({ itemCount: 2 })
    close()
  })

  it('does not touch the download of another running process, and resumes it when that ends', async () => {
    const store = await openTestStore(file)
    const { downloadId } = await store.beginDownload('campaign-1', 'full')
    await store.stagePage(downloadId, sweepRange(0), buildPage([buildItem(1)]))
    const program = spawn(process.execPath, ['-e', 'process.stdin.resume()'])
    const database = new Database(file)
    database.prepare('UPDATE copies SET process = ?').run(program.pid)
    const other = await openTestStore(file)

    expect(await other.listUnfinished()).toEqual([])
    const otherDownload = await other.beginDownload('campaign-1', 'full')
    expect(otherDownload.downloadId).not.toBe(downloadId)
    await other.abandonDownload(otherDownload.downloadId)
    await store.stagePage(downloadId, sweepRange(1), buildPage([buildItem(2)]))

    program.kill()
    await once(program, 'exit')
    expect(await other.listUnfinished()).toMatchObject([{ campaignId: 'campaign-1', items: 2 }])
    database.close()
    await other.close()
    await store.close()
  })

  it('resumes the download of a process that was silent for long, because its id may be reused', async () => {
    const store = await openTestStore(file)
    await store.beginDownload('campaign-1', 'full')
    const other = await openTestStore(file)
    const database = new Database(file)
    database.prepare('UPDATE copies SET process = ?').run(process.ppid)
    expect(await other.listUnfinished()).toEqual([])
    database.prepare('UPDATE stagings SET touched_at = touched_at - 16 * 60 * 1000').run()

    expect(await other.listUnfinished()).toMatchObject([{ campaignId: 'campaign-1' }])
    database.close()
    await other.close()
    await store.close()
  })

  it('rejects pages of a download that another process took over', async () => {
    const store = await openTestStore(file)
    const { downloadId: download } = await store.beginDownload('campaign-1', 'full')
    await store.stagePage(download, sweepRange(0), buildPage([buildItem(1)]))
    const other = await openTestStore(file)
    expect((await other.beginDownload('campaign-1', 'full')).journal).toHaveLength(1)

    await expect(store.stagePage(download, sweepRange(0), buildPage([buildItem(2)]))).rejects.toMatchObject({
      code: 'cacheBusy',
    })
    await expect(
      store.commitDownload(download, { state: 'complete', expectedCount: 1, reason: null }),
    ).rejects.toMatchObject({ code: 'cacheBusy' })
    await other.close()
    await store.close()
  })
})

describe('a read-only folder', () => {
  const probe = fileURLToPath(new URL('../support/read-only-probe.ts', import.meta.url))
  const openReadOnly = (): unknown => JSON.parse(runWithPermissions(probe, file))

  async function protect(): Promise<void> {
    await chmod(file, 0o444)
    await chmod(dirname(file), 0o555)
  }
  afterEach(() => chmod(dirname(file), 0o755))

  it.skipIf(process.platform === 'win32')('can be read, and reports what is not possible', async () => {
    await createCache()
    await protect()

    expect(openReadOnly()).toEqual({ items: 3, found: 1, write: 'folderReadOnly', files: [basename(file)] })
  })

  it.skipIf(process.platform === 'win32')('is rejected without a cache', async () => {
    await chmod(folder, 0o555)

    expect(openReadOnly()).toEqual({ open: 'folderReadOnly' })
  })
})

describe('migrations', () => {
  it('leave a valid database of the latest version', async () => {
    await createCache()
    const database = new Database(file, { readonly: true })
    expect(database.pragma('user_version', { simple: true })).toBe(MIGRATIONS.length)
    expect(database.pragma('foreign_key_check')).toEqual([])
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
    database.close()
  })
})
