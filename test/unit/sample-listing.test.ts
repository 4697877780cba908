import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { createSampleService, SAMPLE_BASE_URL, SAMPLE_KEY } from '../../electron/sample/service.ts'
import type { SampleFetch, SampleItem } from '../../electron/sample/types.ts'

interface Page {
  readonly campaignItemIds: readonly string[]
  readonly campaignItemEntities: Readonly<Record<string, SampleItem>>
  readonly totalCount: number
  readonly limit: number
  readonly skip: number
}

const NOW = Date.UTC(2026, 9, 1)

function client(fetch: SampleFetch) {
  const get = (path: string, headers: Record<string, string> = { authorization: SAMPLE_KEY }) =>
    fetch(new Request(`${SAMPLE_BASE_URL}${path}`, { headers }))
  const page = async (query: Record<string, string>): Promise<Page> => {
    const response = await get(`/campaign-items?${new URLSearchParams(query).toString()}`)
    expect(response.status).toBe(200)
    return (await response.json()) as Page
  }
  const all = async (query: Record<string, string> = {}): Promise<readonly SampleItem[]> => {
    const items: SampleItem[] = []
    for (;;) {
      const one = await page({ limit: '500', ...query, skip: String(items.length) })
      items.push(...Object.values(one.campaignItemEntities))
      if (one.campaignItemIds.length === 0) return items
    }
  }
  return { get, page, all }
}

const sample = client(createSampleService({ now: NOW }))
let allItems: readonly SampleItem[] = []
beforeAll(async () => {
  allItems = await sample.all()
})

/** The four fields that the service searches. */
function searchedTexts(item: SampleItem): readonly string[] {
  const { itemId } = item
  return [
    itemId?.name,
    itemId?.posNumber,
    itemId?.elementId?.name,
    ...(itemId?.artworks ?? []).map(({ name }) => name),
  ].filter((text) => typeof text === 'string')
}

describe('the sample’s item list', () => {
  it('responds with the five documented fields', async () => {
    const page = await sample.page({ limit: '7', skip: '3' })
    expect(Object.keys(page).sort()).toEqual([
      'campaignItemEntities',
      'campaignItemIds',
      'limit',
      'skip',
      'totalCount',
    ])
    expect(page).toMatchObject({ totalCount: 6_000, limit: 7, skip: 3 })
    expect(Object.keys(page.campaignItemEntities)).toEqual(page.campaignItemIds)
    expect(page.campaignItemIds).toHaveLength(7)
  })

  it('lists every item once, whatever the page sizes', async () => {
    const small = client(createSampleService({ now: NOW, items: 203 }))
    const whole = (await small.all()).map(({ _id }) => _id)
    expect(new Set(whole).size).toBe(203)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 6 }),
        fc.constantFrom('', 'updatedAt:-1', 'itemName:1', 'qty:-1', 'status:1'),
        async (sizes, sort) => {
          const ids: string[] = []
          for (let turn = 0; ids.length < 203; turn += 1) {
            const page = await small.page({
              limit: String(sizes[turn % sizes.length]),
              skip: String(ids.length),
              sort,
            })
            expect(page.limit).toBe(Math.min(500, sizes[turn % sizes.length] ?? 0))
            ids.push(...page.campaignItemIds)
          }
          expect([...ids].sort()).toEqual([...whole].sort())
          const again = (await small.all({ sort })).map(({ _id }) => _id)
          expect(ids).toEqual(again)
        },
      ),
      { numRuns: 40 },
    )
  })

  it('applies a limit of 500 and states it', async () => {
    const page = await sample.page({ limit: '100000' })
    expect(page.limit).toBe(500)
    expect(page.campaignItemIds).toHaveLength(500)
  })

  it('is empty beyond its end and for a campaign without items', async () => {
    expect(await sample.page({ skip: '6000' })).toMatchObject({ campaignItemIds: [], totalCount: 6_000 })
    expect(await sample.page({ campaignId: '00000000-0000-4000-8000-000000000000' })).toMatchObject({
      campaignItemIds: [],
      totalCount: 0,
    })
  })

  it('restricts items to one campaign', async () => {
    const byCampaign = Map.groupBy(allItems, (item) => item.campaignId?._id ?? '')
    expect(byCampaign.size).toBe(12)
    const sizes = [...byCampaign.values()].map((items) => items.length)
    expect(Math.min(...sizes)).toBe(40)
    expect(Math.max(...sizes)).toBe(1_400)
    for (const [campaignId, items] of byCampaign) expect(await sample.all({ campaignId })).toEqual(items)
  })

  it.each([
    'wobbler',
    'WOBBLER',
    '^solenne',
    '000[0-9]{3}$',
    'Ετικέτα|海报|🎉',
    '\\.pdf$',
    'café|crème',
    'a.*b.*c',
    '[(]v2',
    '^$',
  ])('finds for %s what a case-insensitive pattern finds in the four fields', async (search) => {
    const pattern = new RegExp(search, 'i')
    const expected = allItems.filter((item) => searchedTexts(item).some((text) => pattern.test(text)))
    expect(expected.length).toBeGreaterThan(0)
    expect(await sample.all({ search })).toEqual(expected)
  })

  it('searches each field separately', async () => {
    const [item] = allItems.filter(
      (one) => typeof one.itemId?.name === 'string' && typeof one.itemId.posNumber === 'string',
    )
    const joined = `${item?.itemId?.name?.slice(-6) ?? ''}${item?.itemId?.posNumber ?? ''}`
    expect(await sample.page({ search: joined.replaceAll(/[^\w ]/gu, '.') })).toMatchObject({ totalCount: 0 })
  })

  it('finds the same rows as a pattern for any part of its texts', async () => {
    const words = allItems
      .slice(0, 400)
      .flatMap(searchedTexts)
      .filter((text) => text.length > 2)
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...words), fc.nat(6), async (text, start) => {
        const from = Math.min(start, text.length - 1)
        const search = text.slice(from, from + 8).replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`)
        const pattern = new RegExp(search, 'i')
        const expected = allItems.filter((item) =>
          searchedTexts(item).some((one) => pattern.test(one)),
        ).length
        expect((await sample.page({ search, limit: '1' })).totalCount).toBe(expected)
      }),
      { numRuns: 15 },
    )
  })

  const orders: Readonly<Record<string, (item: SampleItem) => string | number | null>> = {
    itemName: (item) => item.itemId?.name?.toLowerCase() ?? null,
    artworkName: (item) => item.itemId?.artworks?.[0]?.name?.toLowerCase() ?? null,
    status: (item) => (item.status === 10 ? 0.5 : (item.status ?? null)),
    updatedAt: (item) => item.updatedAt ?? null,
    createdAt: (item) => item.createdAt ?? null,
    qty: (item) => item.qty ?? null,
    approvalWorkflow: (item) => item.itemId?.workflowTemplateName ?? null,
  }

  it.each(Object.keys(orders))('sorts by %s in both directions, and keeps all items', async (field) => {
    const valueOf = orders[field]
    const rank = (item: SampleItem | undefined) => (item === undefined ? null : (valueOf?.(item) ?? null))
    for (const direction of [1, -1]) {
      const items = await sample.all({ sort: `${field}:${String(direction)}` })
      expect(new Set(items.map(({ _id }) => _id)).size).toBe(6_000)
      const wrong = items.findIndex((item, index) => {
        const [left, right] = [rank(items[index - 1]), rank(item)]
        if (index === 0 || left === right) return false
        if (left === null || right === null) return (direction === 1) !== (left === null)
        return direction === 1 ? left > right : left < right
      })
      expect(wrong).toBe(-1)
    }
  })

  it('computes isLocked from the three locks if they are present', () => {
    const withLocks = allItems.filter((item) => item['locks'] !== undefined)
    expect(withLocks.length).toBeGreaterThan(1_000)
    for (const item of withLocks) {
      const locks = item['locks'] as Readonly<Record<string, boolean>>
      expect(item.isLocked).toBe(Object.values(locks).some(Boolean))
    }
    expect(new Set(withLocks.map(({ isLocked }) => isLocked)).size).toBe(2)
  })

  it.each([
    ['limit=0'],
    ['limit=-1'],
    ['limit=ten'],
    ['limit=1.5'],
    ['skip=-1'],
    ['search=('],
    ['search=' + 'a'.repeat(1_001)],
    ['sort=updatedAt'],
    ['sort=updatedAt:2'],
    ['sort=colour:-1'],
    ['sort=toString:1'],
    ['campaignId=7'],
  ])('refuses %s with 400', async (query) => {
    expect((await sample.get(`/campaign-items?${query}`)).status).toBe(400)
  })

  it('ignores undocumented parameters', async () => {
    expect(await sample.page({ colour: 'red', limit: '1' })).toMatchObject({ totalCount: 6_000 })
  })

  it('requires a key, and accepts any', async () => {
    expect((await sample.get('/campaign-items', {})).status).toBe(401)
    expect((await sample.get('/campaign-items?limit=1', { authorization: 'Bearer anything' })).status).toBe(
      200,
    )
  })

  it.each(['/', '/campaigns', '/campaign', '/campaign/', '/campaign/a/b', '/campaign-items/'])(
    'responds with 404 at %s',
    async (path) => {
      expect((await sample.get(path)).status).toBe(404)
    },
  )

  it('rejects a POST request', async () => {
    const fetch = createSampleService()
    const request = new Request(`${SAMPLE_BASE_URL}/campaign-items`, {
      method: 'POST',
      headers: { authorization: SAMPLE_KEY },
    })
    expect((await fetch(request)).status).toBe(404)
  })
})

describe('the sample’s items', () => {
  it('are the same for the same seed, and differ for another one', async () => {
    const again = client(createSampleService({ now: NOW }))
    expect(await again.all()).toEqual(allItems)
    const other = client(createSampleService({ now: NOW, seed: 7 }))
    expect((await other.page({ limit: '5' })).campaignItemIds).not.toEqual(
      allItems.slice(0, 5).map(({ _id }) => _id),
    )
  })

  it('include scripts, leading zeros, formulas, separators, line breaks and long texts', () => {
    const names = allItems.map((item) => item.itemId?.name ?? '')
    const posNumbers = allItems.map((item) => item.itemId?.posNumber ?? '')
    const some = (texts: readonly string[], pattern: RegExp) => {
      expect(texts.filter((text) => pattern.test(text)).length, String(pattern)).toBeGreaterThan(0)
    }
    for (const pattern of [
      /^=/u,
      /^\+/u,
      /^-/u,
      /^@/u,
      /"/u,
      /,/u,
      /;/u,
      /\n/u,
      /\r\n/u,
      /^\t/u,
      /^ /u,
      / $/u,
    ])
      some(names, pattern)
    for (const script of ['Greek', 'Han', 'Hiragana', 'Hangul', 'Arabic'])
      some(names, new RegExp(`\\p{Script=${script}}`, 'u'))
    for (const pattern of [/\p{Extended_Pictographic}/u, /[éèœß]/u, /^.{300,}$/su]) some(names, pattern)
    for (const pattern of [/^00\d+$/u, /^=/u, /^\d+E\d+$/u, /^\d+-\d+$/u]) some(posNumbers, pattern)
    some(
      allItems.map((item) => (typeof item['notes'] === 'string' ? item['notes'] : '')),
      /^.{5000,}/su,
    )
  })

  it('include missing and null fields, and items with no and several artworks', () => {
    const missing = (field: string) => allItems.some((item) => !(field in item))
    const isNull = (field: string) => allItems.some((item) => item[field] === null)
    for (const field of ['clientId', 'status', 'qty', 'updatedAt']) expect(missing(field), field).toBe(true)
    for (const field of ['itemId', 'status', 'qty', 'updatedAt']) expect(isNull(field), field).toBe(true)
    const artworks = allItems.map((item) => item.itemId?.artworks?.length ?? 0)
    expect(Math.min(...artworks)).toBe(0)
    expect(Math.max(...artworks)).toBeGreaterThan(2)
    for (const item of allItems.filter((one) => one.itemId !== null))
      expect(item.hasArtwork).toBe((item.itemId?.artworks?.length ?? 0) > 0)
  })

  it('have unique UUIDs and UTC timestamps in the past', () => {
    const ids = allItems.map(({ _id }) => _id)
    expect(new Set(ids).size).toBe(6_000)
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u)
    for (const { updatedAt } of allItems) {
      if (typeof updatedAt !== 'string') continue
      expect(new Date(updatedAt).toISOString()).toBe(updatedAt)
      expect(Date.parse(updatedAt)).toBeLessThanOrEqual(NOW)
    }
  })

  it('are distributed over any number of campaigns', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(120), fc.integer({ min: 1, max: 30 }), async (items, campaigns) => {
        const one = client(createSampleService({ now: NOW, items, campaigns }))
        const all = await one.all()
        expect(all).toHaveLength(items)
        for (const [campaignId, own] of Map.groupBy(all, (item) => item.campaignId?._id ?? ''))
          expect((await one.page({ campaignId })).totalCount).toBe(own.length)
      }),
      { numRuns: 30 },
    )
  })
})
