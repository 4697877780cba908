import { describe, expect, it } from 'vitest'
import { fold } from '../../electron/contract/fold.ts'
import { literalsOf } from '../../electron/store/query/pattern-literals.ts'

describe('the words that a pattern cannot do without', () => {
  it.each([
    ['poster', ['poster']],
    ['Shelf Wobbler$', ['shelf', 'wobbler']],
    ['^KW26-00\\d\\d', ['kw26-00']],
    ['colou?r', ['colo', 'r']],
    ['ab*c+d{2}e', ['a', 'c', 'e']],
    ['a\\.b', ['a.b']],
    ['a(bc)?d(e|f)g', ['a', 'd', 'g']],
    ['a[xyz]b', ['a', 'b']],
    ['a|b', []],
    ['(a|b)c', ['c']],
    ['\\u0041\\x42\\cJ\\p{L}\\12', []],
    ['(?=x)y', ['y']],
    ['été.*本', ['ete', '本']],
    ['λι', ['λ']],
  ])('of %s are %j', (pattern, words) => {
    expect(literalsOf(pattern)).toEqual(words)
  })

  it('fold to the same in every case that the engine takes for the same', () => {
    for (let code = 0; code < 0x20000; code += 1) {
      const letter = String.fromCodePoint(code)
      if (!/\p{Changes_When_Casemapped}/u.test(letter) || literalsOf(letter).length === 0) continue
      const cases = [letter.toLowerCase(), letter.toUpperCase(), letter.toUpperCase().toLowerCase()]
      for (const other of cases) {
        if (new RegExp(`^${letter}$`, 'iu').test(other) || new RegExp(`^${letter}$`, 'i').test(other))
          expect(fold(other), `${letter} ${other}`).toBe(fold(letter))
      }
    }
  })
})
