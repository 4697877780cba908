import { describe, expect, it } from 'vitest'
import { EXPORT_PRESETS, regionOf, styleOfPreset } from '../../electron/contract/csv-style.ts'

describe('what a locale’s spreadsheets expect between two cells', () => {
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
    expect(regionOf(locale).delimiter).toBe(delimiter)
  })

  it.each(['', 'not a locale', 'C', 'de_DE'])(
    'takes %j, which is no locale, for one with a comma',
    (locale) => {
      expect(regionOf(locale)).toEqual({ delimiter: ',', decimalMark: '.' })
    },
  )
})

describe('the decimal mark', () => {
  it.each([
    ['en-GB', '.'],
    ['de-DE', ','],
    ['pl-PL', ','],
    ['de-CH', '.'],
  ])('of %s: %s', (locale, mark) => {
    expect(regionOf(locale).decimalMark).toBe(mark)
  })
})

describe('a preset', () => {
  it.each(['en-US', 'de-DE', 'de-CH'])('of %s has a delimiter that is not its decimal mark', (locale) => {
    for (const preset of EXPORT_PRESETS) {
      const { delimiter, decimalMark } = styleOfPreset(preset, regionOf(locale))
      expect(delimiter).not.toBe(decimalMark)
    }
  })

  it('for another region has the other separators', () => {
    const here = regionOf('en-US')
    expect(styleOfPreset('excelElsewhere', here)).toMatchObject({ delimiter: ';', decimalMark: ',' })
    expect(styleOfPreset('excelElsewhere', regionOf('fr-FR'))).toMatchObject(here)
  })
})
