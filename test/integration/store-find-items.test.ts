import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MATCH_RANKS, matchRank, matchWordsOf } from '../../electron/contract/match-rank.ts'
import { EMPTY_QUERY, type ItemSearch } from '../../electron/contract/query.ts'
import { buildInner, buildItem, fillCampaign, temporaryStore, type TemporaryStore } from '../support/store.ts'

const NAMES = ['Poster', 'Small poster', 'Imposter', 'Poster A1', 'Wobbler', 'poster', 'Banner', 'Post']

let temporary: TemporaryStore

/** Items of two campaigns with every name in each. */
beforeAll(async () => {
  temporary = await temporaryStore()
  for (const [at, campaign] of ['first', 'second'].entries()) {
    const items = NAMES.map((name, index) => {
      const number = at * NAMES.length + index
      return buildItem(number, {
        campaignId: { _id: campaign, name: campaign },
        itemId: buildInner(number, { name, posNumber: `POS-${String(number).padStart(4, '0')}` }),
      })
    })
    await fillCampaign(temporary.store, campaign, items)
  }
})

afterAll(() => temporary[Symbol.asyncDispose]())

const find = (search: Partial<ItemSearch>, count = 3) =>
  temporary.store.findItems(
    { campaignIds: null, search: '', searchMode: 'words', typed: search.search ?? '', ...search },
    count,
    'test',
  )

describe('finding items', () => {
  it.each(['poster', 'post', 'o', 'pos-000', 'a1 poster', '', 'nothing'])(
    'counts what the list finds for “%s”, and returns the best ones',
    async (search) => {
      const query = { ...EMPTY_QUERY, search, searchMode: 'words' } as const
      const list = await temporary.store.openResult(query, 'list')
      const { rows } = await temporary.store.readWindow(list.resultId, 0, list.count)
      const words = matchWordsOf(search)
      const rankOf = (row: (typeof rows)[number]): number =>
        Math.max(matchRank(row.itemName ?? '', words), matchRank(row.posNumber ?? '', words))
      const best = rows.toSorted((one, other) => rankOf(other) - rankOf(one)).slice(0, 3)
      const found = await find({ search })
      expect(found.count).toBe(list.count)
      expect(found.rows.map(({ key }) => key)).toEqual(best.map(({ key }) => key))
    },
  )

  it('limits itself to campaigns, and compares with what was typed instead of the search', async () => {
    const found = await find({
      campaignIds: ['second'],
      search: 'pos:"0009"',
      searchMode: 'fields',
      typed: '0009',
    })
    expect(found.count).toBe(1)
    expect(found.rows).toMatchObject([{ campaignId: 'second', posNumber: 'POS-0009' }])
  })

  it('is superseded by a newer search in its slot, and leaves the list of the slot alone', async () => {
    const list = temporary.store.openResult(EMPTY_QUERY, 'test')
    const [older, newer] = await Promise.allSettled([
      find({ search: 'poster' }),
      find({ search: 'imposter' }),
    ])
    expect(older).toMatchObject({ status: 'rejected', reason: { code: 'superseded' } })
    expect(newer).toMatchObject({ status: 'fulfilled', value: { count: 2 } })
    expect((await list).count).toBe(2 * NAMES.length)
    expect((await temporary.store.readWindow((await list).resultId, 0, 1)).rows).toHaveLength(1)
  })
})

describe('the rank of a match', () => {
  it.each([
    ['Été', 'ete', MATCH_RANKS.equal],
    ['Back to School', ' BACK ', MATCH_RANKS.textStart],
    ['Back to School', 'school back', MATCH_RANKS.wordStarts],
    ['Back to School', 'to sch', MATCH_RANKS.wordStarts],
    ['Feedback', 'back', MATCH_RANKS.inside],
    ['Feedback back', 'back', MATCH_RANKS.wordStarts],
    ['Back', 'back to', MATCH_RANKS.none],
    ['Back', '', MATCH_RANKS.textStart],
  ])('of “%s” for “%s” is %i', (text, typed, rank) => {
    expect(matchRank(text, matchWordsOf(typed))).toBe(rank)
  })
})
