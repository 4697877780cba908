import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ItemColumnKey } from '../../electron/contract/columns.ts'
import { divideAtHits, hitFinder, type DividedText, type HitFinder } from '../../renderer/grid/search-hits.ts'
import { longestSafeText } from '../../renderer/grid/pattern-cost.ts'

const patternFinder = (search: string): HitFinder | null => hitFinder({ search, searchMode: 'pattern' })
const hitsOf = (pattern: string, text: string): readonly string[] =>
  (patternFinder(pattern)?.(text, 'itemName') ?? []).map(([begin, end]) => text.slice(begin, end))

describe('hits of a pattern', () => {
  it('ignore case', () => {
    expect(hitsOf('post', 'Poster, POSTER')).toEqual(['Post', 'POST'])
    expect(hitsOf('a[0-9]+', 'A1 poster a22')).toEqual(['A1', 'a22'])
    expect(hitsOf('wob|post', 'Wobbler poster')).toEqual(['Wob', 'post'])
    expect(hitsOf('夏', '夏祭り')).toEqual(['夏'])
  })

  it('are none for an empty, invalid or empty-matching pattern', () => {
    expect(patternFinder('')).toBeNull()
    expect(patternFinder('(a')).toBeNull()
    expect(hitsOf('x*', 'abc')).toEqual([])
  })

  it('are limited in number', () => {
    expect(hitsOf('a', 'a'.repeat(500))).toHaveLength(20)
  })

  it('divide a text into parts that add up to it', () => {
    const whole = ({ hits, rest }: DividedText): string =>
      hits.map(({ before, hit }) => before + hit).join('') + rest
    fc.assert(
      fc.property(
        fc.string(),
        fc.string({ minLength: 1, maxLength: 2 }),
        fc.nat(),
        fc.nat(),
        (text, word, a, b) => {
          const literal = word.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
          const hits = patternFinder(literal)?.(text, 'itemName') ?? []
          const [begin, end] = [Math.min(a, b) % (text.length + 1), Math.max(a, b) % (text.length + 1)].sort(
            (x, y) => x - y,
          )
          const divided = divideAtHits(text, hits)
          expect(whole(divided)).toBe(text)
          expect(divided.hits.map(({ hit }) => hit)).toEqual(hits.map(([from, to]) => text.slice(from, to)))
          expect(whole(divideAtHits(text, hits, begin, end))).toBe(text.slice(begin, end))
        },
      ),
    )
  })
})

describe('hits of words', () => {
  const wordHitsOf = (search: string, text: string, key: ItemColumnKey = 'itemName'): readonly string[] =>
    (hitFinder({ search, searchMode: 'words' })?.(text, key) ?? []).map(([begin, end]) =>
      text.slice(begin, end),
    )

  it('ignore case and accents, at their position in the text', () => {
    expect(wordHitsOf('ETE wobb', 'Wobbler, Été')).toEqual(['Wobb', 'Été'])
    expect(wordHitsOf('strasse', 'Große Straße 5')).toEqual(['Straße'])
    expect(wordHitsOf('夏', '夏祭り')).toEqual(['夏'])
    expect(wordHitsOf('👍🏽', 'ok 👍🏽 ok')).toEqual(['👍🏽'])
    expect(wordHitsOf('a.c', 'abc a.c')).toEqual(['a.c'])
  })

  it('are merged if they overlap', () => {
    expect(wordHitsOf('post oster', 'Poster')).toEqual(['Poster'])
  })

  it('are only in columns that word search covers', () => {
    expect(wordHitsOf('shelf', 'Shelf', 'workflowTemplateName')).toEqual(['Shelf'])
    expect(wordHitsOf('shelf', 'Shelf', 'clientId')).toEqual([])
    expect(hitFinder({ search: '  ', searchMode: 'words' })).toBeNull()
  })

  it('are ascending, disjoint and within the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary', maxLength: 6 }),
        (text, search) => {
          let last = 0
          for (const [begin, end] of hitFinder({ search, searchMode: 'words' })?.(text, 'itemName') ?? []) {
            expect(begin).toBeGreaterThanOrEqual(last)
            expect(end).toBeGreaterThan(begin)
            last = end
          }
          expect(last).toBeLessThanOrEqual(text.length)
        },
      ),
    )
  })

  it('are found in bounded time in a long cell', () => {
    // In quadratic time, this would not end.
    const find = hitFinder({ search: 'a b c d e f g h', searchMode: 'words' })
    expect(find?.('ab'.repeat(500_000), 'itemName')).toBeDefined()
  })
})

describe('hits of fields', () => {
  const fieldHitsOf = (search: string, text: string, key: ItemColumnKey): readonly string[] =>
    (hitFinder({ search, searchMode: 'fields' })?.(text, key) ?? []).map(([begin, end]) =>
      text.slice(begin, end),
    )

  it('are in the field’s column, those of words and phrases in every column', () => {
    expect(fieldHitsOf('pos:0012,77 "END cap"', '770012', 'posNumber')).toEqual(['77', '0012'])
    expect(fieldHitsOf('pos:0012', '0012', 'itemName')).toEqual([])
    expect(fieldHitsOf('"END cap"', 'End cap, end of cap', 'elementName')).toEqual(['End cap'])
    expect(fieldHitsOf('-poster wob', 'Poster Wobbler', 'itemName')).toEqual(['Wob'])
    expect(fieldHitsOf('clientId:acme', 'ACME', 'clientId')).toEqual(['ACME'])
  })

  it('are none for conditions without text', () => {
    for (const search of ['qty:>5', 'locked:yes', '-poster', 'element:empty']) {
      expect(hitFinder({ search, searchMode: 'fields' }), search).toBeNull()
    }
  })
})

describe('longestSafeText', () => {
  it('refuses patterns that could backtrack without bound', () => {
    for (const pattern of [
      '(a+)+$',
      '(a|aa)*b',
      '(a*)*',
      '(?:x+y*)+',
      '([a-z]+)*\\d',
      '(a?){30}',
      '(.*)\\1',
      '(?=a+)b',
      '(?<n>a)',
      '(\\w+\\s?)+!',
    ]) {
      expect(longestSafeText(pattern), pattern).toBe(0)
    }
  })

  it('allows long texts for simple patterns', () => {
    for (const pattern of [
      'poster',
      'A1',
      'end cap header',
      '000463',
      'ПК-0042',
      'café',
      'a.c',
      '^solenne',
      '(ab)+c',
    ]) {
      expect(longestSafeText(pattern), pattern).toBeGreaterThan(150)
    }
  })

  it('shortens the text with each free repetition', () => {
    const [one, two, three] = ['a.*b', 'a.*b.*c', 'a.*b.*c.*d'].map(longestSafeText)
    expect(one).toBeGreaterThan(two ?? 0)
    expect(two).toBeGreaterThan(three ?? 0)
    expect(three).toBeGreaterThan(5)
  })

  it('keeps every allowed pattern fast on the worst text', () => {
    const atom = fc.constantFrom('a', 'b', '.', '[ab]', '(?:a)', '(ab)', '\\w', 'a|b', '(a|b)', '(a|ab)')
    const times = fc.constantFrom('', '', '*', '+', '?', '*?', '{2,4}', '{3}', '{2,}')
    const piece = fc
      .tuple(atom, times)
      .map(([what, often]) => (what.includes('|') && !what.startsWith('(') ? what : what + often))
    const pattern = fc.array(piece, { minLength: 1, maxLength: 14 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(pattern, (source) => {
        const longest = longestSafeText(source)
        fc.pre(longest > 0)
        const text = 'a'.repeat(Math.min(longest, 5_000))
        // A pattern that backtracks without bounds would not end.
        patternFinder(`${source}!`)?.(text, 'itemName')
        patternFinder(source)?.(text, 'itemName')
      }),
      { numRuns: 400 },
    )
  })
})
