import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rulesWithMarks, withMarks } from '../../electron/app/review-query.ts'
import { STATES } from '../../electron/contract/filter-operators.ts'
import { FILTER_MATCHES, type FilterGroup, type FilterNode } from '../../electron/contract/filters.ts'
import type { ItemRow } from '../../electron/contract/item.ts'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { repetitions } from '../support/repetitions.ts'
import { openReviews, type OpenedReviews } from '../support/reviews.ts'
import { buildItem, fillCampaign, temporaryStore, type TemporaryStore } from '../support/store.ts'

const COUNT = 40

/** Other columns are compared in store-query.test.ts and store-filters.test.ts. */
const node = fc.letrec<{ node: FilterNode; group: FilterGroup }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    fc.record({
      column: fc.constant('review' as const),
      operator: fc.constantFrom('is' as const, 'isNot' as const),
      values: fc.subarray([...STATES.review], { minLength: 1 }),
    }),
    fc.record({
      column: fc.constant('unseen' as const),
      operator: fc.constantFrom('is' as const, 'isNot' as const),
      values: fc.constant([true]),
    }),
    fc.record({
      column: fc.constant('qty' as const),
      operator: fc.constant('lessThan' as const),
      value: fc.nat(COUNT),
    }),
    tie('group'),
  ),
  group: fc.record({
    match: fc.constantFrom(...FILTER_MATCHES),
    conditions: fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
  }),
}))

describe('filters and rules by marks', () => {
  let opened: TemporaryStore
  let reviews: OpenedReviews
  let rows: readonly ItemRow[]

  const items = (changedQty: number) =>
    Array.from({ length: COUNT }, (_, number) =>
      buildItem(number, number % 6 === 0 ? { qty: number + changedQty } : {}),
    )
  const read = async (filters: FilterGroup): Promise<readonly ItemRow[]> => {
    const { store } = opened
    const query = await withMarks({ store, reviews }, { ...EMPTY_QUERY, filters })
    const { resultId, count } = await store.openResult(query, 'grid')
    return (await store.readWindow(resultId, 0, count)).rows
  }

  beforeAll(async () => {
    opened = await temporaryStore()
    const { store, folder } = opened
    await fillCampaign(store, 'campaign-1', items(0))
    reviews = openReviews(join(folder, 'reviews.db'))
    rows = await read({ match: 'all', conditions: [] })
    for (const [at, mark] of (['ok', 'problem', 'question'] as const).entries())
      await reviews.mark(
        rows.filter((_, index) => index % 4 === at),
        mark,
        at,
      )
    // Some items have changed since, which was not seen yet.
    await fillCampaign(store, 'campaign-1', items(1))
    rows = await read({ match: 'all', conditions: [] })
  })
  afterAll(async () => {
    await reviews.close()
    await opened[Symbol.asyncDispose]()
  })

  it('distinguish a mark from a change since, in one filter', async () => {
    const isOk = { column: 'review', operator: 'is', values: ['ok'] } as const
    const hasChanged = { column: 'review', operator: 'is', values: ['changed'] } as const
    const found = await read({ match: 'all', conditions: [isOk, hasChanged] })
    const indexes = found.map(({ key }) => rows.findIndex((row) => row.key === key))
    // Every fourth item is OK, and every sixth has changed.
    expect(indexes.toSorted((one, other) => one - other)).toEqual([0, 12, 24, 36])
  })

  it('match the rows of a page that the same filters find in the whole list', async () => {
    const page = fc.record({
      rules: fc.array(node.group, { minLength: 1, maxLength: 4 }),
      start: fc.nat(COUNT),
      count: fc.integer({ min: 1, max: COUNT }),
    })
    await fc.assert(
      fc.asyncProperty(page, async ({ rules, start, count }) => {
        const { store } = opened
        const shown = rows.slice(start, start + count)
        const ids = shown.map(({ campaignItemId }) => campaignItemId)
        const keys = Int32Array.from(shown, ({ key }) => key)
        const storeRules = await rulesWithMarks({ store, reviews }, rules, ids)
        const { matches, faults } = await store.ruleMatches(null, keys, storeRules)
        // One after the other, because a newer query replaces the older one.
        const found: ReadonlySet<number>[] = []
        for (const filters of rules) found.push(new Set((await read(filters)).map(({ key }) => key)))
        expect(faults).toEqual([])
        expect(matches).toEqual(
          shown.map(({ key }) => {
            const rule = found.findIndex((all) => all.has(key))
            return rule < 0 ? null : rule
          }),
        )
      }),
      { numRuns: repetitions(60, 600) },
    )
  })
})
