import Database from 'better-sqlite3'
import { copyFile, mkdir, readdir, readFile, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MIGRATIONS as PICTURE_MIGRATIONS } from '../../electron/artwork/migrations/index.ts'
import { openPictureCache } from '../../electron/artwork/open-cache.ts'
import { createConnections } from '../../electron/app/connections.ts'
import { connectionLayout } from '../../electron/app/layout.ts'
import { openConnection } from '../../electron/app/open-connection.ts'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { MIGRATIONS as REVIEW_MIGRATIONS } from '../../electron/review/migrations/index.ts'
import { createReviews } from '../../electron/review/reviews.ts'
import { ReadHandle, WriteHandle, type BoundValue } from '../../electron/store/database/handles.ts'
import { inspectSchema } from '../../electron/store/database/integrity.ts'
import { migrate } from '../../electron/store/database/migrate.ts'
import { MIGRATIONS } from '../../electron/store/migrations/index.ts'
import { ARTWORK_WORKER_URL, REVIEW_WORKER_URL, STORE_WORKER_URL } from '../support/entries.ts'
import { openTestStore, temporaryFolder } from '../support/store.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>

beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

interface Kind {
  readonly name: string
  readonly migrations: readonly string[]
  readonly notMigrated: string
  readonly newer: string
  /** Opens the file, reads something, and closes it. */
  readonly open: (file: string) => Promise<unknown>
}

/** The databases of a connection. */
const KINDS: readonly Kind[] = [
  {
    name: 'cache',
    migrations: MIGRATIONS,
    notMigrated: 'cacheNotMigrated',
    newer: 'cacheNewer',
    open: async (file) => {
      const store = await openTestStore(file)
      try {
        // Reading alone does not start the writer.
        await store.listUnfinished()
        return (await store.listCampaigns()).length
      } finally {
        await store.close()
      }
    },
  },
  {
    name: 'reviews',
    migrations: REVIEW_MIGRATIONS,
    notMigrated: 'reviewsNotMigrated',
    newer: 'reviewsNewer',
    open: async (file) => {
      const reviews = createReviews({ file, workerUrl: REVIEW_WORKER_URL, onNotice: () => undefined })
      try {
        return await reviews.count()
      } finally {
        await reviews.close()
      }
    },
  },
  {
    name: 'pictures',
    migrations: PICTURE_MIGRATIONS,
    notMigrated: 'cacheNotMigrated',
    newer: 'cacheNewer',
    open: async (file) => {
      const cache = openPictureCache({ file, workerUrl: ARTWORK_WORKER_URL })
      try {
        return (await cache.lookUp('https://art.example/a.png')) === null ? 0 : 1
      } finally {
        await cache.close()
      }
    },
  },
]

/** Creates a database of a version, and runs further statements in it. */
async function createAt(
  file: string,
  migrations: readonly string[],
  version: number,
  statements = '',
): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const database = new Database(file)
  migrate(new WriteHandle(database), version, migrations)
  database.exec(statements)
  database.close()
}

function readVersion(file: string): unknown {
  const database = new Database(file, { readonly: true })
  try {
    return database.pragma('user_version', { simple: true })
  } finally {
    database.close()
  }
}

/** Returns the first table that a migration creates. It fails if there is one. */
function tableOf(migration: string | undefined): string | undefined {
  return /CREATE TABLE (\w+)/u.exec(migration ?? '')?.[1]
}

const copiesOf = async (name: string): Promise<readonly string[]> =>
  (await readdir(folder.path)).filter((each) => each.startsWith(`${name}.version-`)).sort()

/** Changes the time of a file, as if an earlier run of the application had written it. */
const makeOlder = (file: string): Promise<void> => utimes(file, 1_000, 1_000)

describe.each(KINDS)('the database of $name', ({ name, migrations, notMigrated, newer, open }) => {
  it('of each earlier version is migrated when it is opened', async () => {
    for (const version of migrations.keys()) {
      const file = join(folder.path, `${String(version)}.db`)
      await createAt(file, migrations, version)
      expect(await open(file), `version ${String(version)}`).toBe(0)
      expect(readVersion(file)).toBe(migrations.length)
    }
  })

  it('is not changed if a migration fails, and is migrated when its cause is removed', async () => {
    const file = join(folder.path, `${name}.db`)
    // The migrations before it succeed, and are rolled back too.
    const failing = migrations.findLastIndex((migration) => tableOf(migration) !== undefined)
    const table = tableOf(migrations[failing]) ?? ''
    await createAt(file, migrations, failing - 1, `CREATE TABLE ${table} (obstacle)`)
    const before = tables(file)

    await expect(open(file)).rejects.toMatchObject({ code: notMigrated })
    await expect(open(file)).rejects.toThrow(/can still open them/u)
    expect(readVersion(file)).toBe(failing - 1)
    expect(tables(file)).toEqual(before)
    expect((await readdir(folder.path)).filter((each) => each.includes('damaged'))).toEqual([])

    const database = new Database(file)
    database.exec(`DROP TABLE ${table}`)
    database.close()
    expect(await open(file)).toBe(0)
    expect(readVersion(file)).toBe(migrations.length)
  })

  it('of a newer version is not changed, also if only its log has the version', async () => {
    const original = join(folder.path, 'original.db')
    await createAt(original, migrations, migrations.length)
    const database = new Database(original)
    database.pragma('journal_mode = WAL')
    database.pragma('wal_autocheckpoint = 0')
    database.pragma('user_version = 90')
    database.exec('CREATE TABLE of_the_future (x)')
    const file = join(folder.path, `${name}.db`)
    for (const suffix of ['', '-wal']) await copyFile(original + suffix, file + suffix)
    database.close()
    const before = await Promise.all([readFile(file), readFile(`${file}-wal`)])

    await expect(open(file)).rejects.toMatchObject({
      code: newer,
      detail: expect.stringContaining('90') as string,
    })
    await expect(open(file)).rejects.toThrow(/newer version/u)
    expect(await Promise.all([readFile(file), readFile(`${file}-wal`)])).toEqual(before)
  })
})

/** Returns the tables of a database with their columns. */
function tables(file: string): unknown {
  const database = new Database(file, { readonly: true })
  try {
    return database.prepare('SELECT name, sql FROM sqlite_schema ORDER BY name').all()
  } finally {
    database.close()
  }
}

describe.each(KINDS.filter(({ name }) => name !== 'pictures'))(
  'the copy of $name before a migration',
  ({ name, migrations, open }) => {
    it('has the earlier version, and is removed after a later start that needs no migration', async () => {
      const file = join(folder.path, `${name}.db`)
      const earlier = migrations.length - 1
      await createAt(file, migrations, earlier)
      await open(file)
      const [copy = '', ...others] = await copiesOf(name)
      expect(others).toEqual([])
      expect(readVersion(join(folder.path, copy))).toBe(earlier)

      await open(file)
      expect(await copiesOf(name)).toEqual([copy])
      await makeOlder(join(folder.path, copy))
      await open(file)
      expect(await copiesOf(name)).toEqual([])
      expect(readVersion(file)).toBe(migrations.length)
    })
  },
)

describe('a data folder', () => {
  it('of each earlier version opens', async () => {
    const longest = Math.max(...KINDS.map(({ migrations }) => migrations.length))
    for (let age = 1; age < longest; age += 1) {
      const dataFolder = join(folder.path, String(age))
      const connection = await createConnections(dataFolder).createSample()
      const { databaseFile, reviewsFile, picturesFile } = connectionLayout(dataFolder, connection.id)
      const files = [databaseFile, reviewsFile, picturesFile] as const
      for (const [index, file] of files.entries()) {
        const { migrations } = KINDS[index] ?? { migrations: [] }
        await createAt(file, migrations, Math.max(1, migrations.length - age))
      }
      const session = await openConnection(connection, {
        dataFolder,
        secrets: {
          get: () => Promise.resolve(null),
          set: () => Promise.reject(new Error('No key was to be saved')),
          remove: () => Promise.resolve(),
          status: () => Promise.resolve({ storage: 'none', reason: null }),
        },
        fetch: () => Promise.reject(new Error('No network was to be used')),
        storeWorkerUrl: STORE_WORKER_URL,
        reviewWorkerUrl: REVIEW_WORKER_URL,
        readers: 1,
        onProgress: () => undefined,
        onChanged: () => undefined,
      })
      expect(session.notice, `${String(age)} versions ago`).toBeNull()
      expect(await session.store.openResult(EMPTY_QUERY, 'grid')).toMatchObject({ count: 0 })
      expect(await session.reviews.count()).toBe(0)
      await session.close()
      expect(readVersion(databaseFile)).toBe(MIGRATIONS.length)
      expect(readVersion(reviewsFile)).toBe(REVIEW_MIGRATIONS.length)
    }
  })
})

describe('a file that another process creates while it is checked', () => {
  it('is not taken for another kind of database', () => {
    const file = join(folder.path, 'cache.db')
    const creator = new Database(file)
    creator.pragma('journal_mode = WAL')
    const reader = new Database(file, { readonly: true })
    const handle = new ReadHandle(reader)
    const values = handle.values.bind(handle)
    let isCreated = false
    handle.values = <Value extends BoundValue>(sql: string) => {
      const query = values<Value>(sql)
      return {
        ...query,
        all: (...parameters) => query.all(...parameters),
        get: (...parameters) => {
          const value = query.get(...parameters)
          if (!isCreated && sql === 'PRAGMA user_version') migrate(new WriteHandle(creator))
          isCreated = true
          return value
        },
      }
    }
    expect(inspectSchema(handle)).toEqual({ version: 0, isForeign: false })
    expect(isCreated).toBe(true)
    expect(inspectSchema(handle)).toEqual({ version: MIGRATIONS.length, isForeign: false })
    creator.close()
    reader.close()
  })
})
