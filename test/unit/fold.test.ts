import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold, foldWithOffsets, originalRange, wordsOf } from '../../electron/contract/fold.ts'

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string())

describe('fold', () => {
  it.each([
    ['Été', 'ETE'],
    ['e\u0301te\u0301', 'été'],
    ['Straße', 'STRASSE'],
    ['ẞ', 'ß'],
    ['ﬁne', 'FINE'],
    ['İstanbul', 'istanbul'],
    ['Iğdır', 'IGDIR'],
    ['ΣΊΣΥΦΟΣ', 'σισυφος'],
    ['Łódź', 'lodz'],
    ['Smørrebrød', 'smorrebrod'],
    ['أَهْلًا', 'اهلا'],
    ['ｶﾞ１', 'ガ1'],
    ['❤️', '❤'],
    ['co\u00adop', 'coop'],
    ['한글', '한글'.normalize('NFD')],
  ])('makes %s and %s equal', (one, other) => {
    expect(fold(one)).toBe(fold(other))
  })

  it.each([
    ['か', 'が'],
    ['कि', 'का'],
    ['日', '本'],
    ['😀', '😁'],
    ['a', 'b'],
  ])('keeps %s and %s different', (one, other) => {
    expect(fold(one)).not.toBe(fold(other))
  })

  it('is idempotent', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(fold(fold(value))).toBe(fold(value))
      }),
      { numRuns: 2_000 },
    )
  })

  it('folds parts independently, and adds no white space', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        fc.pre(one.isWellFormed() && other.isWellFormed())
        expect(fold(one + other)).toBe(fold(one) + fold(other))
        const spaces = (value: string): number => Array.from(value.matchAll(/\s/gu)).length
        expect(spaces(fold(one))).toBeLessThanOrEqual(spaces(one))
      }),
      { numRuns: 2_000 },
    )
  })

  it('maps each part of the folded text to its position in the original', () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (value, a, b) => {
        const folded = foldWithOffsets(value)
        expect(folded.text).toBe(fold(value))
        expect(folded.starts).toHaveLength(folded.text.length + 1)
        fc.pre(folded.text.length > 0)
        const from = a % folded.text.length
        const to = from + 1 + (b % (folded.text.length - from))
        const [begin, end] = originalRange(folded, from, to)
        expect(0 <= begin && begin < end && end <= value.length).toBe(true)
        expect(fold(value.slice(begin, end))).toContain(folded.text.slice(from, to))
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('wordsOf', () => {
  it('returns each folded word once', () => {
    expect(wordsOf('  Été wobbler\u00a0été\t日本 ')).toEqual(['ete', 'wobbler', '日本'])
    expect(wordsOf(' \n')).toEqual([])
  })
})
