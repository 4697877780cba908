import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { QueryYielder } from '../../electron/export/yield-to-queries.ts'
import { startExport } from '../../electron/export/start-export.ts'
import { csvRequest } from '../support/export-request.ts'
import { EXPORT_WORKER_URL } from '../support/entries.ts'
import { faultOf } from '../support/faults.ts'
import { createListToExport } from '../support/list-to-export.ts'
import { buildItem, fillCampaign, temporaryFolder, temporaryStore } from '../support/store.ts'
import { FOREGROUND_REQUESTS, withForegroundPriority } from '../../electron/store/worker-pool.ts'

const requestCount = new Int32Array(FOREGROUND_REQUESTS)

/** A request with foreground priority that ends when the test answers it. */
function foregroundRequest(): { answer: () => void; ended: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const ended = withForegroundPriority(() => promise).then(() => undefined)
  return { answer: () => resolve(undefined), ended }
}

describe('withForegroundPriority', () => {
  it('counts a request until it ends or fails', async () => {
    const [one, other] = [foregroundRequest(), foregroundRequest()]
    const failed = withForegroundPriority(() => Promise.reject(new Error('none')))
    await expect(failed).rejects.toThrow('none')
    expect(requestCount[0]).toBe(2)
    one.answer()
    other.answer()
    await Promise.all([one.ended, other.ended])
    expect(requestCount[0]).toBe(0)
  })
})

describe('QueryYielder', () => {
  it('checks for cancellation while it waits, and returns then', () => {
    const shared = new SharedArrayBuffer(4)
    Atomics.store(new Int32Array(shared), 0, 1)
    let checks = 0
    const yielder = new QueryYielder(shared, () => {
      checks += 1
      return checks === 2
    })
    yielder.yieldToQueries()
    expect(checks).toBe(2)
  })

  it('returns when the request is answered', async () => {
    const shared = new SharedArrayBuffer(4)
    const cells = new Int32Array(shared)
    // Another thread starts a request and ends it once this thread checks for cancellation.
    const checks = new Int32Array(new SharedArrayBuffer(4))
    const other = new Worker(
      `const { cells, checks } = require('node:worker_threads').workerData
       Atomics.store(cells, 0, 1)
       require('node:worker_threads').parentPort.postMessage('started')
       Atomics.wait(checks, 0, 0, 10_000)
       Atomics.store(cells, 0, 0)
       Atomics.notify(cells, 0)`,
      { eval: true, workerData: { cells, checks } },
    )
    await once(other, 'message')
    const yielder = new QueryYielder(shared, () => {
      Atomics.store(checks, 0, 1)
      Atomics.notify(checks, 0)
      return false
    })
    yielder.yieldToQueries()
    const ended = once(other, 'exit')
    expect(Atomics.load(checks, 0)).toBe(1)
    await ended
    expect(cells[0]).toBe(0)
    // Without a request, it does not check.
    Atomics.store(checks, 0, 0)
    yielder.yieldToQueries()
    expect(Atomics.load(checks, 0)).toBe(0)
  })
})

describe('an export during foreground requests', () => {
  const items = Array.from({ length: 3_000 }, (_, number) => buildItem(number))

  it('completes although requests are always pending', async () => {
    await using opened = await temporaryStore()
    await fillCampaign(opened.store, 'campaign-1', items)
    await using folder = await temporaryFolder()
    const request = foregroundRequest()
    const { rows, verifiedRows } = await startExport(
      csvRequest(opened.file, join(folder.path, 'items.csv'), { query: EMPTY_QUERY }),
      { thread: EXPORT_WORKER_URL },
    ).done
    expect([rows, verifiedRows]).toEqual([items.length, items.length])
    request.answer()
    await request.ended
  })

  it('is canceled while it waits, without leftovers', async () => {
    await using list = await createListToExport(items)
    await using folder = await temporaryFolder()
    const request = foregroundRequest()
    const started = Promise.withResolvers<undefined>()
    // Enough rows that it cannot end before it is canceled.
    const rows = { keys: list.keysOf(1_000_000) }
    const running = startExport(csvRequest(list.cache.file, join(folder.path, 'items.csv'), rows), {
      thread: EXPORT_WORKER_URL,
      onProgress: () => started.resolve(undefined),
    })
    const fault = faultOf(running.done)
    await started.promise
    running.cancel()
    expect((await fault).code).toBe('cancelled')
    expect(await readdir(folder.path)).toEqual([])
    request.answer()
    await request.ended
  })
})
