import { describe, expect, it } from 'vitest'
import { EXPORT_PRESETS, regionOf, styleOfPreset } from '../../electron/contract/csv-style.ts'

describe('the delimiter of a locale', () => {
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
    // Switzerland has a decimal point and a semicolon nevertheless.
    ['de-CH', ';'],
  ])('of %s is %s', (locale, delimiter) => expect(regionOf(locale).delimiter).toBe(delimiter))

  it.each(['', 'not a locale', 'C', 'de_DE'])('is a comma for %j, which is no locale', (locale) =>
    expect(regionOf(locale)).toEqual({ delimiter: ',', decimalMark: '.' }),
  )
})

describe('the decimal mark of a locale', () => {
  it.each([
    ['en-GB', '.'],
    ['de-DE', ','],
    ['pl-PL', ','],
    ['de-CH', '.'],
  ])('of %s is %s', (locale, mark) => expect(regionOf(locale).decimalMark).toBe(mark))
})

describe('a CSV preset', () => {
  it.each(['en-US', 'de-DE', 'de-CH'])(
    'for %s has a delimiter that differs from its decimal mark',
    (locale) => {
      for (const preset of EXPORT_PRESETS) {
        const { delimiter, decimalMark } = styleOfPreset(preset, regionOf(locale))
        expect(delimiter).not.toBe(decimalMark)
      }
    },
  )

  it('for another region uses the other separators', () => {
    const region = regionOf('en-US')
    expect(styleOfPreset('excelElsewhere', region)).toMatchObject({ delimiter: ';', decimalMark: ',' })
    expect(styleOfPreset('excelElsewhere', regionOf('fr-FR'))).toMatchObject(region)
  })
})
