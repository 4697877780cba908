import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { messagesIn } from '../../electron/contract/messages.ts'
import {
  targetProgramOf,
  readingRegion,
  keepsTexts,
  type TargetProgram,
} from '../../electron/export/preflight/reading/target-program.ts'
import { readingOf } from '../../electron/export/preflight/reading/reading.ts'
import { runsAsFormula } from '../../electron/export/values/formula-guard.ts'
import { EDGE_CASE_TEXTS } from '../support/edge-case-texts.ts'

/** How Excel reads the edge cases in the United States, by the rules in docs/export-check.md. */
const US_READINGS: Readonly<Record<string, readonly [kind: string, becomes: string]>> = {
  '007': ['zeros', '7'],
  '00123': ['zeros', '123'],
  '000': ['zeros', '0'],
  '-007': ['zeros', '-7'],
  '007.50': ['zeros', '7.5'],
  '-0': ['number', '0'],
  '+1': ['number', '1'],
  '+1.5': ['number', '1.5'],
  '1.0': ['number', '1'],
  '1.50': ['number', '1.5'],
  '.5': ['number', '0.5'],
  '1.': ['number', '1'],
  '-.5': ['number', '-0.5'],
  '0.10': ['number', '0.1'],
  '- 12': ['number', '-12'],
  '(12)': ['number', '-12'],
  '(1.5)': ['number', '-1.5'],
  '5 ': ['number', '5'],
  ' 5': ['number', '5'],
  '1,234': ['number', '1234'],
  '12,34567': ['number', '1234567'],
  '1,234.5': ['number', '1234.5'],
  '1e5': ['exponent', '1.00E+05'],
  '10E3': ['exponent', '1.00E+04'],
  '1E+5': ['exponent', '1.00E+05'],
  '1e-3': ['exponent', '1.00E-03'],
  '1.5e10': ['exponent', '1.50E+10'],
  '12345678901234567890': ['longNumber', '1.23457E+19'],
  '0.1234567890123456789': ['longNumber', '0.123456789012346'],
  '9007199254740993': ['longNumber', '9.00720E+15'],
  '4006381333931': ['longNumber', '4.00638E+12'],
  '123456789012': ['longNumber', '1.23457E+11'],
  '-123456789012': ['longNumber', '-1.23457E+11'],
  '50%': ['amount', '0.5'],
  '50 %': ['amount', '0.5'],
  '%50': ['amount', '0.5'],
  '$5.00': ['amount', '5'],
  '$1,234.50': ['amount', '1234.5'],
  '€ 5': ['amount', '5'],
  '5€': ['amount', '5'],
  '1 1/2': ['amount', '1.5'],
  '0 3/4': ['amount', '0.75'],
  '1/2': ['date', '02-Jan'],
  '1-2': ['date', '02-Jan'],
  '1-13': ['date', '13-Jan'],
  '13-1': ['date', '13-Jan'],
  '31-12': ['date', '31-Dec'],
  '12-31': ['date', '31-Dec'],
  '12-34': ['date', 'Dec-1934'],
  '2/30': ['date', 'Feb-1930'],
  '2/32': ['date', 'Feb-1932'],
  '2026/5': ['date', 'May-2026'],
  '2026-05': ['date', 'May-2026'],
  '5-2026': ['date', 'May-2026'],
  '1900-01': ['date', 'Jan-1900'],
  '1900-02-29': ['date', '29-Feb-1900'],
  '2026-05-01': ['date', '01-May-2026'],
  '2026/05/01': ['date', '01-May-2026'],
  '2026-5-1': ['date', '01-May-2026'],
  '5/1/26': ['date', '01-May-2026'],
  '1/2/3': ['date', '02-Jan-2003'],
  '12/31/2026': ['date', '31-Dec-2026'],
  '1-2-26': ['date', '02-Jan-2026'],
  '1/2-2026': ['date', '02-Jan-2026'],
  '2026-05-01 10:00': ['date', '01-May-2026 10:00:00'],
  '5/1/26 12:30 PM': ['date', '01-May-2026 12:30:00'],
  'May 1': ['date', '01-May'],
  'May 1, 2026': ['date', '01-May-2026'],
  MARCH1: ['date', '01-Mar'],
  SEPT2: ['date', '02-Sep'],
  DEC1: ['date', '01-Dec'],
  OCT4: ['date', '04-Oct'],
  SEP15: ['date', '15-Sep'],
  '3-Mar': ['date', '03-Mar'],
  'Jan-26': ['date', '26-Jan'],
  'Mar 1': ['date', '01-Mar'],
  '1-MAR': ['date', '01-Mar'],
  MAR1: ['date', '01-Mar'],
  '1MAR': ['date', '01-Mar'],
  '1 Mar': ['date', '01-Mar'],
  Mar01: ['date', '01-Mar'],
  '1 March 2026': ['date', '01-Mar-2026'],
  'March 2026': ['date', 'Mar-2026'],
  'Mar-26': ['date', '26-Mar'],
  MAR32: ['date', 'Mar-1932'],
  MAR1950: ['date', 'Mar-1950'],
  'Dec 32': ['date', 'Dec-1932'],
  FEB29: ['date', '29-Feb'],
  FEB30: ['date', 'Feb-1930'],
  'JAN-2026': ['date', 'Jan-2026'],
  '1:30': ['time', '01:30:00'],
  '24:00': ['time', '24:00:00'],
  '12:30 PM': ['time', '12:30:00'],
  '17:': ['time', '17:00:00'],
  '1:2:3': ['time', '01:02:03'],
  '10 AM': ['time', '10:00:00'],
  '1 p': ['time', '13:00:00'],
  '1 a': ['time', '01:00:00'],
  '00:00': ['time', '00:00:00'],
  '9999:00': ['time', '9999:00:00'],
  '12:30:45.5': ['time', '12:30:45'],
  '16:9': ['time', '16:09:00'],
  TRUE: ['word', 'TRUE'],
  True: ['word', 'TRUE'],
  false: ['word', 'FALSE'],
  FALSE: ['word', 'FALSE'],
  '#N/A': ['word', '#N/A'],
  '#REF!': ['word', '#REF!'],
  '#ref!': ['word', '#REF!'],
  '#NAME?': ['word', '#NAME?'],
  '#DIV/0!': ['word', '#DIV/0!'],
  '#VALUE!': ['word', '#VALUE!'],
  '#NUM!': ['word', '#NUM!'],
  '#NULL!': ['word', '#NULL!'],
}

/** Differences in Germany: other names, periods in dates, a decimal comma. Null for an unchanged text. */
const GERMAN_READINGS: Readonly<Record<string, readonly [kind: string, becomes: string] | null>> = {
  '.5': null,
  '1.': null,
  '-.5': null,
  '+1.5': null,
  '007.50': null,
  '$5.00': null,
  '$1,234.50': null,
  '12/31/2026': null,
  // A point between two numbers belongs to a date or separates groups of digits.
  '1.0': ['date', 'Jan-2000'],
  '1.50': ['date', 'Jan-1950'],
  '0.10': null,
  '1.5.': ['date', '01-May'],
  '3.4': ['date', '03-Apr'],
  '1.2.3': ['date', '01-Feb-2003'],
  '01.05.2026': ['date', '01-May-2026'],
  '31.12.26': ['date', '31-Dec-2026'],
  '31/12/2026': ['date', '31-Dec-2026'],
  '1.234,56': ['number', '1234,56'],
  '0.1234567890123456789': ['longNumber', '1,23457E+18'],
  '1,234': null,
  '12,34567': null,
  '1,234.5': null,
  '(1.5)': null,
  '1.5e10': null,
  '1e5': ['exponent', '1,00E+05'],
  '10E3': ['exponent', '1,00E+04'],
  '1E+5': ['exponent', '1,00E+05'],
  '1e-3': ['exponent', '1,00E-03'],
  '12345678901234567890': ['longNumber', '1,23457E+19'],
  '9007199254740993': ['longNumber', '9,00720E+15'],
  '4006381333931': ['longNumber', '4,00638E+12'],
  '123456789012': ['longNumber', '1,23457E+11'],
  '-123456789012': ['longNumber', '-1,23457E+11'],
  '50%': ['amount', '0,5'],
  '50 %': ['amount', '0,5'],
  '%50': ['amount', '0,5'],
  '1 1/2': ['amount', '1,5'],
  '0 3/4': ['amount', '0,75'],
  '1/2': ['date', '01-Feb'],
  '1-2': ['date', '01-Feb'],
  '5/1/26': ['date', '05-Jan-2026'],
  '1/2/3': ['date', '01-Feb-2003'],
  '1-2-26': ['date', '01-Feb-2026'],
  '1/2-2026': ['date', '01-Feb-2026'],
  '5/1/26 12:30 PM': ['date', '05-Jan-2026 12:30:00'],
  // Names of months are German.
  'May 1': null,
  'May 1, 2026': null,
  MARCH1: null,
  DEC1: null,
  OCT4: null,
  '3-Mar': null,
  'Mar 1': null,
  '1-MAR': null,
  MAR1: null,
  '1MAR': null,
  '1 Mar': null,
  Mar01: null,
  '1 March 2026': null,
  'March 2026': null,
  'Mar-26': null,
  MAR32: null,
  MAR1950: null,
  'Dec 32': null,
  'Mai 1': ['date', '01-May'],
  'Dez 24': ['date', '24-Dec'],
  '24. Dezember 2026': ['date', '24-Dec-2026'],
  WAHR: ['word', 'WAHR'],
  FALSCH: ['word', 'FALSCH'],
}

const excelIn = (locale: string): TargetProgram => ({ name: 'excel', regions: [readingRegion(locale)] })

function readingsOf(program: TargetProgram): Readonly<Record<string, readonly [string, string | null]>> {
  const readings = EDGE_CASE_TEXTS.filter((text) => !runsAsFormula(text)).flatMap((text) => {
    const reading = readingOf(text, program)
    return reading === null ? [] : [[text, [reading.kind, reading.becomes]] as const]
  })
  return Object.fromEntries(readings)
}

describe('readingOf, for Excel', () => {
  it('finds exactly the texts that change in the United States', () => {
    expect(readingsOf(excelIn('en-US'))).toEqual(US_READINGS)
  })

  it('finds exactly the texts that change in Germany', () => {
    const germanReadings = Object.entries({ ...US_READINGS, ...GERMAN_READINGS }).filter(
      ([, change]) => change !== null,
    )
    expect(readingsOf(excelIn('de-DE'))).toEqual(Object.fromEntries(germanReadings))
  })

  it('finds texts that change in any region, if the region is unknown', () => {
    const elsewhere = targetProgramOf('excelElsewhere', 'en-US')
    expect(readingOf('3.4', elsewhere)).toEqual({ kind: 'date', becomes: '03-Apr' })
    expect(readingOf('1\u202f234', elsewhere)).toEqual({ kind: 'number', becomes: '1234' })
    expect(readingOf('Wobbler', elsewhere)).toBeNull()
  })

  it.each([
    ['en-GB', '31/12/2026', '31-Dec-2026'],
    ['sv-SE', '26-12-31', '31-Dec-2026'],
    ['fr-FR', '1 févr', '01-Feb'],
    ['xx-not-a-locale', 'Mar 1', '01-Mar'],
  ])('reads by region: %s, %s', (locale, text, becomes) => {
    expect(readingOf(text, excelIn(locale))).toEqual({ kind: 'date', becomes })
  })

  it('never changes a text of letters and spaces', () => {
    const letterWords = fc.stringMatching(/^[a-z]{4,20}( [a-z]{4,20}){0,3}$/u)
    fc.assert(
      fc.property(
        letterWords,
        (text) => text === 'true' || text === 'false' || readingOf(text, excelIn('en-US')) === null,
      ),
    )
  })

  it('never changes a number that is written as Excel writes it', () => {
    const program = excelIn('en-US')
    fc.assert(
      fc.property(
        fc.integer({ min: -99_999_999, max: 99_999_999 }),
        fc.integer({ min: 0, max: 99 }),
        (whole, part) => readingOf(String(Number((whole + part / 100).toFixed(2))), program) === null,
      ),
    )
  })

  it('returns quickly for any text', () => {
    const programs = (['excel', 'excelElsewhere', 'libreOffice'] as const).map((preset) =>
      targetProgramOf(preset, 'de-DE'),
    )
    for (const fragment of ['1', '1 ', '1,', '(', '-', ':', 'a1', '. '])
      for (const program of programs)
        expect(readingOf(`${fragment.repeat(398 / fragment.length)}x`, program)).toBeNull()
  })
})

describe('readingOf, for other programs', () => {
  it('keeps quoted texts in LibreOffice with its preset, and all texts in machine formats', () => {
    expect(keepsTexts(targetProgramOf('libreOffice', 'en-US'), { quotes: 'texts' })).toBe(true)
    expect(keepsTexts(targetProgramOf('libreOffice', 'en-US'), { quotes: 'needed' })).toBe(false)
    expect(keepsTexts(targetProgramOf('rfc4180', 'en-US'), { quotes: 'needed' })).toBe(true)
    expect(keepsTexts(targetProgramOf('excel', 'en-US'), { quotes: 'all' })).toBe(false)
  })

  it.each([
    ['en', 'Format quoted field as text'],
    ['de', 'Felder in Anführungszeichen als Text formatieren'],
    ['fr', 'Formater les champs entre guillemets comme texte'],
  ] as const)('names the option of LibreOffice that keeps quoted texts (%s)', async (language, option) => {
    const { presetTexts } = (await messagesIn(language)).items.export
    expect(presetTexts.libreOffice).toContain(option)
  })
})
