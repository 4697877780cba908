import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { samplePicture } from '../../electron/sample/pictures.ts'
import { ADDED_SLOTS, planSample } from '../../electron/sample/plan.ts'
import { MAX_REFRESHES } from '../../electron/sample/refreshes.ts'
import { createSampleService, SAMPLE_BASE_URL, SAMPLE_KEY } from '../../electron/sample/service.ts'
import type { SampleItem, SampleOptions } from '../../electron/sample/types.ts'

interface Page {
  readonly campaignItemIds: readonly string[]
  readonly campaignItemEntities: Readonly<Record<string, SampleItem>>
  readonly totalCount: number
}

/** A sample whose campaigns were downloaded as often as `downloads` says. */
function startSample(options: SampleOptions = {}, downloads = new Map<string, number>()) {
  const fetch = createSampleService({
    ...options,
    countDownloads: (id) => Promise.resolve(downloads.get(id) ?? 0),
  })
  const get = async (path: string): Promise<unknown> => {
    const headers = { authorization: SAMPLE_KEY }
    return (await fetch(new Request(`${SAMPLE_BASE_URL}${path}`, { headers }))).json()
  }
  const list = async (query: Record<string, string>): Promise<readonly SampleItem[]> => {
    const items: SampleItem[] = []
    for (;;) {
      const search = new URLSearchParams({ limit: '500', skip: String(items.length), ...query })
      const page = (await get(`/campaign-items?${search.toString()}`)) as Page
      items.push(...page.campaignItemIds.flatMap((id) => page.campaignItemEntities[id] ?? []))
      if (page.campaignItemIds.length === 0) {
        expect(page.totalCount).toBe(items.length)
        return items
      }
    }
  }
  return { downloads, get, list, plan: planSample(options) }
}

const byId = (items: readonly SampleItem[]) => new Map(items.map((item) => [item._id, item]))
const timeOf = (item: SampleItem | undefined) => Date.parse(item?.updatedAt ?? '') || 0

/** Returns the paths of the documented fields that differ. */
function changedFields(before: SampleItem, now: SampleItem): readonly string[] {
  return Object.keys({ ...before, ...now }).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]),
  )
}

describe('a refresh of a sample campaign', () => {
  it('changes nothing before the first download, however often it is asked', async () => {
    const { list, plan } = startSample()
    const campaignId = plan.campaigns[4]?.id ?? ''
    const plain = createSampleService()
    const response = await plain(
      new Request(`${SAMPLE_BASE_URL}/campaign-items?limit=500&campaignId=${campaignId}`, {
        headers: { authorization: SAMPLE_KEY },
      }),
    )
    const { campaignItemEntities } = (await response.json()) as Page
    expect((await list({ campaignId })).slice(0, 500)).toEqual(Object.values(campaignItemEntities))
    expect(await list({ campaignId })).toEqual(await list({ campaignId }))
  })

  it('edits, adds and deletes a few items, with later times than all others', async () => {
    const { downloads, list, plan } = startSample()
    const campaignId = plan.campaigns[4]?.id ?? ''
    const before = byId(await list({ campaignId }))
    downloads.set(campaignId, 1)
    const now = byId(await list({ campaignId }))
    const added = [...now.values()].filter(({ _id }) => !before.has(_id))
    const deleted = [...before.keys()].filter((id) => !now.has(id))
    const changes = [...now.values()].flatMap((item) => {
      const earlier = before.get(item._id)
      const fields = earlier === undefined ? [] : changedFields(earlier, item)
      return fields.length === 0 ? [] : [fields.filter((name) => name !== 'updatedAt').join(' ')]
    })
    expect(added.length).toBeGreaterThanOrEqual(1)
    expect(added.length).toBeLessThanOrEqual(2)
    expect(deleted).toHaveLength(1)
    expect(changes.length).toBeGreaterThanOrEqual(8)
    expect(changes.length).toBeLessThanOrEqual(20)
    expect(changes.filter((fields) => fields === '')).toHaveLength(1)
    expect(changes.filter((fields) => fields.includes('itemId'))).toHaveLength(1)
    expect(changes.filter((fields) => /\bstatus\b/u.test(fields)).length).toBeGreaterThan(1)
    expect(changes.filter((fields) => /\bqty\b/u.test(fields)).length).toBeGreaterThan(1)

    const newest = await list({ campaignId, sort: 'updatedAt:-1' })
    const recent = newest.slice(0, added.length + changes.length).map(({ _id }) => _id)
    expect(recent.every((id) => JSON.stringify(before.get(id)) !== JSON.stringify(now.get(id)))).toBe(true)
  })

  it('does not change other campaigns', async () => {
    const { downloads, list, plan } = startSample()
    const [one, other] = plan.campaigns.map(({ id }) => id)
    const before = await list({ campaignId: other ?? '' })
    downloads.set(one ?? '', 3)
    expect(await list({ campaignId: other ?? '' })).toEqual(before)
  })

  it('updates the campaign with its items', async () => {
    const { downloads, get, list, plan } = startSample()
    const campaignId = plan.campaigns[0]?.id ?? ''
    const before = (await get(`/campaign/${campaignId}`)) as Record<string, unknown>
    downloads.set(campaignId, 2)
    const now = (await get(`/campaign/${campaignId}`)) as Record<string, unknown>
    const items = await list({ campaignId })
    const groups = now['elementGroups'] as readonly { readonly campaignItems: readonly { id: string }[] }[]
    expect(new Set(groups.flatMap(({ campaignItems }) => campaignItems.map(({ id }) => id)))).toEqual(
      new Set(items.map(({ _id }) => _id)),
    )
    expect(now['posElementCounter']).toBe(items.length)
    expect(now['version']).toBe(Number(before['version']) + 2)
    expect(Date.parse(String(now['updatedAt']))).toBe(Math.max(...items.map(timeOf)))
    expect([...changedFields(before as SampleItem, now as SampleItem)].sort()).toEqual(
      ['assetGroups', 'elementGroups', 'posElementCounter', 'updatedAt', 'version'].filter(
        (name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]),
      ),
    )
  })

  it('serves a picture for each artwork that it adds or replaces', async () => {
    const { downloads, list, plan } = startSample()
    const campaignId = plan.campaigns[4]?.id ?? ''
    downloads.set(campaignId, 6)
    for (const { itemId } of (await list({ campaignId, sort: 'updatedAt:-1' })).slice(0, 80))
      for (const { fileId } of itemId?.artworks ?? [])
        if (typeof fileId?.url === 'string') expect(samplePicture(fileId.url), fileId.url).not.toBeNull()
  })

  it('is the same for the same seed, follows the rules of the service, and never goes back', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 120 }),
        fc.integer({ min: 1, max: 5 }),
        fc.nat(99),
        fc.array(fc.nat(MAX_REFRESHES + 3), { minLength: 3, maxLength: 3 }),
        async (itemCount, campaigns, seed, counts) => {
          const options = { items: itemCount, campaigns, seed }
          const { downloads, list, plan } = startSample(options)
          let before = byId(await list({}))
          const firstCount = before.size
          expect(firstCount).toBe(itemCount)
          for (let step = 0; step <= Math.max(...counts); step += 1) {
            for (const [index, { id }] of plan.campaigns.entries())
              downloads.set(id, Math.min(step, counts[index] ?? 0))
            const all = await list({})
            const now = byId(all)
            expect(now.size).toBe(all.length)
            for (const item of all) {
              const earlier = before.get(item._id)
              if (earlier === undefined) continue
              if (JSON.stringify(earlier) === JSON.stringify(item)) continue
              expect(timeOf(item)).toBeGreaterThan(timeOf(earlier))
              expect(item.createdAt).toBe(earlier.createdAt)
            }
            before = now
          }
          const ofCampaigns = await Promise.all(plan.campaigns.map(({ id }) => list({ campaignId: id })))
          expect(new Set(ofCampaigns.flat().map(({ _id }) => _id))).toEqual(new Set(before.keys()))
          // The same state is reached at once.
          const same = startSample(options, downloads)
          expect(byId(await same.list({}))).toEqual(before)
        },
      ),
      { numRuns: 10 },
    )
  })

  it('ends after a number of refreshes, for which there are enough slots', async () => {
    const { downloads, list, plan } = startSample()
    const campaignId = plan.campaigns[11]?.id ?? ''
    downloads.set(campaignId, MAX_REFRESHES)
    const last = await list({ campaignId })
    downloads.set(campaignId, MAX_REFRESHES + 30)
    expect(await list({ campaignId })).toEqual(last)
    expect(2 * MAX_REFRESHES).toBeLessThanOrEqual(ADDED_SLOTS)
  })
})
