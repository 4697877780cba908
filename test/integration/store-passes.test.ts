import fc from 'fast-check'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { WriteHandle } from '../../electron/store/database/handles.ts'
import { openForWriting } from '../../electron/store/database/open-database.ts'
import type { PageOutcome } from '../../electron/store/types.ts'
import { createWriter, type Writer } from '../../electron/store/writer.ts'
import { buildItem, buildPage, bytesOf, sweepRange, temporaryFolder } from '../support/store.ts'
import { repetitions } from '../support/repetitions.ts'

type Plan = typeof download extends fc.Arbitrary<infer Value> ? Value : never
type Listed = readonly (readonly [number: number, version: number])[]

const listed = fc
  .array(fc.tuple(fc.nat(11), fc.nat(2)), { maxLength: 8 })
  .map((pairs) => [...new Map(pairs)] as Listed)
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('page' as const), top: fc.boolean(), listed }) },
  fc.record({
    kind: fc.constantFrom('pass', 'killed', 'closed', 'released', 'unreadable', 'full' as const),
  }),
)
const download = fc.record({
  kind: fc.constantFrom('full', 'full', 'recent' as const),
  isComplete: fc.boolean(),
  steps: fc.array(step, { maxLength: 10 }),
})

/** A writer on a file, which can be closed, killed and reopened. */
class StoreUnderTest {
  readonly #file: string
  #handle!: WriteHandle
  writer!: Writer

  constructor(file: string) {
    this.#file = file
    this.open()
  }

  open(): void {
    const { handle } = openForWriting(this.#file)
    if (!(handle instanceof WriteHandle)) throw new Error('The cache cannot be written to')
    this.#handle = handle
    this.writer = createWriter(handle)
  }

  /** Ends the writer as a killed process would, without cleanup and with the WAL. */
  kill(): void {
    this.#handle.close()
    this.open()
  }

  /** Runs the work on a full disk. */
  full(work: () => unknown): void {
    const pages = this.#handle.values<number>('PRAGMA page_count').get() ?? 0
    this.#handle.execute(`PRAGMA max_page_count = ${String(pages)}`)
    try {
      work()
    } catch (error) {
      expect((error as { readonly code: string }).code).toBe('SQLITE_FULL')
    }
    this.#handle.execute('PRAGMA max_page_count = 1000000')
  }

  /** Number and version of each item of the snapshot in service order. */
  rows(): Listed {
    return this.#handle
      .tuples<readonly [string, number]>(
        `SELECT items.campaign_item_id, json ->> '$.qty' FROM campaigns
          JOIN item_ids ON item_ids.copy_key = campaigns.copy_key JOIN items ON items.key = item_ids.item_key
          JOIN item_bodies ON item_bodies.item_key = items.key ORDER BY items.position, items.key`,
      )
      .all()
      .map(([id, version]) => [Number(id.slice(-12)), version])
  }

  count(table: string): number {
    return this.#handle.values<number>(`SELECT count(*) FROM ${table}`).get() ?? 0
  }
}

/** A simple model of the store’s contents. */
class Model {
  readonly held = new Map<number, { version: number; reading: number; index: number }>()
  seen = new Set<number>()
  pass = 1
  round = 0
  readonly #base: ReadonlyMap<number, number>

  constructor(base: Listed) {
    this.#base = new Map(base)
  }

  page(list: Listed, start: number): Partial<PageOutcome> {
    const counts = { fresh: 0, added: 0, unchanged: 0, altered: 0, repeated: 0 }
    for (const [at, [number, version]] of list.entries()) {
      const earlier = this.held.get(number)
      if (earlier === undefined) {
        counts.fresh += 1
        if (!this.#base.has(number)) counts.added += 1
        if (this.#base.get(number) === version) counts.unchanged += 1
      } else if (earlier.version !== version) {
        counts.altered += 1
      }
      if (this.seen.has(number)) counts.repeated += 1
      this.seen.add(number)
      this.held.set(number, { version, reading: this.pass * 1_000 + this.round, index: start + at })
    }
    return { ...counts, seen: this.seen.size, staged: this.held.size }
  }

  /** The items of a commit, the newest reading first. */
  taken(onlySeen: boolean): Listed {
    return [...this.held]
      .filter(([number]) => !onlySeen || this.seen.has(number))
      .sort(([, a], [, b]) => b.reading - a.reading || a.index - b.index)
      .map(([number, { version }]) => [number, version])
  }
}

const byNumber = (list: Listed): Listed => list.toSorted(([a], [b]) => a - b)
const pageOf = (list: Listed): Uint8Array<ArrayBuffer> =>
  buildPage(
    list.map(([number, version]) => buildItem(number, { qty: version })),
    { skip: null },
  )

/** Runs a download in the store and in the model, and compares them. */
function runDownload(bench: StoreUnderTest, before: Listed, wasComplete: boolean, plan: Plan): boolean {
  const kind = wasComplete ? plan.kind : 'full'
  const model = new Model(before)
  const journal: PageOutcome[] = []
  let { downloadId } = bench.writer.handlers.beginDownload(['campaign-1', kind, { fresh: true }], {})
  const resume = (): void => {
    const begun = bench.writer.handlers.beginDownload(['campaign-1', kind], {})
    expect(begun.journal).toEqual(journal)
    downloadId = begun.downloadId
  }
  for (const [at, next] of plan.steps.entries()) {
    const range = sweepRange(at * 10, {
      pass: model.pass,
      ...(model.round > 0 ? { part: 'top', round: model.round } : {}),
    })
    if (next.kind === 'page') {
      if (next.top) model.round += 1
      const pageRange = next.top ? { ...range, part: 'top' as const, round: model.round } : range
      const outcome = bench.writer.handlers.stagePage([downloadId, pageRange, pageOf(next.listed)], {})
      expect(outcome).toMatchObject({ ...model.page(next.listed, pageRange.start), range: pageRange })
      journal.push(outcome)
    } else if (next.kind === 'pass') {
      model.pass += 1
      model.round = 0
      model.seen = new Set()
      bench.writer.handlers.beginPass([downloadId, model.pass], {})
    } else if (next.kind === 'unreadable') {
      expect(() => bench.writer.handlers.stagePage([downloadId, range, bytesOf({ x: 1 })], {})).toThrow()
    } else if (next.kind === 'full') {
      // A page that cannot be written leaves no trace, in the file or in memory.
      const large = buildPage(
        [0, 1, 30].map((number) => buildItem(number, { qty: 7, text: 'x'.repeat(300_000) })),
      )
      bench.full(() => {
        bench.writer.handlers.stagePage([downloadId, range, large], {})
        throw new Error('There was room')
      })
    } else {
      if (next.kind === 'released') bench.writer.handlers.releaseDownload([downloadId], {})
      else if (next.kind === 'killed') bench.kill()
      else {
        bench.writer.close()
        bench.open()
      }
      expect(bench.writer.handlers.listUnfinished([], {})).toMatchObject([
        { kind, items: model.held.size, total: journal.at(-1)?.totalCount ?? null },
      ])
      resume()
    }
  }
  expect(bench.rows()).toEqual(before)

  const state = plan.isComplete ? 'complete' : 'incomplete'
  const outcome = bench.writer.handlers.commitDownload(
    [downloadId, { state, expectedCount: null, reason: null }],
    {},
  )
  const isWhole = kind === 'full' && plan.isComplete
  const taken = model.taken(isWhole)
  const old = new Map(before)
  const added = taken.filter(([number]) => !old.has(number)).length
  const changed = taken.filter(([number, version]) => old.has(number) && old.get(number) !== version).length
  if (wasComplete && !plan.isComplete) {
    expect(outcome).toEqual({
      replaced: false,
      itemCount: before.length,
      added: 0,
      changed: 0,
      removed: 0,
      refusedDeletions: null,
    })
    expect(bench.rows()).toEqual(before)
  } else if (isWhole) {
    const removed = before.length + added - taken.length
    expect(outcome).toEqual({
      replaced: true,
      itemCount: taken.length,
      added,
      changed,
      removed,
      refusedDeletions: null,
    })
    expect(bench.rows()).toEqual(taken)
  } else {
    const all = [...taken, ...before.filter(([number]) => !model.held.has(number))]
    expect(outcome).toEqual({
      replaced: true,
      itemCount: all.length,
      added,
      changed,
      removed: 0,
      refusedDeletions: null,
    })
    if (kind === 'recent' && added + changed > 0) expect(bench.rows()).toEqual(all)
    else expect(byNumber(bench.rows())).toEqual(byNumber(all))
  }
  for (const table of ['stagings', 'journal', 'sightings', 'kept_items', 'staged_records']) {
    expect(bench.count(table), table).toBe(0)
  }
  expect(bench.count('items')).toBe(bench.rows().length)
  expect(bench.count('item_bodies')).toBe(bench.rows().length)
  return wasComplete || plan.isComplete
}

describe('a sequence of downloads', () => {
  it('stores exactly the items of its pages, whatever interrupts it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(download, { minLength: 1, maxLength: 4 }), async (plans) => {
        const folder = await temporaryFolder()
        const bench = new StoreUnderTest(join(folder.path, 'cache.db'))
        try {
          let isComplete = false
          for (const plan of plans) isComplete = runDownload(bench, bench.rows(), isComplete, plan)
          expect(bench.count('copies')).toBe(1)
        } finally {
          bench.writer.close()
          await folder.remove()
        }
      }),
      { numRuns: repetitions(37, 150), plugins: [fc.interruptAfterTimeLimit(20_000)] },
    )
  }, 60_000)
})
