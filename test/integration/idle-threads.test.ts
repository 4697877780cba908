import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EMPTY_QUERY, type ItemQuery } from '../../electron/contract/query.ts'
import { FileThread } from '../../electron/store/file-thread.ts'
import { openStore } from '../../electron/store/open-store.ts'
import type { Store } from '../../electron/store/operations.ts'
import { COUNTED_WORKER_URL, runningThreads } from '../support/counted-threads.ts'
import {
  buildItem,
  buildPage,
  COMPLETE,
  fillCampaign,
  sweepRange,
  temporaryFolder,
} from '../support/store.ts'

const BY_QUANTITY: ItemQuery = { ...EMPTY_QUERY, sort: [{ key: 'qty', direction: -1 }] }
const ITEMS = Array.from({ length: 20 }, (_, number) => buildItem(number))

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let file = ''

beforeEach(async () => {
  folder = await temporaryFolder()
  file = join(folder.path, 'cache.db')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(async () => {
  vi.useRealTimers()
  await folder.remove()
})

/** Lets minutes pass until only these threads run. */
async function idleUntil(threads: readonly string[]): Promise<void> {
  await expect
    .poll(() => {
      vi.advanceTimersByTime(60_000)
      return runningThreads(file)
    })
    .toEqual(threads)
}

async function withStore(test: (store: Store) => Promise<void>): Promise<void> {
  const store = await openStore({ file, workerUrl: COUNTED_WORKER_URL, readers: 2 })
  try {
    await fillCampaign(store, 'campaign-1', ITEMS)
    await test(store)
  } finally {
    await store.close()
  }
}

describe('the threads of a store', () => {
  it('end without work but one reader, and start again when they are needed', async () => {
    await withStore(async (store) => {
      const { resultId, count } = await store.openResult(BY_QUANTITY, 'grid')
      const rows = await store.readWindow(resultId, 0, count)
      const values = await store.columnValues(BY_QUANTITY, 'status', '', 'values')
      expect(runningThreads(file)).toEqual(['reader', 'reader', 'writer'])

      await idleUntil(['reader'])
      expect(await store.readWindow(resultId, 0, count)).toEqual(rows)
      expect(await store.columnValues(BY_QUANTITY, 'status', '', 'values')).toEqual(values)
      await fillCampaign(store, 'campaign-1', ITEMS.slice(1))
      expect((await store.listCampaigns())[0]?.itemCount).toBe(ITEMS.length - 1)

      await idleUntil(['reader'])
      const opened = await store.openResult(BY_QUANTITY, 'grid')
      expect(opened.resultId).not.toBe(resultId)
      expect(opened.count).toBe(ITEMS.length - 1)
    })
    expect(runningThreads(file)).toEqual([])
    expect(readdirSync(folder.path).toSorted()).toEqual(['cache.db', 'cache.db.threads'])
  })

  it('answer calls that are made while they end', async () => {
    await withStore(async (store) => {
      const { resultId } = await store.openResult(BY_QUANTITY, 'grid')
      const rows = await store.readWindow(resultId, 0, 3)
      for (let round = 0; round < 5; round += 1) {
        vi.advanceTimersByTime(60_000)
        const answers = await Promise.all([
          store.readWindow(resultId, 0, 3),
          store.countItems(),
          store.columnValues(BY_QUANTITY, 'status', '', 'values'),
        ])
        expect(answers[0]).toEqual(rows)
        expect(answers[1]).toEqual({ campaigns: 1, items: ITEMS.length })
      }
    })
  })

  it('end while the store closes', async () => {
    await withStore(async (store) => {
      await store.openResult(BY_QUANTITY, 'grid')
      vi.advanceTimersByTime(60_000)
    })
    expect(runningThreads(file)).toEqual([])
  })

  it('include the writer as long as there is a download', async () => {
    await withStore(async (store) => {
      const { downloadId } = await store.beginDownload('campaign-1', 'full')
      await store.stagePage(downloadId, sweepRange(0), buildPage(ITEMS.slice(2)))

      await idleUntil(['reader', 'writer'])
      await idleUntil(['reader', 'writer'])
      await store.commitDownload(downloadId, { ...COMPLETE, expectedCount: ITEMS.length - 2 })
      expect((await store.listCampaigns())[0]?.itemCount).toBe(ITEMS.length - 2)
      await idleUntil(['reader'])
    })
  })
})

describe('the thread of a file', () => {
  it('ends without work, and starts again when it is needed', async () => {
    await withStore(() => Promise.resolve())
    const thread = new FileThread({
      workerUrl: COUNTED_WORKER_URL,
      start: { role: 'reader', file },
      damagedCode: 'cacheDamaged',
    })
    for (let round = 0; round < 2; round += 1) {
      expect(await thread.call('countItems', [])).toEqual({ campaigns: 1, items: ITEMS.length })
      expect(runningThreads(file)).toEqual(['reader'])
      await idleUntil([])
    }
    await thread.close()
  })
})
