import { describe, expect, it } from 'vitest'
import * as edits from '../support/service/edits.ts'
import { isItems } from '../support/service/script.ts'
import { startTestService, type TestService } from '../support/service/start.ts'

interface Page {
  readonly campaignItemIds: readonly string[]
  readonly campaignItemEntities: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly totalCount: number
  readonly limit: number
  readonly skip: number
}

const ask = (service: TestService, query: string) =>
  fetch(`${service.url}/campaign-items?${query}`, { headers: { authorization: 'K' } })
const page = async (service: TestService, query: string) => (await (await ask(service, query)).json()) as Page

describe('the test service', () => {
  it('responds like the sample, and serves pictures without a key', async () => {
    await using service = await startTestService({ items: 200 })
    const { campaignItemEntities } = await page(service, 'limit=200')
    const urls = Object.values(campaignItemEntities).flatMap((item) => {
      const details = item['itemId'] as {
        readonly artworks?: readonly { readonly fileId: { readonly url: string } | null }[]
      } | null
      return (details?.artworks ?? []).flatMap(({ fileId }) => (fileId === null ? [] : [fileId.url]))
    })
    const picture = await fetch(urls[0] ?? '')
    expect(picture.headers.get('content-type')).toBe('image/svg+xml')
    expect(await picture.text()).toMatch(/^<svg/u)
  })

  it('reduces or refuses a large limit', async () => {
    await using cutting = await startTestService({ items: 50, limit: { max: 20 } })
    expect(await page(cutting, 'limit=40')).toMatchObject({ limit: 20, totalCount: 50 })
    await using refusing = await startTestService({ items: 50, limit: { max: 20, ifExceeded: 'refuse' } })
    expect((await ask(refusing, 'limit=21')).status).toBe(400)
    expect(await page(refusing, 'limit=20')).toMatchObject({ limit: 20 })
  })

  it('adds, changes and deletes items between pages', async () => {
    await using service = await startTestService({ items: 100, campaigns: 2 })
    const [campaign] = service.plan.campaigns
    const id = campaign?.id ?? ''
    const list = () => page(service, `limit=1000&sort=updatedAt:-1&campaignId=${id}`)
    const before = await list()

    const inserted = service.items.insert(id, { qty: 7 })
    const changed = before.campaignItemIds.at(-1) ?? ''
    service.items.update(changed, { qty: 8 })
    const removed = before.campaignItemIds[0] ?? ''
    service.items.delete(removed)

    const after = await list()
    expect(after.campaignItemIds.slice(0, 2)).toEqual([changed, inserted])
    expect(after.campaignItemEntities[inserted]).toMatchObject({ qty: 7 })
    expect(after.campaignItemEntities[changed]).toMatchObject({ qty: 8 })
    expect(after.totalCount).toBe(before.totalCount)
    expect(new Set(after.campaignItemIds)).toEqual(
      new Set([...before.campaignItemIds.filter((one) => one !== removed), inserted]),
    )
    expect(service.items.idsOf(id).sort()).toEqual([...after.campaignItemIds].sort())
    expect(() => service.items.delete(removed)).toThrow(RangeError)
  })

  it('edits its responses', async () => {
    await using service = await startTestService({ items: 30 })
    const bent = async (edit: edits.Edit) => {
      service.script([{ when: isItems, behavior: { kind: 'edit', edit } }])
      return page(service, 'limit=10')
    }
    expect(Object.keys((await bent(edits.idsWithoutEntity(3))).campaignItemEntities)).toHaveLength(7)
    const unlisted = await bent(edits.entitiesNotListed(3))
    expect(unlisted.campaignItemIds).toHaveLength(7)
    expect(Object.keys(unlisted.campaignItemEntities)).toHaveLength(10)
    expect((await bent(edits.totalCountOff(() => 5))).totalCount).toBe(35)
    expect((await bent(edits.pageFields({ limit: 'ten', totalCount: undefined }))).limit).toBe('ten')
    for (const item of Object.values((await bent(edits.wrongTypes)).campaignItemEntities))
      expect(item).toMatchObject({ qty: '12', status: 'three' })
    for (const item of Object.values((await bent(edits.nulls)).campaignItemEntities))
      expect(item['itemId']).toBeNull()
    for (const item of Object.values((await bent(edits.missingFields)).campaignItemEntities))
      expect(Object.keys(item)).toEqual(['_id'])
  })

  it('follows its script step by step', async () => {
    await using service = await startTestService({
      items: 10,
      script: [
        { when: ({ query }) => query['skip'] === '5', times: 2, behavior: { kind: 'status', status: 500 } },
        { when: ({ query }) => query['skip'] === '5', times: 1, behavior: { kind: 'status', status: 404 } },
      ],
    })
    const statuses: number[] = []
    for (const skip of ['5', '0', '5', '5', '5']) statuses.push((await ask(service, `skip=${skip}`)).status)
    expect(statuses).toEqual([500, 200, 500, 404, 200])
  })

  it('generates a million items on demand', async () => {
    await using service = await startTestService({ items: 1_000_000 })
    for (const query of ['limit=1000&skip=999500', 'limit=1000&sort=updatedAt:-1&skip=500000']) {
      const { totalCount, campaignItemIds } = await page(service, query)
      expect(totalCount).toBe(1_000_000)
      expect(new Set(campaignItemIds).size).toBe(query.includes('999500') ? 500 : 1_000)
    }
  })
})
