import { join } from 'node:path'
import { expect, it } from 'vitest'
import { allOf, hasValue } from '../../electron/contract/filter-tree.ts'
import { MAX_TEXT_LENGTH } from '../../electron/contract/clip-text.ts'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { changesSince } from '../../electron/contract/review.ts'
import { withMarks } from '../../electron/app/review-query.ts'
import { countReviewed, listReviewedItems } from '../../electron/app/reviewed-items.ts'
import { openReviews } from '../support/reviews.ts'
import { buildInner, buildItem, fillCampaign, itemIdOf, temporaryStore } from '../support/store.ts'

const LENGTH = 300_000
const CAMPAIGN = 'campaign-1'

const longItem = (number: number, end: string) =>
  buildItem(number, { itemId: buildInner(number, { name: 'W'.repeat(LENGTH) + end }) })

it('reviews of items with long values are compared in full, and read shortened', async () => {
  await using cache = await temporaryStore({ readers: 1 })
  const { store, folder } = cache
  const reviews = openReviews(join(folder, 'reviews.db'))
  try {
    await fillCampaign(store, CAMPAIGN, [longItem(1, 'old'), longItem(2, 'same')])
    const { resultId, count } = await store.openResult(EMPTY_QUERY, 'grid')
    const { rows } = await store.readWindow(resultId, 0, count)
    // In two parts, as for a selection of huge items.
    const step = await reviews.mark(rows.slice(0, 1), 'ok', 10)
    expect(await reviews.mark(rows.slice(1), 'ok', 10, step)).toBe(step)
    // Changes only beyond the length that the window receives.
    await fillCampaign(store, CAMPAIGN, [longItem(1, 'new'), longItem(2, 'same')])

    const all = await listReviewedItems({ store, reviews }, CAMPAIGN)
    expect(countReviewed(all)).toMatchObject({ marks: { ok: 2 }, changed: 1 })
    for (const { review, row } of all) {
      for (const name of [review.item.itemName, row?.itemName]) {
        expect(name?.length).toBeGreaterThan(MAX_TEXT_LENGTH)
        expect(name?.length).toBeLessThan(3 * MAX_TEXT_LENGTH)
      }
    }
    const changed = all.flatMap(({ review, row }) =>
      row === null || changesSince(review.item, row).length === 0 ? [] : [review.campaignItemId],
    )
    expect(changed).toEqual([itemIdOf(1)])
    const query = await withMarks(
      { store, reviews },
      { ...EMPTY_QUERY, filters: allOf(hasValue('review', 'changed')) },
    )
    expect((await store.openResult(query, 'grid')).count).toBe(1)

    const [whole] = await reviews.get([itemIdOf(1)], 'whole')
    expect(whole?.item.itemName).toBe(`${'W'.repeat(LENGTH)}old`)
    await reviews.undo()
    expect(await reviews.count()).toBe(0)
  } finally {
    await reviews.close()
  }
})
