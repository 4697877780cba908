import { describe, expect, it } from 'vitest'
import { delimiterFor } from '../../electron/export/delimiter.ts'

describe('the delimiter that a locale’s spreadsheets expect', () => {
  it.each([
    ['en-US', ','],
    ['en-GB', ','],
    ['ja-JP', ','],
    ['zh-Hans-CN', ','],
    ['es-MX', ','],
    ['de-DE', ';'],
    ['de', ';'],
    ['fr-FR', ';'],
    ['pt-BR', ';'],
    ['nl-BE', ';'],
    ['ru-RU', ';'],
    ['el-GR', ';'],
    // A decimal point, and a semicolon all the same.
    ['de-CH', ';'],
  ])('%s: %s', (locale, delimiter) => {
    expect(delimiterFor(locale)).toBe(delimiter)
  })

  it.each(['', 'not a locale', 'C', 'de_DE'])(
    'takes %j, which is no locale, for one with a comma',
    (locale) => {
      expect(delimiterFor(locale)).toBe(',')
    },
  )
})
