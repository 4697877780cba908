import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isList, MAX_ENTRY_LENGTH, MAX_ENTRIES, readPastedList } from '../../renderer/state/pasted-list.ts'

const entriesOf = (text: string): readonly string[] => readPastedList(text).entries

describe('a pasted list', () => {
  it('is read from lines and from cells, in their order, each value once', () => {
    expect(entriesOf('00123\r\n00124\r\n\r\n 00123 \r\n')).toEqual(['00123', '00124'])
    expect(entriesOf('00123\t00124\n00125')).toEqual(['00123', '00124', '00125'])
  })

  it('is divided at commas, semicolons and spaces only where it is one line', () => {
    expect(entriesOf('A-1, A-2;A-3 A-4')).toEqual(['A-1', 'A-2', 'A-3', 'A-4'])
    expect(entriesOf('End cap, left\nEnd cap, right')).toEqual(['End cap, left', 'End cap, right'])
  })

  it('takes the quotes away that a spreadsheet puts around a cell', () => {
    expect(entriesOf('"7"" wobbler"\n00124')).toEqual(['7" wobbler', '00124'])
  })

  it('says how many it cannot look for', () => {
    const lines = Array.from({ length: MAX_ENTRIES + 2 }, (_, at) => String(at))
    expect(readPastedList(lines.join('\n'))).toMatchObject({ leftOut: 2 })
    expect(readPastedList(`a\n${'b'.repeat(MAX_ENTRY_LENGTH + 1)}`)).toEqual({ entries: ['a'], leftOut: 1 })
  })

  it('gives back every list of values without white space at their ends', () => {
    const value = fc
      .stringMatching(/^[A-Za-z0-9;, .-]{1,20}$/u)
      .map((text) => text.trim())
      .filter((text) => text !== '')
    fc.assert(
      fc.property(fc.uniqueArray(value, { minLength: 2 }), (values) => {
        expect(entriesOf(values.join('\n'))).toEqual(values)
      }),
    )
  })

  it('is told from words to search for by its lines', () => {
    expect(isList('00123\n00124')).toBe(true)
    expect(isList('00123\n')).toBe(false)
    expect(isList('wobbler shelf, left')).toBe(false)
  })
})
