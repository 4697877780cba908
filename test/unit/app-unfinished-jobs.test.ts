import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createUnfinishedJobs } from '../../electron/app/unfinished-jobs.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it('a locked keychain is read again once a minute', async () => {
  let reads = 0
  const jobs = createUnfinishedJobs({
    queue: { list: () => [], unfinished: () => [], restore: () => [] },
    queueFile: null,
    network: undefined,
    listStaged: () =>
      Promise.resolve([
        { campaignId: 'k1', campaignName: null, kind: 'full', items: 1, total: 2, startedAt: 0 },
      ]),
    readKey: () => {
      reads += 1
      return Promise.resolve({ storage: 'none', reason: 'The keychain is locked.' })
    },
  })
  await jobs.resume()
  expect(reads).toBe(1)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(reads).toBe(11)
  await jobs.close()
  expect(vi.getTimerCount()).toBe(0)
})
