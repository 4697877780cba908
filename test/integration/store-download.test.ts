import { describe, expect, it } from 'vitest'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { buildItem, fillCampaign, temporaryStore } from '../support/store.ts'

describe('a download into the store', () => {
  it('makes the items of a campaign readable', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    const items = Array.from({ length: 1200 }, (_, number) => buildItem(number))

    const outcome = await fillCampaign(store, 'campaign-1', items)

    expect(outcome).toEqual({ replaced: true, itemCount: 1200, added: 1200, changed: 0, removed: 0 })
    const [campaign] = await store.listCampaigns()
    expect(campaign).toMatchObject({ id: 'campaign-1', name: 'Summer', copy: 'complete', itemCount: 1200 })
    const result = await store.openResult(EMPTY_QUERY, 'grid')
    expect(result).toMatchObject({ count: 1200, total: 1200 })
    const window = await store.readWindow(result.resultId, 1150, 100)
    expect(window.rows).toHaveLength(50)
    expect(window.rows[0]).toMatchObject({ itemName: 'Item 1150', campaignId: 'campaign-1' })
    const details = await store.getItem(window.rows[0]?.key ?? 0)
    expect(JSON.parse(details?.json ?? '')).toEqual(items[1150])
  })
})
