import { expect, it } from 'vitest'
import { continuesPattern } from '../../electron/store/query/search-pattern.ts'

it.each([
  ['poster', 'post'],
  ['half p', 'half '],
  ['^counter .*17', '^counter .*1'],
  ['wobbler|str', 'wobbler|'],
  ['(a|b)\\d', '(a|b)'],
  ['pos-\\d{3}4', 'pos-\\d{3}'],
  ['(?i)ab', '(?i)a'],
  ['(a)\\1b', '(a)\\1'],
])('the pattern %s continues %s', (source, earlier) => {
  expect(continuesPattern(source, earlier)).toBe(true)
})

it.each([
  ['another text', 'carder', 'post'],
  ['itself', 'poster', 'poster'],
  ['a quantifier', 'poste?', 'poste'],
  ['an optional part', 'post*', 'post'],
  ['an alternative', 'post|card', 'post'],
  ['a number of times', 'a{1}', 'a'],
  ['the end of a number of times', 'a{2}', 'a{2'],
  ['the end of a class', '[a]', '[a'],
  ['another backreference', '(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)\\10', '(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)\\1'],
  ['the lenient mode', 'a{1b', 'a{1'],
  ['an escape that it ends', '\\x41', '\\x4'],
])('a pattern does not continue one by %s', (_what, source, earlier) => {
  expect(continuesPattern(source, earlier)).toBe(false)
})
