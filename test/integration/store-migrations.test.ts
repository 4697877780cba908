import Database from 'better-sqlite3'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { WriteHandle } from '../../electron/store/database/handles.ts'
import { migrate } from '../../electron/store/database/migrate.ts'
import { MIGRATIONS } from '../../electron/store/migrations/index.ts'
import { openTestStore, temporaryFolder } from '../support/store.ts'

/** A snapshot, and a download that version 1 has started; its process has ended. */
const VERSION_1 = `
  INSERT INTO copies (key, campaign_id, begun_at, process, first_key) VALUES (1, 'c', 0, 1, 1), (2, 'c', 0, 1, 2);
  INSERT INTO campaigns (id, copy_key, copy, item_count) VALUES ('c', 1, 'complete', 1);
  INSERT INTO items (key, copy_key, position, campaign_item_id) VALUES (1, 1, 0, 'i'), (2, 2, 0, 'i');
  INSERT INTO item_bodies (item_key, json) VALUES (1, '{}'), (2, '{"qty":1}');
  INSERT INTO item_ids (copy_key, campaign_item_id, item_key) VALUES (1, 'i', 1);
  INSERT INTO kept_items (copy_key, item_key, position) VALUES (2, 1, 0);
  UPDATE item_keys SET next = 3`

/** A database at this version, with a handle to migrate it. */
function databaseAt(version: number): { readonly database: Database.Database; readonly handle: WriteHandle } {
  const database = new Database(':memory:')
  database.pragma('foreign_keys = ON')
  const handle = new WriteHandle(database)
  migrate(handle, version)
  expect(database.pragma('user_version', { simple: true })).toBe(version)
  return { database, handle }
}

describe('the migration to version', () => {
  it('1 creates tables for campaigns, snapshots and items', () => {
    const { database, handle } = databaseAt(0)
    migrate(handle, 1)
    database.exec(`
      INSERT INTO copies (key, campaign_id, begun_at, process, first_key) VALUES (1, 'c', 0, 1, 1);
      INSERT INTO campaigns (id, copy_key, copy) VALUES ('c', 1, 'complete');
      INSERT INTO items (key, copy_key, position, campaign_item_id, status) VALUES (1, 1, 0, 'i', 2.5);
      INSERT INTO item_bodies (item_key, json) VALUES (1, '{}');
      INSERT INTO item_ids (copy_key, campaign_item_id, item_key) VALUES (1, 'i', 1)`)

    expect(database.prepare('SELECT status FROM items').pluck().get()).toBe(2.5)
    expect(() => database.exec("INSERT INTO campaigns (id, copy) VALUES ('d', 'complete')")).toThrow(/CHECK/)
    expect(() => database.exec("INSERT INTO campaigns (id) VALUES ('c')")).toThrow(/UNIQUE/)
    expect(() => database.exec("INSERT INTO item_ids VALUES (1, 'i', 2)")).toThrow(/UNIQUE/)
    database.exec('DELETE FROM items')
    expect(database.prepare('SELECT count(*) FROM item_bodies').pluck().get()).toBe(0)
  })

  it('2 creates tables for the journal, and keeps data', () => {
    const { database, handle } = databaseAt(1)
    database.exec(VERSION_1)
    const before = database.prepare('SELECT * FROM items').all()
    migrate(handle, 2)

    expect(database.prepare('SELECT * FROM items').all()).toEqual(before)
    database.exec(`
      INSERT INTO stagings (copy_key, kind, touched_at) VALUES (2, 'full', 0);
      INSERT INTO staged_records (copy_key, state) VALUES (2, 'missing');
      INSERT INTO journal (copy_key, sequence, entry) VALUES (2, 1, '{}');
      INSERT INTO sightings (copy_key, item_key) VALUES (2, 2)`)
    expect(() => database.exec("UPDATE staged_records SET state = 'fetched'")).toThrow(/CHECK/)
    expect(() => database.exec("UPDATE stagings SET kind = 'other'")).toThrow(/CHECK/)
    expect(() => database.exec("INSERT INTO journal VALUES (2, 1, '{}', NULL)")).toThrow(/UNIQUE/)
    database.exec('DELETE FROM copies WHERE key = 2')
    for (const table of ['stagings', 'staged_records', 'journal', 'sightings']) {
      expect(database.prepare(`SELECT count(*) FROM ${table}`).pluck().get(), table).toBe(0)
    }
  })

  it('3 creates tables for changes, and records existing snapshots as downloads', () => {
    const { database, handle } = databaseAt(2)
    database.exec(`
      INSERT INTO copies (key, campaign_id, begun_at, process, first_key) VALUES (1, 'c', 0, 1, 1);
      INSERT INTO campaigns (key, id, copy_key, copy, item_count, fetched_at) VALUES (7, 'c', 1, 'incomplete', 5, 99);
      INSERT INTO campaigns (id) VALUES ('d')`)
    migrate(handle, 3)

    expect(database.prepare('SELECT * FROM downloads').all()).toEqual([
      expect.objectContaining({
        key: 1,
        campaign_key: 7,
        complete: 0,
        completed_at: 99,
        item_count: 5,
        added: 0,
      }),
    ])
    database.exec(`
      INSERT INTO item_changes (download_key, campaign_item_id, item_key, kind) VALUES (1, 'i', 1, 'added');
      INSERT INTO item_marks (campaign_key, campaign_item_id, item_key, kind, columns, since)
        VALUES (7, 'i', 1, 'added', '', 1)`)
    expect(() => database.exec("INSERT INTO item_marks VALUES (7, 'j', 1, 'changed', '', 1)")).toThrow(
      /UNIQUE/,
    )
    database.exec("INSERT INTO item_marks VALUES (7, 'j', 1, 'gone', '', 1)")
    database.exec('DELETE FROM campaigns WHERE key = 7')
    for (const table of ['downloads', 'item_changes', 'item_marks'])
      expect(database.prepare(`SELECT count(*) FROM ${table}`).pluck().get()).toBe(0)
  })

  it('4 splits index columns into segments, and deletes old ones', () => {
    const { database, handle } = databaseAt(3)
    database.exec(`
      INSERT INTO copies (key, campaign_id, begun_at, process, first_key) VALUES (1, 'c', 0, 1, 1);
      INSERT INTO copy_columns (copy_key, name, width, data) VALUES (1, 'keys', 4, x'00')`)
    migrate(handle, 4)

    expect(database.prepare('SELECT count(*) FROM copy_columns').pluck().get()).toBe(0)
    database.exec(`
      INSERT INTO copy_columns (copy_key, name, first, width, data)
        VALUES (1, 'keys', 0, 4, x'00'), (1, 'keys', 64000, 4, x'00')`)
    database.exec('DELETE FROM copies')
    expect(database.prepare('SELECT count(*) FROM copy_columns').pluck().get()).toBe(0)
  })

  it('5 creates the table of index words', () => {
    const { database, handle } = databaseAt(4)
    database.exec(`
      INSERT INTO copies (key, campaign_id, begun_at, process, first_key) VALUES (1, 'c', 0, 1, 1)`)
    migrate(handle, 5)

    database.exec(`
      INSERT INTO copy_words (copy_key, first, count, words, word_ends, place_ends, places)
        VALUES (1, 0, 1, x'610a', x'02000000', x'', x'0000');
      DELETE FROM copies`)
    expect(database.prepare('SELECT count(*) FROM copy_words').pluck().get()).toBe(0)
  })

  it('6 creates the table of ranks', () => {
    const { database, handle } = databaseAt(5)
    migrate(handle, 6)

    database.exec(
      "INSERT INTO kept_ranks (name, signature, count, ranks) VALUES ('itemName', '1.1', 1, x'00000000')",
    )
    expect(database.prepare('SELECT count(*) FROM kept_ranks').pluck().get()).toBe(1)
  })

  it('7 adds a kind to index words, and deletes old ones', () => {
    const { database, handle } = databaseAt(6)
    database.exec(`
      INSERT INTO copies (key, campaign_id, begun_at, process, first_key) VALUES (1, 'c', 0, 1, 1);
      INSERT INTO copy_words (copy_key, first, count, words, word_ends, place_ends, places)
        VALUES (1, 0, 1, x'610a', x'02000000', x'', x'0000')`)
    migrate(handle, 7)

    expect(database.prepare('SELECT count(*) FROM copy_words').pluck().get()).toBe(0)
    database.exec(`
      INSERT INTO copy_words (copy_key, first, count, kind, words, word_ends, place_ends, places)
        VALUES (1, 0, 1, 'plain', x'610a', x'02000000', x'', x'0000');
      DELETE FROM copies`)
    expect(database.prepare('SELECT count(*) FROM copy_words').pluck().get()).toBe(0)
  })

  it('8 creates the table of codes', () => {
    const { database, handle } = databaseAt(7)
    migrate(handle, 8)

    database.exec(`
      INSERT INTO kept_codes (name, signature, codes, firsts, low, high)
        VALUES ('itemName', '1.1', x'01000000', x'00000000', x'07000000', x'08000000')`)
    expect(database.prepare('SELECT count(*) FROM kept_codes').pluck().get()).toBe(1)
  })

  it('9 marks campaigns that are no longer at the service as unavailable', () => {
    const { database, handle } = databaseAt(8)
    database.exec(`
      INSERT INTO campaigns (id, record_state) VALUES ('a', 'missing'), ('b', 'forbidden'), ('c', 'fetched')`)
    migrate(handle, 9)
    expect(database.prepare('SELECT id FROM campaigns WHERE unavailable = 1').pluck().all()).toEqual(['a'])
  })

  it('10 adds text values to items, and marks them for decoding', () => {
    const { database, handle } = databaseAt(9)
    database.exec(`
      INSERT INTO items (key, copy_key, position, campaign_item_id, status) VALUES (1, 1, 0, 'i', 2)`)
    migrate(handle, 10)
    expect(database.prepare('SELECT status, text_values FROM items').get()).toEqual({
      status: 2,
      text_values: null,
    })
    expect(database.prepare('SELECT version FROM decoding').pluck().all()).toEqual([1])
  })

  it('18 adds a revision of unseen changes, and keeps their count', () => {
    const { database, handle } = databaseAt(17)
    database.exec("INSERT INTO campaigns (id, unseen_changes) VALUES ('c', 3)")
    migrate(handle, 18)
    expect(database.prepare('SELECT unseen_changes, unseen_revision FROM campaigns').get()).toEqual({
      unseen_changes: 3,
      unseen_revision: 0,
    })
  })

  it('19 deletes the ranks of timestamps', () => {
    const { database, handle } = databaseAt(18)
    database.exec(`
      INSERT INTO kept_ranks (name, signature, count, ranks)
        VALUES ('itemName', '1.1', 1, x'00000000'), ('updatedAt', '1.1', 1, x'00000000')`)
    migrate(handle, 19)
    expect(database.prepare('SELECT name FROM kept_ranks').pluck().all()).toEqual(['itemName'])
  })
})

describe('migrate', () => {
  it('does nothing for a current database', () => {
    const { database, handle } = databaseAt(MIGRATIONS.length)
    const schema = database.prepare('SELECT group_concat(sql) FROM sqlite_schema').pluck().get()
    migrate(handle)

    expect(database.prepare('SELECT group_concat(sql) FROM sqlite_schema').pluck().get()).toBe(schema)
  })
})

describe('a cache of version 1', () => {
  it('keeps its snapshots, and drops staged items', async () => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'cache.db')
    const database = new Database(file)
    migrate(new WriteHandle(database), 1)
    database.exec(VERSION_1)
    database.close()
    const store = await openTestStore(file)

    expect(await store.listUnfinished()).toEqual([])
    expect(await store.listCampaigns()).toMatchObject([{ id: 'c', copy: 'complete', itemCount: 1 }])
    expect(await store.openResult(EMPTY_QUERY, 'grid')).toMatchObject({ count: 1 })
    const { journal, completeSnapshot } = await store.beginDownload('c', 'full')
    expect({ journal, completeSnapshot }).toEqual({
      journal: [],
      completeSnapshot: { itemCount: 1, newestUpdatedAt: null },
    })
    await store.close()
    const after = new Database(file)
    expect(after.prepare('SELECT key FROM items').pluck().all()).toEqual([1])
    expect(after.prepare('SELECT count(*) FROM copies WHERE key = 2').pluck().get()).toBe(0)
    after.close()
  })
})

describe('a cache of version 9', () => {
  const BODY = JSON.stringify({
    itemId: { posNumber: 10003, name: 'Poster' },
    status: 'draft',
    qty: '6',
    isLocked: 1,
    updatedAt: 1_767_225_600_000,
  })
  const DATED = JSON.stringify({ qty: 1, updatedAt: '2026-02-30T00:00:00.000Z' })

  it('shows values of other types from stored bodies, without a download', async () => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'cache.db')
    const database = new Database(file)
    migrate(new WriteHandle(database), 9)
    const insertBody = database.prepare('INSERT INTO item_bodies (item_key, json) VALUES (?, ?)')
    database.exec(`
      INSERT INTO copies (key, campaign_id, begun_at, process, first_key) VALUES (1, 'c', 0, 1, 1), (2, 'd', 0, 1, 3);
      INSERT INTO campaigns (key, id, copy_key, copy, item_count) VALUES (1, 'c', 1, 'complete', 1), (2, 'd', 2, 'complete', 1);
      INSERT INTO campaign_bodies (campaign_key, json) VALUES (1, '{"name":7,"status":"live"}');
      INSERT INTO items (key, copy_key, position, campaign_item_id, item_name) VALUES (1, 1, 0, 'i', 'Poster');
      INSERT INTO items (key, copy_key, position, campaign_item_id, qty, updated_at)
        VALUES (3, 2, 0, 'k', 1, '2026-02-30T00:00:00.000Z');
      INSERT INTO item_ids (copy_key, campaign_item_id, item_key) VALUES (1, 'i', 1), (2, 'k', 3);
      UPDATE item_keys SET next = 4`)
    insertBody.run(1, BODY)
    insertBody.run(3, DATED)
    database.close()

    const store = await openTestStore(file)
    const { resultId } = await store.openResult({ ...EMPTY_QUERY, search: '10003' }, 'grid')
    expect((await store.readWindow(resultId, 0, 10)).rows).toMatchObject([
      { posNumber: '10003', status: 'draft', qty: 6, isLocked: true, updatedAt: '2026-01-01T00:00:00.000Z' },
    ])
    expect(await store.listCampaigns()).toMatchObject([
      { id: 'c', name: '7', status: 'live', otherTypes: { status: 1 } },
      { id: 'd', otherTypes: { updatedAt: 1 } },
    ])
    const dated = await store.columnValues({ ...EMPTY_QUERY, campaignIds: ['d'] }, 'updatedAt', '', 'values')
    expect(dated).toMatchObject({ min: null, max: null, distinct: 1 })
    await store.close()

    const after = new Database(file)
    expect(after.prepare('SELECT json FROM item_bodies ORDER BY item_key').pluck().all()).toEqual([
      BODY,
      DATED,
    ])
    expect(after.prepare('SELECT version FROM decoding').pluck().get()).toBe(2)
    after.close()
  })
})
