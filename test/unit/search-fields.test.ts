import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseFields, type FieldTerm } from '../../electron/contract/search-fields.ts'
import { isInRange, readRange } from '../../electron/contract/search-ranges.ts'
import { printFields } from '../support/print-fields.ts'

// prettier-ignore
const PIECES = [
  ' ', ' ', '-', '"', ':', ',', '..', '>', '<', '>=', '5', '-3', '1.5', 'pos', 'pos:', 'status:', 'qty:', 'locked:',
  'updated:', 'element:', 'Name:', 'nothing:', 'yes', 'no', 'empty', 'wobbler', 'Shelf', '2026-05-01', '2026-05',
  '2026-13', '日本', '😀', '\u00a0', 'http://a', '10:30', '\\', '(', ')',
] as const
const text = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 10 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary' }),
)

function withoutRanges(terms: readonly FieldTerm[]): readonly Pick<FieldTerm, 'negated' | 'match'>[] {
  return terms.map(({ negated, match }) => ({ negated, match }))
}

describe('parseFields', () => {
  it('parses everything except white space, up to a problem', () => {
    fc.assert(
      fc.property(text, (search) => {
        const { terms, problem } = parseFields(search)
        let offset = 0
        for (const { start, end } of terms) {
          expect(search.slice(offset, start).trim()).toBe('')
          expect(end).toBeGreaterThan(start)
          offset = end
        }
        if (problem === null) {
          expect(search.slice(offset).trim()).toBe('')
        } else {
          expect(problem.start).toBeGreaterThanOrEqual(offset)
          expect(problem.end).toBeGreaterThan(problem.start)
          expect(problem.end).toBeLessThanOrEqual(search.length)
        }
      }),
      { numRuns: 3_000 },
    )
  })

  it('parses printed terms to equal terms', () => {
    let termCount = 0
    fc.assert(
      fc.property(text, (search) => {
        const { terms } = parseFields(search)
        termCount += terms.length
        const reparsed = parseFields(printFields(terms))
        expect(reparsed.problem).toBeNull()
        expect(withoutRanges(reparsed.terms)).toEqual(withoutRanges(terms))
      }),
      { numRuns: 3_000 },
    )
    expect(termCount).toBeGreaterThan(1_000)
  })

  it('distinguishes words, phrases and columns', () => {
    expect(
      withoutRanges(
        parseFields('a -b "c d" -"e" POS:1,"2 3" -locked:yes element:empty http://x 10:30').terms,
      ),
    ).toEqual([
      { negated: false, match: { kind: 'word', text: 'a' } },
      { negated: true, match: { kind: 'word', text: 'b' } },
      { negated: false, match: { kind: 'phrase', text: 'c d' } },
      { negated: true, match: { kind: 'phrase', text: 'e' } },
      {
        negated: false,
        match: {
          kind: 'column',
          column: 'posNumber',
          values: [
            { kind: 'text', text: '1' },
            { kind: 'text', text: '2 3' },
          ],
        },
      },
      {
        negated: true,
        match: { kind: 'column', column: 'isLocked', values: [{ kind: 'flag', value: true }] },
      },
      { negated: false, match: { kind: 'column', column: 'elementName', values: [{ kind: 'empty' }] } },
      { negated: false, match: { kind: 'word', text: 'http://x' } },
      { negated: false, match: { kind: 'word', text: '10:30' } },
    ])
  })

  it.each([
    ['colour:red', 'colour', 'no such field'],
    ['a pos:', ':', 'a value is missing'],
    ['pos:1, b', ',', 'a value is missing'],
    ['a "b c', '"b c', 'closing quotation mark'],
    ['a "" b', '""', 'quotation marks are empty'],
    ['qty:many', 'many', 'a number'],
    ['qty:1..2..3', '1..2..3', 'a number'],
    ['locked:maybe', 'maybe', 'yes, no'],
    ['updated:2026-02-30', '2026-02-30', 'a date'],
  ])('reports for %s that %s is wrong', (search, wrong, reason) => {
    const { problem } = parseFields(search)
    expect(search.slice(problem?.start, problem?.end)).toBe(wrong)
    expect(problem?.reason).toContain(reason)
  })
})

describe('readRange', () => {
  it.each([
    ['5', [5], [4.9, 5.1]],
    ['>5', [5.1, 9], [5]],
    ['>=5', [5], [4.9]],
    ['<-5', [-6], [-5]],
    ['<=5', [5], [5.1]],
    ['1..5', [1, 5], [0.9, 5.1]],
    ['1..', [1, 1e9], [0]],
    ['..5', [5, -1e9], [6]],
  ] as const)('reads the number range %s', (written, inside, outside) => {
    const range = readRange(written, 'number')
    expect(inside.map((value) => range !== null && isInRange(range, value))).not.toContain(false)
    expect(outside.map((value) => range === null || isInRange(range, value))).not.toContain(true)
  })

  it.each([
    ['2026-05-01', new Date(2026, 4, 1), new Date(2026, 4, 2)],
    ['2026-05', new Date(2026, 4, 1), new Date(2026, 5, 1)],
    ['2026', new Date(2026, 0, 1), new Date(2027, 0, 1)],
    ['2026-05-30..2026-06', new Date(2026, 4, 30), new Date(2026, 6, 1)],
    ['>2026-04', new Date(2026, 4, 1), null],
    ['>=2026-05', new Date(2026, 4, 1), null],
    ['<2026-05', null, new Date(2026, 4, 1)],
    ['<=2026-04', null, new Date(2026, 4, 1)],
  ])('reads the date range %s in local time', (written, first, end) => {
    const range = readRange(written, 'dateTime')
    const has = (instant: number): boolean | null => range && isInRange(range, instant)
    expect(has(first?.getTime() ?? -1e13)).toBe(true)
    expect(has((end?.getTime() ?? 1e13) - 1)).toBe(true)
    if (first !== null) expect(has(first.getTime() - 1)).toBe(false)
    if (end !== null) expect(has(end.getTime())).toBe(false)
  })

  it.each(['', '..', 'a', '1..b', '>', '1e5', '2026-00'])('rejects %j', (written) => {
    expect(readRange(written, 'number')).toBeNull()
    expect(readRange(written.replace('1', '2026-01-32'), 'dateTime')).toBeNull()
  })
})
