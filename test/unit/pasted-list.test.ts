import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isPastedList,
  MAX_ENTRY_LENGTH,
  MAX_ENTRIES,
  parsePastedList,
} from '../../renderer/state/pasted-list.ts'

const entriesOf = (text: string): readonly string[] => parsePastedList(text).entries

describe('a pasted list', () => {
  it('is read from lines and cells in order, each value once', () => {
    expect(entriesOf('00123\r\n00124\r\n\r\n 00123 \r\n')).toEqual(['00123', '00124'])
    expect(entriesOf('00123\t00124\n00125')).toEqual(['00123', '00124', '00125'])
  })

  it('is split at commas, semicolons and spaces only if it is one line', () => {
    expect(entriesOf('A-1, A-2;A-3 A-4')).toEqual(['A-1', 'A-2', 'A-3', 'A-4'])
    expect(entriesOf('End cap, left\nEnd cap, right')).toEqual(['End cap, left', 'End cap, right'])
  })

  it('is read without the quotes of spreadsheet cells', () => {
    expect(entriesOf('"7"" wobbler"\n00124')).toEqual(['7" wobbler', '00124'])
  })

  it('reports how many entries exceed its limits', () => {
    const lines = Array.from({ length: MAX_ENTRIES + 2 }, (_, at) => String(at))
    expect(parsePastedList(lines.join('\n'))).toMatchObject({ omitted: 2 })
    expect(parsePastedList(`a\n${'b'.repeat(MAX_ENTRY_LENGTH + 1)}`)).toEqual({ entries: ['a'], omitted: 1 })
  })

  it('keeps all values without surrounding white space', () => {
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

  it('is recognized by its line breaks', () => {
    expect(isPastedList('00123\n00124')).toBe(true)
    expect(isPastedList('00123\n')).toBe(false)
    expect(isPastedList('wobbler shelf, left')).toBe(false)
  })
})
