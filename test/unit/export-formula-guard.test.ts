import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guardFormula } from '../../electron/export/values/formula-guard.ts'

/** Removes the guard from a text (decision 4). */
function unguarded(text: string): string {
  return text.startsWith("'") && guardFormula(text) !== text ? text.slice(1) : text
}

describe('guardFormula', () => {
  it.each([
    ['=1+1'],
    ['=cmd|’ /C calc’!A0'],
    ['=HYPERLINK("http://example.test","x")'],
    ['+A1'],
    ['-A1'],
    ['-2+3+cmd|x'],
    ['-5-3'],
    ['+49-30-1234'],
    ['-Display'],
    ['- Display'],
    ['@SUM(A1)'],
    ['\t=1+1'],
    ['\rtext'],
    ['\ttext'],
    ['\ntext'],
    ['\0text'],
    ['  =1+1'],
    ['\u00a0=1+1'],
    ['\u200b=1+1'],
    ['\ufeff=1+1'],
    ['\u0001=1+1'],
    ...Array.from(
      '\u007f\u0085\u009f\u00ad\u034f\u061c\u115f\u180e\u200e\u202a\u2066\u3164\ufe0f',
      (hidden) => [`${hidden}=1+1`],
    ),
    ['＝1+1'],
    ['＋1'],
    ['－1'],
    ['＠SUM(A1)'],
    ['--5'],
    ['-1\n=2'],
    ['-1;=2'],
    ['='],
    ['@'],
    // Otherwise it would look like a guarded text.
    ["'=1+1"],
    ["''-Display"],
  ])('guards %j', (text) => {
    expect(guardFormula(text)).toBe(`'${text}`)
  })

  it.each([
    [''],
    ['Wobbler'],
    ['Wobbler = large'],
    ['5-3'],
    ['A+B'],
    ['info@example.test'],
    ['00123'],
    ['-5'],
    ['+1.5'],
    ['-1 200,00'],
    ['+49 30 1234'],
    ['-'],
    ['–5'],
    ['’=1+1'],
    ["'007"],
    ["it's"],
    [' text'],
    ['2026-07-01T10:00:00.000Z'],
  ])('does not change %j', (text) => {
    expect(guardFormula(text)).toBe(text)
  })

  it('adds one apostrophe or nothing, reversibly', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.string({ unit: fc.constantFrom(...Array.from("=+-@ \t\r\n0A9.,'")) }),
        ),
        (text) => {
          const guarded = guardFormula(text)
          expect([text, `'${text}`]).toContain(guarded)
          if (/^\s*[=@]/u.test(text)) expect(guarded).toBe(`'${text}`)
          expect(unguarded(guarded)).toBe(text)
        },
      ),
      { numRuns: 500 },
    )
  })
})
