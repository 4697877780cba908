import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fold } from '../../electron/contract/fold.ts'
import { matchRank, matchWordsOf } from '../../electron/contract/match-rank.ts'
import { EMPTY_QUERY, type ItemSearch } from '../../electron/contract/query.ts'
import { CacheBudget } from '../../electron/store/cache-budget.ts'
import { MAX_ORDINARY_BODY_BYTES } from '../../electron/store/long-items.ts'
import { findItems } from '../../electron/store/query/find-items.ts'
import { JoinedCache } from '../../electron/store/query/joined-cache.ts'
import { PosNumbers } from '../../electron/store/query/pos-numbers.ts'
import { FoldedTexts } from '../../electron/store/query/folded-texts.ts'
import { IndexCache, keysAt } from '../../electron/store/query/scope.ts'
import { Searches } from '../../electron/store/query/search.ts'
import { repetitions } from '../support/repetitions.ts'
import { buildInner, buildItem, temporaryEngine, type JsonObject } from '../support/store.ts'

/** Items whose names and POS numbers are compared with the search, as documented in find-items.ts. */
const MAX_COMPARED = 200
const BEST = 3

/** Letters of every width, digits, and characters that separate words or lines. */
// prettier-ignore
const PIECES = [
  'a', 'A', 'b', 'e', 'é', 'E\u0301', 'j', 'k', 'K', 'p', 'o', 's', 'ß', 'z', '0', '1', '12', '4', '-', ' ', '  ',
  '\u00a0', '\n', '\u2028', '日', '😀', 'ﬁ', 'Poster', 'wobbler',
] as const
const TYPED_PIECES = PIECES.filter((piece) => !/[\n\u2028]/u.test(piece))

interface Texts {
  readonly name: string | null
  readonly posNumber: string | null
  readonly element: string | null
  readonly artworks: readonly string[]
  readonly isLong: boolean
}

const textFrom = (pieces: readonly string[], maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength }).map((parts) => parts.join(''))
const texts: fc.Arbitrary<Texts> = fc.record({
  name: fc.option(textFrom(PIECES, 6), { freq: 8 }),
  posNumber: fc.option(textFrom(PIECES, 5), { freq: 8 }),
  element: fc.option(fc.constantFrom('Wobbler', 'Hängedisplay', 'Poster A1'), { freq: 4 }),
  artworks: fc.array(textFrom(PIECES, 4), { maxLength: 2 }),
  isLong: fc.integer({ min: 0, max: 60 }).map((number) => number === 0),
})

function itemOf(
  number: number,
  campaign: string,
  { name, posNumber, element, artworks, isLong }: Texts,
): JsonObject {
  return buildItem(number, {
    campaignId: { _id: campaign, name: campaign },
    itemId: buildInner(number, {
      name,
      posNumber,
      elementId: { _id: 'element', name: element },
      workflowTemplateName: null,
      artworks: artworks.map((artwork, index) => ({
        _id: `${String(number)}-${String(index)}`,
        name: artwork,
      })),
      ...(isLong ? { remark: 'x'.repeat(MAX_ORDINARY_BODY_BYTES) } : {}),
    }),
  })
}

const foldedLine = (text: string): string => fold(text).replaceAll(/\s+/gu, ' ')

/** A campaign of each size: with one item, with few, and with several units of 16 items. */
const SIZES = { c1: 1, c2: 15, c3: 16, c4: 17, c5: 120, c6: 64, c7: 2, c8: 33 }
type CampaignId = keyof typeof SIZES
const CAMPAIGNS = Object.keys(SIZES) as readonly CampaignId[]

describe.each([
  ['with all words indexed', Infinity],
  ['with the words of some campaigns indexed', 4],
  ['before words are indexed', 0],
])('finding random items %s', (_, idleSteps) => {
  const sample = fc.sample(texts, { numRuns: 400, seed: 19 })
  const lists = new Map<CampaignId, readonly Texts[]>()
  let opened: Awaited<ReturnType<typeof temporaryEngine>>

  const itemsOf = (campaign: CampaignId): readonly JsonObject[] =>
    (lists.get(campaign) ?? []).map((each, index) =>
      itemOf(1_000 * CAMPAIGNS.indexOf(campaign) + index, campaign, each),
    )

  beforeAll(async () => {
    let first = 0
    for (const campaign of CAMPAIGNS) {
      lists.set(campaign, sample.slice(first, first + SIZES[campaign]))
      first += SIZES[campaign]
    }
    const items = Object.fromEntries(CAMPAIGNS.map((campaign) => [campaign, itemsOf(campaign)]))
    opened = await temporaryEngine(items, { idleSteps })
  })
  afterAll(() => opened[Symbol.asyncDispose]())

  /** Looks at each item in turn. */
  function scan(
    search: Pick<ItemSearch, 'campaignIds' | 'typed'>,
    isMatch: (each: Texts, campaign: string) => boolean,
  ) {
    const words = matchWordsOf(search.typed)
    const found = CAMPAIGNS.filter((campaign) => search.campaignIds?.includes(campaign) ?? true).flatMap(
      (campaign) => (lists.get(campaign) ?? []).filter((each) => isMatch(each, campaign)),
    )
    const rankOf = ({ name, posNumber }: Texts): number =>
      Math.max(matchRank(name ?? '', words), matchRank(posNumber ?? '', words))
    const best = found.slice(0, MAX_COMPARED).toSorted((one, other) => rankOf(other) - rankOf(one))
    return { count: found.length, best: best.slice(0, BEST).map(({ name, posNumber }) => [name, posNumber]) }
  }

  function find(search: ItemSearch) {
    const { count, rows } = findItems(opened.reader, opened.engine, search, BEST, () => undefined)
    return { count, best: rows.map(({ itemName, posNumber }) => [itemName, posNumber]) }
  }

  function expectSame(typed: string, campaignIds: readonly string[] | null): number {
    const words = matchWordsOf(typed).words
    const found = find({ campaignIds, search: typed, searchMode: 'words', typed })
    expect(found).toEqual(
      scan({ campaignIds, typed }, ({ name, posNumber, element, artworks }, campaign) => {
        const folded = fold(
          [name, posNumber, element, campaign, ...artworks].map((text) => text ?? '').join('\n'),
        )
        return words.every((word) => folded.includes(word))
      }),
    )
    if (typed.trim() === '') return found.count
    const part = typed.trim()
    const ofPosNumber = { campaignIds, search: `pos:"${part}"`, searchMode: 'fields', typed: part } as const
    expect(find(ofPosNumber)).toEqual(
      scan(
        ofPosNumber,
        ({ posNumber }) => posNumber !== null && foldedLine(posNumber).includes(foldedLine(part)),
      ),
    )
    return found.count
  }

  const campaignIds = fc.option(fc.subarray([...CAMPAIGNS], { minLength: 1 }), { freq: 2 })

  it('returns what a loop over the items does, letter by letter', () => {
    let count = 0
    fc.assert(
      fc.property(textFrom(TYPED_PIECES, 5), campaignIds, (typed, ids) => {
        const letters = Array.from(typed)
        for (let length = 1; length <= letters.length; length += 1)
          count += expectSame(letters.slice(0, length).join(''), ids)
      }),
      { numRuns: repetitions(60, 600) },
    )
    expect(count).toBeGreaterThan(1_000)
  })

  it('finds the same with little memory', () => {
    const { reader, engine } = opened
    const indexes = new IndexCache(reader)
    const searches = [0, 2_000].map((remaining) => {
      const caches = new CacheBudget()
      return new Searches(caches, {
        handle: reader,
        joined: new JoinedCache(reader, { remaining }),
        posNumbers: new PosNumbers(reader, remaining),
        foldedTexts: new FoldedTexts(caches),
      })
    })
    const keysOf = (each: Searches, search: string, searchMode: 'words' | 'fields') =>
      reader.snapshot(() => {
        const scope = indexes.scope(null)
        return [
          ...keysAt(
            scope,
            each.hits(scope, { search, searchMode }, () => undefined),
          ),
        ]
      })
    for (const typed of ['a', '1', 'é', '12', 'po', 'poster', 'poster a', 'ss', '4-']) {
      for (const [search, searchMode] of [
        [typed, 'words'],
        [`pos:"${typed}"`, 'fields'],
      ] as const) {
        const keys = [...engine.keys({ ...EMPTY_QUERY, search, searchMode }, () => undefined)]
        for (const each of searches) expect(keysOf(each, search, searchMode)).toEqual(keys)
      }
    }
  })

  it('follows downloads, between which it was prepared', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CAMPAIGNS),
        fc.array(texts, { minLength: 1, maxLength: 40 }),
        textFrom(TYPED_PIECES, 2),
        fc.constantFrom('words', 'posNumbers'),
        fc.nat(2),
        (campaign, list, typed, searched, steps) => {
          opened.engine.prepareSearch(searched, () => undefined)
          expectSame(typed, null)
          lists.set(campaign, list)
          opened.replaceItems(campaign, itemsOf(campaign))
          opened.runIdleWork(steps)
          expectSame(typed, null)
          expectSame(`${typed}1`, null)
        },
      ),
      { numRuns: repetitions(25, 250) },
    )
  })
})
