import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { MAX_ORDINARY_BODY_BYTES } from '../../electron/store/long-items.ts'
import { buildInner, buildItem, temporaryEngine, type JsonObject } from '../support/store.ts'
import { repetitions } from '../support/repetitions.ts'

/** A body of this length makes its item long: its texts are not in the index. */
const LONG_REMARK = 'x'.repeat(MAX_ORDINARY_BODY_BYTES)

/** Texts with case, line ends and characters of every width. */
// prettier-ignore
const PIECES = [
  'a', 'A', 'b', 'k', 'K', '\u212a', 's', 'S', 'ſ', 'ß', 'ẞ', 'i', 'I', 'İ', 'ı', 'σ', 'ς', 'Σ', 'å',
  '\u212b', 'é', 'e\u0301', 'ǆ', 'ǅ', '1', '22', ' ', '-', '.', ';', '; ', '\n', '\r\n', '\u2028', '\0',
  '日本', '😀', 'ﬅ', 'ﬆ',
] as const

/** Valid and invalid patterns. */
// prettier-ignore
const PATTERN_PIECES = [
  ...PIECES, '^', '$', '.', '.*', '\\d', '\\D', '\\w', '\\W', '\\s', '\\S', '\\b', '\\B', '[a-k]', '[^a]',
  '[^\\s]', '[\\d-]', '[', ']', '(', ')', '(a|b)', '(?:k)?', '(?=a)', '(?!b)', '(?<=a)', '(?<!\\s)', '|',
  '*', '+', '?', '{2}', '{', '}', '(a)\\1', '\\1', '\\12', '\\n', '\\u0041', '\\u{1F600}', '\\x0a',
  '\\p{L}', '\\P{L}', '\\-', '\\/', '[^]', '[]', '(?s:.)', '(?m:^)', '\\cJ', '\\0', '(?<name>a)',
  '\\k<name>',
] as const

function textFrom(pieces: readonly string[], maxLength: number): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...pieces), { maxLength }).map((parts) => parts.join(''))
}

function sampleItems(): readonly JsonObject[] {
  const text = fc.option(textFrom(PIECES, 5), { freq: 6 })
  const item = fc.record({
    name: text,
    posNumber: text,
    element: text,
    artworks: fc.array(text, { maxLength: 3 }),
  })
  return fc
    .sample(item, { numRuns: 400, seed: 42 })
    .map(({ name, posNumber, element, artworks }, number) =>
      buildItem(number, {
        itemId: buildInner(number, {
          name,
          posNumber,
          elementId: { name: element },
          artworks: artworks.map((artwork) => ({ name: artwork })),
        }),
      }),
    )
}

/** The searched texts of an item (service interface, 4.2, rule 1). */
function searchedTexts(item: JsonObject): readonly string[] {
  const inner = item['itemId'] as {
    readonly name: string | null
    readonly posNumber: string | null
    readonly elementId: { readonly name: string | null }
    readonly artworks: readonly { readonly name: string | null }[]
  }
  return [
    inner.name,
    inner.posNumber,
    inner.elementId.name,
    ...inner.artworks.map(({ name }) => name),
  ].filter((text) => text !== null)
}

function plainExpression(source: string): RegExp | null {
  for (const flags of ['iu', 'i']) {
    try {
      return new RegExp(source, flags)
    } catch {
      // The next flags are more lenient.
    }
  }
  return null
}

describe.each([
  ['', Infinity, () => false],
  [' before words are indexed', 0, () => false],
  [' of long items', Infinity, (number: number) => number % 3 === 0],
])('a pattern search%s', (_, idleSteps, isLong) => {
  const items = sampleItems().map((item, number) =>
    isLong(number) ? { ...item, remark: LONG_REMARK } : item,
  )
  let opened: Awaited<ReturnType<typeof temporaryEngine>>
  beforeAll(async () => {
    opened = await temporaryEngine({ 'campaign-1': items }, { idleSteps })
  })
  afterAll(() => opened[Symbol.asyncDispose]())

  /** The numbers of the found items. */
  function searchNumbers(search: string): readonly number[] | 'invalid' {
    try {
      const { keys } = opened.engine.run({ ...EMPTY_QUERY, search }, () => undefined)
      return Array.from(keys, (key) => key - 1)
    } catch (error) {
      if (error instanceof AppError && error.code === 'searchInvalid') return 'invalid'
      throw error
    }
  }

  function scanNumbers(search: string): readonly number[] | 'invalid' {
    const expression = plainExpression(search)
    if (expression === null) return 'invalid'
    return items.flatMap((item, number) =>
      searchedTexts(item).some((text) => expression.test(text)) ? [number] : [],
    )
  }

  it('finds what the same expression finds in each text', () => {
    const pattern = textFrom(PATTERN_PIECES, 6).filter(
      (source) => source !== '' && !/^\(\?i\)|\[:/.test(source),
    )
    fc.assert(
      fc.property(pattern, (search) => {
        expect(searchNumbers(search)).toEqual(scanNumbers(search))
      }),
      { numRuns: repetitions(150, 2_000) },
    )
  })

  it('finds the same while a pattern is typed', () => {
    const pattern = textFrom(PATTERN_PIECES, 6).filter((source) => !/^\(\?i\)|\[:/.test(source))
    fc.assert(
      fc.property(pattern, (typed) => {
        for (let length = 1; length <= typed.length; length += 1) {
          const search = typed.slice(0, length)
          expect(searchNumbers(search)).toEqual(scanNumbers(search))
        }
      }),
      { numRuns: repetitions(50, 500) },
    )
  })

  it('finds a plain text like the expression, in every script', () => {
    fc.assert(
      fc.property(
        textFrom(
          PIECES.filter((piece) => !piece.includes('.')),
          4,
        ),
        (search) => {
          fc.pre(search !== '')
          expect(searchNumbers(search)).toEqual(scanNumbers(search))
        },
      ),
      { numRuns: repetitions(50, 500) },
    )
  })

  it.each([
    ['(?i)K', 'k'],
    ['\\Ak', '^k'],
    ['k\\Z', 'k$'],
    ['k\\z', 'k$'],
    ['[[:digit:]]', '[0-9]'],
    ['[^[:space:]ak]', '[^\\sak]'],
    ['[[:alpha:]_]\\d', '[A-Za-z_]\\d'],
  ])('supports %s of other engines', (search, meaning) => {
    expect(searchNumbers(search)).toEqual(scanNumbers(meaning))
    expect(searchNumbers(search)).not.toEqual([])
  })

  it('rejects an invalid pattern with the reason', () => {
    for (const [search, reason] of [
      ['(', 'unterminated group'],
      ['[z-a]', 'range out of order in character class'],
      ['*', 'nothing to repeat'],
    ] as const) {
      let message = ''
      try {
        opened.engine.run({ ...EMPTY_QUERY, search }, () => undefined)
      } catch (error) {
        message = error instanceof AppError ? error.message : ''
      }
      expect(message).toBe(`This search isn’t valid: ${reason}.`)
    }
  })
})

describe('a hostile pattern', () => {
  it.each(['(a+)+$', '^(a|a)*$', '(.*a){20}$', '([^x]*)*a\\d'])('is stopped in time: %s', async (search) => {
    const long = 'a'.repeat(5_000)
    await using opened = await temporaryEngine({
      'campaign-1': [
        buildItem(1),
        buildItem(2, { itemId: buildInner(2, { name: `${long}!` }) }),
        buildItem(3),
      ],
    })
    let code = ''
    try {
      opened.engine.run({ ...EMPTY_QUERY, search }, () => undefined)
    } catch (error) {
      code = error instanceof AppError ? error.code : String(error)
    }

    expect(code).toBe('searchTooSlow')
    const { keys } = opened.engine.run({ ...EMPTY_QUERY, search: 'item 3' }, () => undefined)
    expect([...keys]).toEqual([3])
  })
})

describe('a pattern with rare words', () => {
  it('is only tested on items with these words', async () => {
    const long = 'a'.repeat(5_000)
    const item = (number: number, name: string): JsonObject =>
      buildItem(number, { itemId: buildInner(number, { name }) })
    await using opened = await temporaryEngine({
      'campaign-1': [
        ...Array.from({ length: 200 }, (_, number) => item(number, `${long}!`)),
        item(200, 'Kilo Yard'),
        item(201, 'a yard\nof cloth'),
      ],
    })
    const run = (search: string): readonly number[] =>
      Array.from(opened.engine.run({ ...EMPTY_QUERY, search }, () => undefined).keys, (key) => key - 1)
    // On the other texts, it would not end.
    expect(run('([^x]*)*yard')).toEqual([200, 201])
    expect(run('^\u212ailo\\s[y]ard$')).toEqual([200])
    expect(run('yard$')).toEqual([200])
    expect(run('yard.of')).toEqual([])
    expect(run('(a+)+$z')).toEqual([])
  })
})
