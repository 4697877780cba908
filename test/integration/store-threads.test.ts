import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { EMPTY_QUERY, type ItemQuery, type ItemTotals } from '../../electron/contract/query.ts'
import { openStore } from '../../electron/store/open-store.ts'
import type { Store } from '../../electron/store/operations.ts'
import { WorkerClient } from '../../electron/store/worker-client.ts'
import { CRASH_ID, CRASH_KEY } from '../support/crash-request.ts'
import { HELD_UNTIL } from '../support/held-request.ts'
import {
  buildInner,
  buildItem,
  buildPage,
  COMPLETE,
  fillCampaign,
  openTestStore,
  sweepRange,
  temporaryFolder,
  temporaryStore,
  type JsonObject,
} from '../support/store.ts'

const IDLE_WORK_URL = new URL('../support/idle-work-program.ts', import.meta.url)
const GARBAGE_URL = new URL('../support/garbage-program.ts', import.meta.url)
const HELD_WORKER_URL = new URL('../support/held-store-worker.ts', import.meta.url)
const CRASHING_WORKER_URL = new URL('../support/crashing-store-worker.ts', import.meta.url)
const HOSTILE: ItemQuery = { ...EMPTY_QUERY, search: '(a+)+$' }

function items(count: number, first = 0): readonly JsonObject[] {
  return Array.from({ length: count }, (_, index) => buildItem(first + index))
}

/** An item on which a hostile pattern never ends. */
function hostileItem(number: number): JsonObject {
  return buildItem(number, { itemId: buildInner(number, { name: `${'a'.repeat(5_000)}!` }) })
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'fulfilled'
  } catch (error) {
    return (error as { readonly code: string }).code
  }
}

describe('a slow search', () => {
  it('is stopped, and the reader keeps its results', async () => {
    await using opened = await temporaryStore({ readers: 1 })
    const { store } = opened
    await fillCampaign(store, 'campaign-1', [...items(5), hostileItem(5)])
    const resultBefore = await store.openResult(EMPTY_QUERY, 'grid')

    expect(await codeOf(store.openResult(HOSTILE, 'grid'))).toBe('searchTooSlow')
    expect((await store.readWindow(resultBefore.resultId, 0, 3)).rows).toHaveLength(3)
    expect(await codeOf(store.columnValues(HOSTILE, 'status', '', 'grid'))).toBe('searchTooSlow')
  })

  it('does not delay another reader', async () => {
    await using opened = await temporaryStore({ readers: 2, workerUrl: HELD_WORKER_URL })
    const { store } = opened
    await fillCampaign(store, 'campaign-1', items(5))
    // Both threads run before they are compared.
    await Promise.all([store.getItem(1), store.getItem(2), store.listCampaigns()])
    const file = join(opened.folder, 'end')
    let hasEnded = false
    const slow = store.openResult({ ...EMPTY_QUERY, search: `${HELD_UNTIL}${file}` }, 'grid').finally(() => {
      hasEnded = true
    })
    await store.listCampaigns()
    await store.getItem(1)

    expect(hasEnded).toBe(false)
    writeFileSync(file, '')
    expect((await slow).count).toBe(0)
  })
})

describe('a newer query in a slot', () => {
  it('supersedes the running one at once', async () => {
    await using opened = await temporaryStore({ readers: 1 })
    const { store } = opened
    await fillCampaign(store, 'campaign-1', [...items(5), hostileItem(5)])
    const older = codeOf(store.openResult(HOSTILE, 'grid'))
    const newer = store.openResult({ ...EMPTY_QUERY, search: 'item 3' }, 'grid')

    expect(await older).toBe('superseded')
    expect((await newer).count).toBe(1)
  })

  it('does not affect other slots and kinds', async () => {
    await using opened = await temporaryStore({ readers: 1 })
    const { store } = opened
    await fillCampaign(store, 'campaign-1', items(5))
    const results = [
      store.openResult(EMPTY_QUERY, 'grid'),
      store.openResult(EMPTY_QUERY, 'other'),
      store.columnValues(EMPTY_QUERY, 'status', '', 'grid'),
    ]

    expect(await Promise.all(results.map(codeOf))).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
  })

  it('is the only one of many that runs to its end', async () => {
    await using opened = await temporaryStore({ readers: 1 })
    const { store } = opened
    await fillCampaign(store, 'campaign-1', [...items(2_000), hostileItem(2_000)])
    // The reader begins with the others only when all are requested.
    const blocking = codeOf(store.openResult(HOSTILE, 'other'))
    const queries = Array.from({ length: 30 }, (_, index) =>
      codeOf(store.openResult({ ...EMPTY_QUERY, search: `item ${String(index)}` }, 'grid')),
    )
    const codes = await Promise.all(queries)

    expect(await blocking).toBe('searchTooSlow')
    expect(codes.at(-1)).toBe('fulfilled')
    expect(new Set(codes.slice(0, -1))).toEqual(new Set(['superseded']))
  })
})

describe('results', () => {
  it('have totals of all rows and of ranges, and fail if an item was deleted', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    await fillCampaign(store, 'campaign-1', items(40))
    const second = [100, 101, 102].map((number) => buildItem(number, { campaignId: 'campaign-2' }))
    await fillCampaign(store, 'campaign-2', second)
    const query: ItemQuery = { ...EMPTY_QUERY, sort: [{ key: 'qty', direction: -1 }] }
    const { resultId, count, qtySum } = await store.openResult(query, 'grid')
    const { rows } = await store.readWindow(resultId, 0, count)
    const totalsOf = (ranges: readonly (readonly [number, number])[]): ItemTotals => {
      const selected = ranges.flatMap(([first, last]) => rows.slice(first, last + 1))
      const quantities = selected.flatMap(({ qty }) => (typeof qty === 'number' ? [qty] : []))
      return {
        count: selected.length,
        qtyCount: quantities.length,
        qtySum: quantities.reduce((sum, quantity) => sum + quantity, 0),
        qtyMin: quantities.length === 0 ? null : Math.min(...quantities),
        qtyMax: quantities.length === 0 ? null : Math.max(...quantities),
      }
    }

    const statuses = new Map<unknown, number>()
    for (const { status } of rows) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    const counted = await store.statusesOf(resultId, null)
    expect(new Map(counted.map(({ value, count: ofValue }) => [value, ofValue]))).toEqual(statuses)
    const numbers = counted.flatMap(({ value }) => (typeof value === 'number' ? [value] : []))
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
    const inSecond = await store.statusesOf(resultId, ['campaign-2'])
    expect(inSecond.reduce((sum, { count: ofValue }) => sum + ofValue, 0)).toBe(3)

    const all = totalsOf([[0, count - 1]])
    expect(all.qtySum).toBe(qtySum)
    expect(await store.totalsOf(resultId, [[0, count - 1]])).toEqual(all)
    expect(await store.totalsOf(resultId, [])).toEqual(totalsOf([]))
    const parts = [
      [2, 5],
      [30, 41],
    ] as const
    expect(await store.totalsOf(resultId, parts)).toEqual(totalsOf(parts))
    await store.removeCampaigns(['campaign-2'])
    expect(await codeOf(store.totalsOf(resultId, [[0, count - 1]]))).toBe('notFound')
  })

  it('of several readers are found in their reader', async () => {
    await using opened = await temporaryStore({ readers: 3 })
    const { store } = opened
    await fillCampaign(store, 'campaign-1', items(50))
    const results = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((slot, index) =>
        store.openResult(
          { ...EMPTY_QUERY, sort: [{ key: 'qty', direction: index % 2 === 0 ? 1 : -1 }] },
          slot,
        ),
      ),
    )

    expect(new Set(results.map(({ resultId }) => resultId)).size).toBe(5)
    const windows = await Promise.all(results.map(({ resultId }) => store.readWindow(resultId, 0, 1)))
    expect(windows.map(({ rows }) => rows[0]?.qty)).toEqual([0, 49, 0, 49, 0])
  })

  it('return windows, indexes and keys', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    await fillCampaign(store, 'campaign-1', items(100))
    const { resultId } = await store.openResult(
      { ...EMPTY_QUERY, sort: [{ key: 'qty', direction: -1 }] },
      'grid',
    )

    const window = await store.readWindow(resultId, 95, 10)
    expect(window.start).toBe(95)
    expect(window.rows.map(({ qty }) => qty)).toEqual([4, 3, 2, 1, 0])
    expect((await store.readWindow(resultId, 500, 10)).rows).toEqual([])
    const key = window.rows[0]?.key ?? 0
    expect(await store.locate(resultId, key)).toBe(95)
    expect(await store.locate(resultId, 12_345)).toBeNull()
    const keys = await store.keysOf(resultId, [
      [0, 1],
      [95, 95],
      [98, 300],
    ])
    expect(keys).toBeInstanceOf(Int32Array)
    expect(keys).toHaveLength(5)
    expect(keys[2]).toBe(key)
    expect((await store.keysOf(resultId, [])).length).toBe(0)
  })

  it('fail if they were dropped or their rows were deleted', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    await fillCampaign(store, 'campaign-1', items(20))
    const { resultId } = await store.openResult(EMPTY_QUERY, 'grid')
    await fillCampaign(store, 'campaign-1', [buildItem(0, { qty: 777 }), ...items(15, 1)])

    expect((await store.readWindow(resultId, 0, 16)).rows.map(({ qty }) => qty)[0]).toBe(777)
    expect(await codeOf(store.readWindow(resultId, 10, 10))).toBe('notFound')
    expect(await codeOf(store.readWindow(987_654, 0, 1))).toBe('notFound')
    expect(await codeOf(store.locate(987_654, 1))).toBe('notFound')
  })

  it('are dropped after many newer ones', async () => {
    await using opened = await temporaryStore({ readers: 1 })
    const { store } = opened
    await fillCampaign(store, 'campaign-1', items(3))
    const first = await store.openResult(EMPTY_QUERY, 'grid')
    for (let run = 0; run < 20; run += 1) await store.openResult(EMPTY_QUERY, 'grid')

    expect(await codeOf(store.readWindow(first.resultId, 0, 1))).toBe('notFound')
  })
})

describe('reading during a download', () => {
  it('returns one snapshot or the other, never a mixture', async () => {
    await using opened = await temporaryStore({ readers: 2 })
    const { store } = opened
    const version = (qty: number): readonly JsonObject[] =>
      Array.from({ length: 400 + qty }, (_, number) => buildItem(number, { qty }))
    await fillCampaign(store, 'campaign-1', version(1))
    const seenCounts = new Set<number>()
    const isEnough = (): boolean => seenCounts.size > 3
    const writing = (async () => {
      for (let qty = 2; !isEnough(); qty += 1)
        await fillCampaign(store, 'campaign-1', version(qty), { pageSize: 100 })
    })()
    while (!isEnough()) {
      const result = await store.openResult(EMPTY_QUERY, 'grid')
      expect(result.qtySum).toBe((result.count - 400) * result.count)
      const { rows } = await store.readWindow(result.resultId, 0, 50)
      expect(new Set(rows.map(({ qty }) => qty)).size).toBe(1)
      seenCounts.add(result.count)
    }
    await writing
  })
})

describe('a worker that crashes', () => {
  async function withCrashingWorkers(test: (store: Store) => Promise<void>): Promise<void> {
    const folder = await temporaryFolder()
    const store = await openStore({
      file: `${folder.path}/cache.db`,
      workerUrl: CRASHING_WORKER_URL,
      readers: 1,
    })
    try {
      await fillCampaign(store, 'campaign-1', items(5))
      await test(store)
    } finally {
      await store.close()
      await folder.remove()
    }
  }

  it('as a reader rejects its calls, and restarts with the next call', async () => {
    await withCrashingWorkers(async (store) => {
      const resultBefore = await store.openResult(EMPTY_QUERY, 'grid')
      const crashingCall = codeOf(store.getItem(CRASH_KEY))
      const laterCall = codeOf(store.readWindow(resultBefore.resultId, 0, 1))

      expect(await Promise.all([crashingCall, laterCall])).toEqual(['cacheUnavailable', 'cacheUnavailable'])
      expect(await codeOf(store.readWindow(resultBefore.resultId, 0, 1))).toBe('notFound')
      const resultAfter = await store.openResult(EMPTY_QUERY, 'grid')
      expect((await store.readWindow(resultAfter.resultId, 0, 10)).rows).toHaveLength(5)
    })
  })

  it('as the writer loses only the running download', async () => {
    await withCrashingWorkers(async (store) => {
      const { downloadId: download } = await store.beginDownload('campaign-1', 'full')
      await store.stagePage(download, sweepRange(0), buildPage(items(1)))
      const crashingCall = codeOf(store.removeCampaigns([CRASH_ID]))
      const laterCall = codeOf(store.stagePage(download, sweepRange(0), buildPage(items(1))))

      expect(await Promise.all([crashingCall, laterCall])).toEqual(['cacheUnavailable', 'cacheUnavailable'])
      expect(await codeOf(store.commitDownload(download, COMPLETE))).toBe('notFound')
      expect(await store.countItems()).toEqual({ campaigns: 1, items: 5 })
      expect(await fillCampaign(store, 'campaign-1', items(3))).toMatchObject({ removed: 2 })
      expect((await store.listCampaigns())[0]?.itemCount).toBe(3)
    })
  })

  it('at start is reported as an error', async () => {
    const folder = await temporaryFolder()
    const missing = new URL('../support/no-such-worker.ts', import.meta.url)

    expect(await codeOf(openTestStore(`${folder.path}/cache.db`, missing))).toBe('cacheUnavailable')
    await folder.remove()
  })
})

describe('idle work', () => {
  it('is interrupted by a request, and starts again after the response', async () => {
    const folder = await temporaryFolder()
    const file = join(folder.path, 'starts')
    const startCount = (): number => (existsSync(file) ? statSync(file).size : 0)
    const worker = new WorkerClient(IDLE_WORK_URL, { role: 'writer', file })
    await worker.start()
    for (const run of [1, 2, 3]) {
      await expect.poll(startCount).toBe(run)
      expect(await worker.call('echo', [run])).toBe(run)
    }
    await worker.close()
    await folder.remove()
  })
})

describe('a thread without requests', () => {
  it('frees the garbage of the last ones', async () => {
    const folder = await temporaryFolder()
    const file = join(folder.path, 'collected')
    const worker = new WorkerClient(GARBAGE_URL, { role: 'reader', file })
    await worker.start()
    await worker.call('leaveGarbage', [])
    await expect.poll(() => existsSync(file)).toBe(true)
    await worker.close()
    await folder.remove()
  })
})
