import { describe, expect, it, vi } from 'vitest'
import { QueuedDownload } from '../../electron/download/queued-download.ts'
import { createRate } from '../../electron/download/rate.ts'
import { runDownload } from '../../electron/download/run-download.ts'
import { modelService } from '../support/model-service.ts'
import { createModelStore } from '../support/model-store.ts'

describe('the download rate', () => {
  it('is null at the start, then covers the last seconds', () => {
    const rate = createRate(1_000)
    expect(rate.perSecond(1_000)).toBeNull()
    rate.record(200, 1_200)
    expect(rate.perSecond(1_200)).toBeNull()
    rate.record(1_000, 2_000)
    expect(rate.perSecond(2_000)).toBe(1_000)
    for (let second = 3; second <= 20; second += 1) rate.record(1_000 + (second - 2) * 100, second * 1_000)
    expect(rate.perSecond(20_000)).toBeCloseTo(100, 5)
  })

  it('decreases without new items', () => {
    const rate = createRate(0)
    rate.record(1_000, 1_000)
    expect(rate.perSecond(4_000)).toBe(250)
  })

  it('is null when a download restarts', () => {
    const rate = createRate(0)
    rate.record(1_000, 1_000)
    rate.record(1_200, 2_000)
    rate.record(0, 2_500)
    expect(rate.perSecond(2_500)).toBeNull()
  })

  it('does not count items that a resumed download had before', async () => {
    vi.useFakeTimers()
    try {
      const seed = { campaignId: 'k1', campaignName: null, mode: 'full', origin: 'resumed' } as const
      const job = new QueuedDownload('c1', { ...seed, items: 50_000, totalItems: 51_200 }, true)
      await runDownload(job, {
        context: {
          connectionId: 'c1',
          service: modelService({ list: () => [] }),
          store: createModelStore(),
          onProgress: () => undefined,
          onChanged: () => undefined,
        },
        engine: {
          discover: () => Promise.resolve(null),
          downloadCampaign: (_, { report }) => {
            vi.advanceTimersByTime(1_000)
            report({ items: 50_200 })
            return Promise.resolve(null)
          },
        },
        signal: new AbortController().signal,
        publishSoon: () => undefined,
      })
      expect(job.snapshot).toMatchObject({ itemsPerSecond: 200, secondsLeft: 5 })
    } finally {
      vi.useRealTimers()
    }
  })
})
