import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allOf, hasValue } from '../../electron/contract/filter-tree.ts'
import { EMPTY_QUERY, type ItemQuery } from '../../electron/contract/query.ts'
import { withMarks } from '../../electron/app/review-query.ts'
import { openReviews } from '../support/reviews.ts'
import { buildItem, fillCampaign, itemIdOf, temporaryStore } from '../support/store.ts'

const NUMBERS = [0, 1, 2, 3, 4, 5, 6]

/** A store of seven items: 5 and 1 are problems, 4 a question, 6, 0 and 3 OK, 2 unmarked. */
async function openMarkedStore() {
  const cache = await temporaryStore({ readers: 1 })
  const { store, folder } = cache
  await fillCampaign(
    store,
    'campaign-1',
    NUMBERS.map((number) => buildItem(number)),
  )
  const reviews = openReviews(join(folder, 'reviews.db'))
  const mark = async (numbers: readonly number[], as: 'ok' | 'problem' | 'question', at: number) => {
    await reviews.mark(await store.rowsOfItems(numbers.map((number) => itemIdOf(number))), as, at)
  }
  await mark([6], 'ok', 10)
  await mark([5], 'problem', 20)
  await mark([0, 3], 'ok', 30)
  await mark([4], 'question', 40)
  await mark([1], 'problem', 50)
  const numbersOf = async (query: Partial<ItemQuery>): Promise<readonly number[]> => {
    const markedQuery = await withMarks({ store, reviews }, { ...EMPTY_QUERY, ...query })
    const { resultId, count } = await store.openResult(markedQuery, 'grid')
    const { rows } = await store.readWindow(resultId, 0, count)
    return rows.map((row) => NUMBERS.find((number) => itemIdOf(number) === row.campaignItemId) ?? -1)
  }
  return {
    store,
    reviews,
    mark,
    numbersOf,
    async [Symbol.asyncDispose]() {
      await reviews.close()
      await cache[Symbol.asyncDispose]()
    },
  }
}

describe('a sort by marks', () => {
  it('lists problems, questions, OK and unmarked items, with a stable order', async () => {
    await using list = await openMarkedStore()
    expect(await list.numbersOf({ sort: [{ key: 'reviewMark', direction: 1 }] })).toEqual([
      1, 5, 4, 0, 3, 6, 2,
    ])
    expect(await list.numbersOf({ sort: [{ key: 'reviewMark', direction: -1 }] })).toEqual([
      0, 3, 6, 4, 1, 5, 2,
    ])
  })

  it('sorts by the time of the mark, keeping items marked together', async () => {
    await using list = await openMarkedStore()
    expect(await list.numbersOf({ sort: [{ key: 'reviewedAt', direction: 1 }] })).toEqual([
      6, 5, 0, 3, 4, 1, 2,
    ])
    expect(await list.numbersOf({ sort: [{ key: 'reviewedAt', direction: -1 }] })).toEqual([
      1, 4, 0, 3, 5, 6, 2,
    ])
  })

  it('combines with column sorts, filters and groups', async () => {
    await using list = await openMarkedStore()
    expect(
      await list.numbersOf({
        sort: [
          { key: 'reviewMark', direction: 1 },
          { key: 'posNumber', direction: -1 },
        ],
      }),
    ).toEqual([5, 1, 4, 6, 3, 0, 2])
    expect(
      await list.numbersOf({
        sort: [{ key: 'reviewedAt', direction: -1 }],
        filters: allOf(hasValue('review', 'problem', 'none')),
      }),
    ).toEqual([1, 5, 2])
    const grouped = await list.numbersOf({
      sort: [{ key: 'reviewMark', direction: 1 }],
      group: 'elementName',
    })
    expect([...grouped].sort()).toEqual(NUMBERS)
  })

  it('does not change while items are marked, until the query runs again', async () => {
    await using list = await openMarkedStore()
    const sort = [{ key: 'reviewMark', direction: 1 }] as const
    const markedQuery = await withMarks(list, { ...EMPTY_QUERY, sort })
    const { resultId } = await list.store.openResult(markedQuery, 'grid')
    const before = (await list.store.readWindow(resultId, 0, 7)).rows.map(({ key }) => key)
    await list.mark([2], 'problem', 60)
    expect((await list.store.readWindow(resultId, 0, 7)).rows.map(({ key }) => key)).toEqual(before)
    expect(await list.numbersOf({ sort })).toEqual([1, 2, 5, 4, 0, 3, 6])
  })

  it('keeps service order without marks', async () => {
    await using cache = await temporaryStore({ readers: 1 })
    await fillCampaign(
      cache.store,
      'campaign-1',
      NUMBERS.map((number) => buildItem(number)),
    )
    const reviews = openReviews(join(cache.folder, 'reviews.db'))
    const markedQuery = await withMarks(
      { store: cache.store, reviews },
      { ...EMPTY_QUERY, sort: [{ key: 'reviewedAt', direction: -1 }] },
    )
    expect((await cache.store.openResult(markedQuery, 'grid')).count).toBe(7)
    await reviews.close()
  })
})
