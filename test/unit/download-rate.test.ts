import { describe, expect, it } from 'vitest'
import { createRate } from '../../electron/download/rate.ts'

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
})
