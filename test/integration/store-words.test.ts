import Database from 'better-sqlite3'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fold } from '../../electron/contract/fold.ts'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { repetitions } from '../support/repetitions.ts'
import {
  buildInner,
  buildItem,
  temporaryEngine,
  fillCampaign,
  temporaryStore,
  type JsonObject,
} from '../support/store.ts'

/** Parts with case, marks, spaces and characters of every width. */
// prettier-ignore
const PIECES = [
  'a', 'A', 'á', 'b', 'ß', 'ss', 'é', 'e\u0301', 'İ', 'ı', 'Σ', 'ς', 'ﬁ', 'ł', '1', '22', '０', '-', '.', ' ', ' ', ' ',
  '\n', '\u2028', '\u00a0', '\u3000', '\0', '日', '本', 'が', 'ｶﾞ', '한', '😀', '👩‍💻', '❤️', 'أَ', 'ه', 'co\u00adop',
] as const

function textFrom(maxLength: number): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...PIECES), { maxLength }).map((parts) => parts.join(''))
}

interface Texts {
  readonly name: string | null
  readonly posNumber: string | null
  readonly element: string | null
  readonly workflow: string | null
  readonly artworks: readonly string[]
}

const text = fc.option(textFrom(6), { freq: 6 })
const sharedName = fc.constantFrom(null, 'Wobbler', 'Été 日本', 'strip\u00a0B')
const texts: fc.Arbitrary<Texts> = fc.record({
  name: text,
  posNumber: text,
  element: sharedName,
  workflow: sharedName,
  artworks: fc.array(textFrom(6), { maxLength: 3 }),
})

function itemOf(
  number: number,
  campaign: string,
  { name, posNumber, element, workflow, artworks }: Texts,
): JsonObject {
  return buildItem(number, {
    campaignId: { _id: campaign, name: `Summer ${campaign}` },
    itemId: buildInner(number, {
      name,
      posNumber,
      elementId: { name: element },
      workflowTemplateName: workflow,
      artworks: artworks.map((artwork) => ({ name: artwork })),
    }),
  })
}

describe.each([
  ['with all words indexed', Infinity],
  ['with the first campaign indexed', 1],
  ['before words are indexed', 0],
])('a word search %s', (_, idleSteps) => {
  const sample = fc.sample(texts, { numRuns: 900, seed: 7 })
  const inCampaigns: Readonly<Record<string, readonly Texts[]>> = {
    a: sample.slice(0, 700),
    b: sample.slice(700, 705),
    c: sample.slice(705),
  }
  const all = Object.entries(inCampaigns).flatMap(([campaign, list]) =>
    list.map((each) => ({ campaign, each })),
  )
  let opened: Awaited<ReturnType<typeof temporaryEngine>>
  beforeAll(async () => {
    const campaigns = Object.entries(inCampaigns).map(([campaign, list], at) => [
      campaign,
      list.map((each, number) => itemOf(at * 1_000 + number, campaign, each)),
    ])
    const lists = Object.fromEntries(campaigns) as Record<string, readonly JsonObject[]>
    opened = await temporaryEngine(lists, { idleSteps })
  })
  afterAll(() => opened[Symbol.asyncDispose]())

  function searchNumbers(search: string): readonly number[] {
    const query = { ...EMPTY_QUERY, search, searchMode: 'words' } as const
    return Array.from(opened.engine.run(query, () => undefined).keys, (key) => key - 1)
  }

  /** Each row with all its texts. */
  function scanNumbers(search: string): readonly number[] {
    const words = fold(search).split(/\s+/u)
    return all.flatMap(({ campaign, each }, number) => {
      const { name, posNumber, element, workflow, artworks } = each
      const row = [name, posNumber, element, workflow, `Summer ${campaign}`, ...artworks]
      const folded = fold(row.map((part) => part ?? '').join('\n'))
      return words.every((word) => folded.includes(word)) ? [number] : []
    })
  }

  it('finds the rows that contain every word, as a full scan does', () => {
    let hits = 0
    fc.assert(
      fc.property(textFrom(4), (search) => {
        const numbers = searchNumbers(search)
        hits += numbers.length
        expect(numbers).toEqual(scanNumbers(search))
      }),
      { numRuns: repetitions(250, 1_000) },
    )
    expect(hits).toBeGreaterThan(250)
  })

  it.each([
    'a',
    'é',
    '1',
    '日',
    '😀',
    'ه',
    'ss',
    'WOB',
    'strip b',
    'ete summer',
    'summer c wobbler',
    'nothing',
  ])('finds %s, after any other word', (search) => {
    expect(searchNumbers(search)).toEqual(scanNumbers(search))
    expect(searchNumbers(`${search} a`)).toEqual(scanNumbers(`${search} a`))
  })

  it('returns all rows for white space', () => {
    expect(searchNumbers(' \u00a0')).toHaveLength(all.length)
  })

  it('stops when a newer query supersedes it', () => {
    let checks = 0
    const superseded = (): void => {
      checks += 1
      if (checks > 1) throw new Error('superseded')
    }
    const query = { ...EMPTY_QUERY, search: 'never before', searchMode: 'words' } as const
    expect(() => opened.engine.run(query, superseded)).toThrow('superseded')
  })
})

describe('a word search in several index segments', () => {
  it.each([0, 1, 2])('finds rows in every segment after %i idle periods', async (idleSteps) => {
    const count = 64_100
    const items = Array.from({ length: count }, (_, number) => buildItem(number, { artworks: [] }))
    await using opened = await temporaryEngine({ 'campaign-1': items }, { idleSteps })
    expect(opened.reader.values<number>('SELECT count(DISTINCT first) FROM copy_words').get()).toBe(idleSteps)
    const countHits = (search: string): number =>
      opened.engine.run({ ...EMPTY_QUERY, search, searchMode: 'words' }, () => undefined).keys.length
    expect(countHits('item')).toBe(count)
    expect(countHits('ITEM 64099')).toBe(1)
    expect(countHits('wobbler pos-6409')).toBe(11)
  })
})

describe('the word index', () => {
  it('is built while the store is idle, and again for a new snapshot', async () => {
    await using opened = await temporaryStore({ readers: 1 })
    const { store, file } = opened
    const words = (): string => {
      const database = new Database(file, { readonly: true })
      try {
        const stored = database.prepare<[], Buffer>('SELECT words FROM copy_words').pluck().all()
        return Buffer.concat(stored).toString()
      } finally {
        database.close()
      }
    }
    await fillCampaign(store, 'campaign-1', [named(0, 'Été'), named(1, 'Hiver')])
    await expect.poll(words).toContain('ete\n')
    await fillCampaign(store, 'campaign-1', [named(0, 'Été'), named(1, 'Printemps')])
    const search = { ...EMPTY_QUERY, search: 'printemps', searchMode: 'words' } as const
    expect((await store.openResult(search, 'grid')).count).toBe(1)
    await expect.poll(words).toContain('printemps\n')
    expect(words()).not.toContain('hiver\n')
    expect((await store.openResult(search, 'grid')).count).toBe(1)
  })
})

function named(number: number, name: string): JsonObject {
  return buildItem(number, { itemId: buildInner(number, { name }) })
}
