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
type ItemVersions = readonly (readonly [number: number, version: number])[]

const itemVersions = fc
  .array(fc.tuple(fc.nat(11), fc.nat(2)), { maxLength: 8 })
  .map((pairs) => [...new Map(pairs)] as ItemVersions)
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('page' as const), isTop: fc.boolean(), items: itemVersions }),
  },
  fc.record({ kind: fc.constantFrom('pass', 'killed', 'closed', 'released', 'unreadable', 'full' as const) }),
)
const download = fc.record({
  kind: fc.constantFrom('full', 'full', 'recent' as const),
  isComplete: fc.boolean(),
  steps: fc.array(step, { maxLength: 10 }),
})

/** A writer on a file, which can be closed, killed and reopened. */
class CacheUnderTest {
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
  runOnFullDisk(work: () => unknown): void {
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
  rows(): ItemVersions {
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
  readonly staged = new Map<number, { version: number; reading: number; index: number }>()
  seen = new Set<number>()
  pass = 1
  round = 0
  readonly #base: ReadonlyMap<number, number>

  constructor(base: ItemVersions) {
    this.#base = new Map(base)
  }

  addPage(list: ItemVersions, start: number): Partial<PageOutcome> {
    const counts = { fresh: 0, added: 0, unchanged: 0, altered: 0, repeated: 0 }
    for (const [index, [number, version]] of list.entries()) {
      const earlier = this.staged.get(number)
      if (earlier === undefined) {
        counts.fresh += 1
        if (!this.#base.has(number)) counts.added += 1
        if (this.#base.get(number) === version) counts.unchanged += 1
      } else if (earlier.version !== version) {
        counts.altered += 1
      }
      if (this.seen.has(number)) counts.repeated += 1
      this.seen.add(number)
      this.staged.set(number, { version, reading: this.pass * 1_000 + this.round, index: start + index })
    }
    return { ...counts, seen: this.seen.size, staged: this.staged.size }
  }

  /** The items of a commit, the newest reading first. */
  committedItems(onlySeen: boolean): ItemVersions {
    return [...this.staged]
      .filter(([number]) => !onlySeen || this.seen.has(number))
      .sort(([, a], [, b]) => b.reading - a.reading || a.index - b.index)
      .map(([number, { version }]) => [number, version])
  }
}

const byNumber = (list: ItemVersions): ItemVersions => list.toSorted(([a], [b]) => a - b)
const pageOf = (list: ItemVersions): Uint8Array<ArrayBuffer> =>
  buildPage(
    list.map(([number, version]) => buildItem(number, { qty: version })),
    { skip: null },
  )

/** Runs a download in the store and in the model, and compares them. */
function runDownload(cache: CacheUnderTest, before: ItemVersions, wasComplete: boolean, plan: Plan): boolean {
  const kind = wasComplete ? plan.kind : 'full'
  const model = new Model(before)
  const journal: PageOutcome[] = []
  let { downloadId } = cache.writer.handlers.beginDownload(['campaign-1', kind, { fresh: true }], {})
  const resume = (): void => {
    const resumed = cache.writer.handlers.beginDownload(['campaign-1', kind], {})
    expect(resumed.journal).toEqual(journal)
    downloadId = resumed.downloadId
  }
  for (const [stepIndex, planned] of plan.steps.entries()) {
    const range = sweepRange(stepIndex * 10, {
      pass: model.pass,
      ...(model.round > 0 ? { part: 'top', round: model.round } : {}),
    })
    if (planned.kind === 'page') {
      if (planned.isTop) model.round += 1
      const pageRange = planned.isTop ? { ...range, part: 'top' as const, round: model.round } : range
      const outcome = cache.writer.handlers.stagePage([downloadId, pageRange, pageOf(planned.items)], {})
      expect(outcome).toMatchObject({ ...model.addPage(planned.items, pageRange.start), range: pageRange })
      journal.push(outcome)
    } else if (planned.kind === 'pass') {
      model.pass += 1
      model.round = 0
      model.seen = new Set()
      cache.writer.handlers.beginPass([downloadId, model.pass], {})
    } else if (planned.kind === 'unreadable') {
      expect(() => cache.writer.handlers.stagePage([downloadId, range, bytesOf({ x: 1 })], {})).toThrow()
    } else if (planned.kind === 'full') {
      // A page that cannot be written leaves no trace, in the file or in memory.
      const large = buildPage(
        [0, 1, 30].map((number) => buildItem(number, { qty: 7, text: 'x'.repeat(300_000) })),
      )
      cache.runOnFullDisk(() => {
        cache.writer.handlers.stagePage([downloadId, range, large], {})
        throw new Error('The page was written')
      })
    } else {
      if (planned.kind === 'released') cache.writer.handlers.releaseDownload([downloadId], {})
      else if (planned.kind === 'killed') cache.kill()
      else {
        cache.writer.close()
        cache.open()
      }
      expect(cache.writer.handlers.listUnfinished([], {})).toMatchObject([
        { kind, items: model.staged.size, total: journal.at(-1)?.totalCount ?? null },
      ])
      resume()
    }
  }
  expect(cache.rows()).toEqual(before)

  const state = plan.isComplete ? 'complete' : 'incomplete'
  const outcome = cache.writer.handlers.commitDownload(
    [downloadId, { state, expectedCount: null, reason: null }],
    {},
  )
  const isCompleteList = kind === 'full' && plan.isComplete
  const committed = model.committedItems(isCompleteList)
  const versionsBefore = new Map(before)
  const added = committed.filter(([number]) => !versionsBefore.has(number)).length
  const changed = committed.filter(
    ([number, version]) => versionsBefore.has(number) && versionsBefore.get(number) !== version,
  ).length
  if (wasComplete && !plan.isComplete) {
    expect(outcome).toEqual({
      replaced: false,
      itemCount: before.length,
      added: 0,
      changed: 0,
      removed: 0,
      refusedDeletions: null,
    })
    expect(cache.rows()).toEqual(before)
  } else if (isCompleteList) {
    const removed = before.length + added - committed.length
    expect(outcome).toEqual({
      replaced: true,
      itemCount: committed.length,
      added,
      changed,
      removed,
      refusedDeletions: null,
    })
    expect(cache.rows()).toEqual(committed)
  } else {
    const all = [...committed, ...before.filter(([number]) => !model.staged.has(number))]
    expect(outcome).toEqual({
      replaced: true,
      itemCount: all.length,
      added,
      changed,
      removed: 0,
      refusedDeletions: null,
    })
    if (kind === 'recent' && added + changed > 0) expect(cache.rows()).toEqual(all)
    else expect(byNumber(cache.rows())).toEqual(byNumber(all))
  }
  for (const table of ['stagings', 'journal', 'sightings', 'kept_items', 'staged_records']) {
    expect(cache.count(table), table).toBe(0)
  }
  expect(cache.count('items')).toBe(cache.rows().length)
  expect(cache.count('item_bodies')).toBe(cache.rows().length)
  return wasComplete || plan.isComplete
}

describe('a sequence of downloads', () => {
  it('stores exactly the items of its pages, whatever interrupts it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(download, { minLength: 1, maxLength: 4 }), async (plans) => {
        const folder = await temporaryFolder()
        const cache = new CacheUnderTest(join(folder.path, 'cache.db'))
        try {
          let isComplete = false
          for (const plan of plans) isComplete = runDownload(cache, cache.rows(), isComplete, plan)
          expect(cache.count('copies')).toBe(1)
        } finally {
          cache.writer.close()
          await folder.remove()
        }
      }),
      { numRuns: repetitions(37, 150), plugins: [fc.interruptAfterTimeLimit(20_000)] },
    )
  })
})
