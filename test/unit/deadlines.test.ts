import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CAMPAIGN_DATES, type CampaignDateKey } from '../../electron/contract/campaign-columns.ts'
import { DATE_ORDERS } from '../../electron/contract/checks.ts'
import { countedAt, datesOutOfOrder, isOverdue } from '../../electron/contract/deadlines.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 9, 1)
const RUNNING = { withoutArtwork: 3, endsAt: NOW + DAY, isActive: true }

describe('the dates of a campaign', () => {
  it('count what is missing when they come', () => {
    expect(countedAt('artworkDue')).toBe('withoutArtwork')
    expect(countedAt('dispatchBy')).toBe('notLocked')
    expect(countedAt('launchDate')).toBe('items')
  })

  it.each<[string, CampaignDateKey, number, Partial<typeof RUNNING> | Record<string, null>, boolean]>([
    ['artwork that is missing after its date', 'artworkDue', NOW - DAY, {}, true],
    ['artwork that is missing before its date', 'artworkDue', NOW + DAY, {}, false],
    ['artwork that is complete', 'artworkDue', NOW - DAY, { withoutArtwork: 0 }, false],
    ['a campaign that is not downloaded', 'artworkDue', NOW - DAY, { withoutArtwork: null }, false],
    ['a campaign that has ended', 'artworkDue', NOW - DAY, { endsAt: NOW - 1 }, false],
    ['a campaign that is not active', 'artworkDue', NOW - DAY, { isActive: false }, false],
    ['a campaign without an end or a flag', 'artworkDue', NOW - DAY, { endsAt: null, isActive: null }, true],
    ['another date, whose work nobody can count', 'dispatchBy', NOW - DAY, {}, false],
  ])('are overdue or not: %s', (_, key, at, changes, expected) => {
    expect(isOverdue(key, at, { ...RUNNING, ...changes }, NOW)).toBe(expected)
  })

  it('are out of order exactly if a pair of them is', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...CAMPAIGN_DATES), fc.integer({ min: 0, max: 5 })),
        (given) => {
          const dates = new Map(Object.entries(given) as [CampaignDateKey, number][])
          const expected = new Set<CampaignDateKey>()
          for (const [first, second] of DATE_ORDERS) {
            const [one, other] = [dates.get(first), dates.get(second)]
            if (one !== undefined && other !== undefined && one > other) expected.add(first).add(second)
          }
          expect(datesOutOfOrder(dates)).toEqual(expected)
        },
      ),
    )
  })
})
