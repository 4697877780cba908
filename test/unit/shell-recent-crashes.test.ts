import { describe, expect, it } from 'vitest'
import { RecentCrashes } from '../../electron/shell/recent-crashes.ts'

describe('the view that is restored after a crash', () => {
  const lastView = { campaignId: 'a', tab: 'overview' }

  it('is the last one after a crash, and the list of items after two crashes within a minute', () => {
    let now = 1_000
    const crashes = new RecentCrashes(() => now)
    expect(crashes.restoredView(lastView)).toBe(lastView)
    crashes.add()
    expect(crashes.restoredView(lastView)).toBe(lastView)
    now += 59_000
    crashes.add()
    expect(crashes.restoredView(lastView)).toEqual({ campaignId: 'a', tab: 'items' })
    now += 2_000
    expect(crashes.restoredView(lastView)).toBe(lastView)
    crashes.add()
    expect(crashes.count).toBe(2)
  })
})
