import { describe, expect, it } from 'vitest'
import { fold } from '../../electron/contract/fold.ts'
import { findRequiredWords, type RequiredWords } from '../../electron/store/query/required-words.ts'

/** Formats the words: `[a b]` requires both, `[a|b]` one of them. */
function format(words: RequiredWords | null): string {
  if (words === null) return ''
  if ('word' in words) return words.word
  return 'all' in words ? `[${words.all.map(format).join(' ')}]` : `[${words.any.map(format).join('|')}]`
}

describe('findRequiredWords', () => {
  it.each([
    ['poster', 'poster'],
    ['Shelf Wobbler$', '[shelf wobbler]'],
    ['^KW26-00\\d\\d', 'kw26-00'],
    ['colou?r', '[colo r]'],
    ['ab*c+d{2}e', '[a c e]'],
    ['a\\.b', 'a.b'],
    ['a(bc)?d(e|f)g', '[a d g [e|f]]'],
    ['a[xyz]b', '[a b]'],
    ['a|b', '[a|b]'],
    ['a|b*', ''],
    ['a||b', ''],
    ['xa{b|c}y', '[[x b]|[c y]]'],
    ['(a|b)c', '[c [a|b]]'],
    ['(a|b)*c', 'c'],
    ['(a|b){0,1}c', 'c'],
    ['(?:a|(?<x>bc+)d)+', '[a|[d bc]]'],
    ['(counter|window).*(spring|winter)', '[[counter|window] [spring|winter]]'],
    ['a[|]b|\\|c', '[[a b]||c]'],
    ['\\u0041\\x42\\cJ\\p{L}\\12', ''],
    ['(?=x)y', 'y'],
    ['(?<!x)y(?<=z)', 'y'],
    ['été.*本', '[ete 本]'],
    ['λι', 'λ'],
  ])('returns for %s: %s', (pattern, expected) => expect(format(findRequiredWords(pattern))).toBe(expected))

  it('is only used for letters whose cases fold to the same', () => {
    for (let code = 0; code < 0x20000; code += 1) {
      const letter = String.fromCodePoint(code)
      if (!/\p{Changes_When_Casemapped}/u.test(letter) || findRequiredWords(letter) === null) continue
      const cases = [letter.toLowerCase(), letter.toUpperCase(), letter.toUpperCase().toLowerCase()]
      for (const other of cases) {
        if (new RegExp(`^${letter}$`, 'iu').test(other) || new RegExp(`^${letter}$`, 'i').test(other))
          expect(fold(other), `${letter} ${other}`).toBe(fold(letter))
      }
    }
  })
})
