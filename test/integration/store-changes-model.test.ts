import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ChangeKind, ChangesQuery, FieldChange } from '../../electron/contract/changes.ts'
import { columnOfPath } from '../../electron/contract/changes.ts'
import { diffDocuments } from '../../electron/store/changes/diff.ts'
import { unseenChangesOf } from '../../electron/store/changes/unseen-changes.ts'
import { ChangesReader, listDownloads } from '../../electron/store/changes/read.ts'
import type { ReadHandle } from '../../electron/store/database/handles.ts'
import { openForReading, openForWriting } from '../../electron/store/database/open-database.ts'
import { createWriter, type Writer } from '../../electron/store/writer.ts'
import {
  buildPage,
  COMPLETE,
  itemIdOf,
  sweepRange,
  temporaryFolder,
  type JsonObject,
} from '../support/store.ts'
import { repetitions } from '../support/repetitions.ts'

let writer: Writer
let reader: ReadHandle
let removeFolder: () => Promise<void>
let campaigns = 0

beforeAll(async () => {
  const folder = await temporaryFolder()
  removeFolder = folder.remove
  const file = join(folder.path, 'cache.db')
  writer = createWriter(openForWriting(file).handle)
  reader = openForReading(file)
})

afterAll(async () => {
  reader.close()
  writer.close()
  await removeFolder()
})

/** The items of a campaign by their numbers. */
type State = ReadonlyMap<number, JsonObject>

const item = fc.record(
  {
    qty: fc.integer({ min: 0, max: 2 }),
    status: fc.constantFrom(0, 'x', null),
    itemId: fc.record(
      { name: fc.constantFrom('A', 'B'), 'a.b': fc.constantFrom(1, 2) },
      { requiredKeys: [] },
    ),
    url: fc.constantFrom('https://x/a?1', 'https://x/a?2', 'https://x/b'),
  },
  { requiredKeys: [] },
)
const NUMBERS = [1, 2, 3]
const state: fc.Arbitrary<State> = fc
  .tuple(...NUMBERS.map(() => fc.option(item, { nil: null, freq: 3 })))
  .map(
    (items) =>
      new Map(
        items.flatMap((fields, at) =>
          fields === null ? [] : [[at + 1, { _id: itemIdOf(at + 1), ...fields }] as const],
        ),
      ),
  )
/** What the person marks as seen after a download: nothing, some items or everything. */
const seenActions = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  fc.constant('all' as const),
  fc.subarray(NUMBERS, { minLength: 1 }),
)
const step = fc.record({ state, seenAction: seenActions, prefersRecent: fc.boolean() })

interface Difference {
  readonly kind: ChangeKind
  readonly fields: ReadonlyMap<string, FieldChange>
}

function differenceOf(old: JsonObject | undefined, now: JsonObject | undefined): Difference | null {
  if (old === undefined || now === undefined) {
    if (old === now) return null
    return { kind: old === undefined ? 'added' : 'gone', fields: new Map() }
  }
  const fields = diffDocuments(old, now)
  return fields.length === 0
    ? null
    : { kind: 'changed', fields: new Map(fields.map((field) => [field.path, field])) }
}

function differences(old: State, now: State): ReadonlyMap<string, Difference> {
  const found = new Map<string, Difference>()
  for (const number of NUMBERS) {
    const difference = differenceOf(old.get(number), now.get(number))
    if (difference !== null) found.set(itemIdOf(number), difference)
  }
  return found
}

/** Recent changes can only add and change items. */
function download(campaignId: string, before: State | null, now: State, prefersRecent: boolean): void {
  const isRecent = prefersRecent && before !== null && [...before.keys()].every((number) => now.has(number))
  const items = [...now].filter(([number, fields]) => !isRecent || before.get(number) !== fields)
  const { downloadId } = writer.handlers.beginDownload([campaignId, isRecent ? 'recent' : 'full'], {})
  const page = buildPage(items.map(([, fields]) => fields))
  writer.handlers.stagePage([downloadId, sweepRange(0), page], {})
  writer.handlers.commitDownload([downloadId, COMPLETE], {})
}

function read(
  campaignId: string,
  since: ChangesQuery['since'],
  unseenOnly = false,
): ReadonlyMap<string, Difference> {
  const query = { campaignId, since, kinds: [], field: null, unseenOnly }
  const window = new ChangesReader(reader).window(query, 0, 100)
  expect(window.count).toBe(window.rows.length)
  return new Map(
    window.rows.map(({ campaignItemId, kind, fields }) => [
      campaignItemId,
      { kind, fields: new Map(fields.map((field) => [field.path, field])) },
    ]),
  )
}

function keysByNumber(campaignId: string): ReadonlyMap<number, number> {
  const rows = reader
    .tuples<readonly [string, number]>(
      `SELECT campaign_item_id, item_key FROM item_ids JOIN campaigns ON campaigns.copy_key = item_ids.copy_key
        WHERE id = ?`,
    )
    .all(campaignId)
  return new Map(rows.map(([id, key]) => [Number(id.slice(-12)), key]))
}

describe('changes over any number of downloads', () => {
  it('equal the difference of snapshots, and unseen changes the difference to what was seen', () => {
    fc.assert(
      fc.property(state, fc.array(step, { minLength: 1, maxLength: 5 }), (first, steps) => {
        const campaignId = `campaign-${String((campaigns += 1))}`
        download(campaignId, null, first, false)
        const states = [first]
        let seen = new Map(first)
        for (const { state: now, seenAction, prefersRecent } of steps) {
          download(campaignId, states.at(-1) ?? null, now, prefersRecent)
          states.push(now)

          const downloads = listDownloads(reader, campaignId).toReversed()
          expect(downloads.map(({ itemCount }) => itemCount)).toEqual(states.map(({ size }) => size))
          for (const [at, { downloadKey }] of downloads.entries()) {
            expect(read(campaignId, downloadKey)).toEqual(differences(states[at] ?? new Map(), now))
          }
          expect(read(campaignId, null)).toEqual(differences(first, now))
          expect(read(campaignId, null, true)).toEqual(differences(seen, now))

          const keys = keysByNumber(campaignId)
          const unseen = differences(seen, now)
          const reported = unseenChangesOf(reader, Int32Array.from(keys.values()))
          const expected = [...keys].flatMap(([number, key]) => {
            const difference = unseen.get(itemIdOf(number))
            if (difference === undefined) return []
            const columns = [...difference.fields.keys()].map(columnOfPath).filter((name) => name !== null)
            return [{ key, kind: difference.kind, columns: new Set(columns) }]
          })
          expect(reported.map((change) => ({ ...change, columns: new Set(change.columns) }))).toEqual(
            expected,
          )
          const summary = reader
            .values<number>('SELECT unseen_changes FROM campaigns WHERE id = ?')
            .get(campaignId)
          expect(summary).toBe(unseen.size)

          if (seenAction === 'all') {
            writer.handlers.markSeen([campaignId, null], {})
            seen = new Map(now)
          } else if (seenAction !== null) {
            const present = seenAction.filter((number) => keys.has(number))
            writer.handlers.markSeen([campaignId, present.map(itemIdOf)], {})
            for (const number of seenAction) {
              const fields = now.get(number)
              if (fields !== undefined) seen.set(number, fields)
            }
          }
        }
      }),
      { numRuns: repetitions(15, 60) },
    )
  })
})

const one = (qty: number): State => new Map([[1, { _id: itemIdOf(1), qty }]])

describe('changes of a period', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('are those after the newest download up to its start, a day later on the next day', () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const campaignId = 'period'
    const at = (day: number, hour: number, minute = 0): void => {
      vi.setSystemTime(new Date(2026, 9, day, hour, minute))
    }
    // The quantity is the time of the download, such as 190001.
    for (const [day, hour, minute] of [
      [18, 9, 0],
      [19, 0, 0],
      [19, 0, 1],
      [20, 8, 0],
      [26, 7, 0],
    ] as const) {
      at(day, hour, minute)
      download(campaignId, null, one(day * 10_000 + hour * 100 + minute), false)
    }
    const oldOf = (days: number): string | null | undefined =>
      read(campaignId, { days }).get(itemIdOf(1))?.fields.get('qty')?.old
    at(26, 0)
    expect(oldOf(7)).toBe('190000')
    at(26, 23, 59)
    expect(oldOf(7)).toBe('190000')
    expect(oldOf(8)).toBe('180900')
    expect(oldOf(1)).toBe('200800')
    at(27, 0)
    expect(oldOf(7)).toBe('190001')
    // No download is that old.
    expect(oldOf(30)).toBe('180900')
    at(28, 12)
    expect(oldOf(1)).toBeUndefined()
  })
})

describe('stored changes', () => {
  function ageDownloads(campaignId: string, days: number): void {
    const handle = openForWriting(
      reader.values<string>('SELECT file FROM pragma_database_list').get() ?? '',
    ).handle
    if (typeof handle === 'string') throw new Error(handle)
    handle
      .command(
        'UPDATE downloads SET completed_at = completed_at - ? WHERE campaign_key = (SELECT key FROM campaigns WHERE id = ?)',
      )
      .run(days * 24 * 60 * 60 * 1_000, campaignId)
    handle.close()
  }

  it('cover the last 20 downloads, and 90 days of downloads with changes', () => {
    const campaignId = 'kept'
    download(campaignId, null, one(0), false)
    for (let qty = 1; qty <= 25; qty += 1) download(campaignId, null, one(qty), false)
    // The first one, without changes, is deleted.
    expect(listDownloads(reader, campaignId)).toHaveLength(25)
    for (let again = 0; again < 20; again += 1) download(campaignId, null, one(25), false)
    expect(listDownloads(reader, campaignId)).toHaveLength(45)
    for (let again = 0; again < 5; again += 1) download(campaignId, null, one(25), false)
    expect(listDownloads(reader, campaignId)).toHaveLength(45)
    expect(read(campaignId, null).get(itemIdOf(1))?.fields.get('qty')).toMatchObject({ old: '0', new: '25' })

    ageDownloads(campaignId, 89)
    download(campaignId, null, one(26), false)
    expect(listDownloads(reader, campaignId)).toHaveLength(45)
    ageDownloads(campaignId, 2)
    download(campaignId, null, one(27), false)
    const downloads = listDownloads(reader, campaignId)
    expect(downloads).toHaveLength(20)
    expect(downloads.map(({ changed }) => changed).slice(0, 3)).toEqual([1, 1, 0])
    expect(read(campaignId, null).get(itemIdOf(1))?.fields.get('qty')).toMatchObject({ old: '25', new: '27' })
    expect(
      reader
        .values<number>(
          'SELECT count(*) FROM item_changes WHERE download_key NOT IN (SELECT key FROM downloads)',
        )
        .get(),
    ).toBe(0)
    // Unseen changes are still known.
    expect(unseenChangesOf(reader, Int32Array.from(keysByNumber(campaignId).values()))).toMatchObject([
      { kind: 'changed', columns: ['qty'] },
    ])
  })
})
