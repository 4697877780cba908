import { describe, expect, it } from 'vitest'
import { columnOfField, FIELD_KEYS, parseFields } from '../../electron/contract/search-fields.ts'
import { ITEM_COLUMN_LABELS } from '../../electron/contract/strings/columns.ts'
import {
  quoteIfNeeded,
  keySuggestions,
  termAt,
  applySuggestion,
  valueSuggestions,
} from '../../renderer/state/suggestions.ts'

/** The text without its bar, and the token at the position of the bar. */
function at(marked: string): { readonly text: string; readonly piece: ReturnType<typeof termAt> } {
  const caret = marked.indexOf('|')
  const text = marked.replace('|', '')
  return { text, piece: termAt(text, caret, columnOfField) }
}

const WORDS = { yes: 'yes', no: 'no', empty: 'empty' }

describe('termAt', () => {
  it('returns a key, a word or a value of a column', () => {
    expect(at('wobbler po|').piece).toEqual({ column: null, start: 8, end: 10, typed: 'po' })
    expect(at('-po|').piece).toEqual({ column: null, start: 1, end: 3, typed: 'po' })
    expect(at('pos:00|').piece).toEqual({ column: 'posNumber', start: 4, end: 6, typed: '00' })
    expect(at('status:3,|').piece).toEqual({ column: 'status', start: 9, end: 9, typed: '' })
    expect(at('element:"Shelf w|obbler" x').piece).toEqual({
      column: 'elementName',
      start: 8,
      end: 23,
      typed: 'Shelf w',
    })
    expect(at('po|s:1').piece).toEqual({ column: null, start: 0, end: 4, typed: 'po' })
  })

  it('returns null in a phrase and after an unknown key', () => {
    expect(at('"a b|').piece).toBeNull()
    expect(at('colour:r|').piece).toBeNull()
  })
})

describe('suggestions', () => {
  it('list keys by start or column label, shortest first', () => {
    const offered = (typed: string): readonly string[] =>
      keySuggestions(typed, FIELD_KEYS, ITEM_COLUMN_LABELS).map(({ text }) => text)
    expect(offered('po')).toEqual(['pos:', 'posNumber:'])
    expect(offered('quantity')).toEqual(['qty:'])
    expect(offered('').slice(0, 2)).toEqual(['name:', 'pos:'])
    expect(offered('zzz')).toEqual([])
  })

  it('list values of the column and its keywords until the typed value is complete', () => {
    const offered = (column: 'elementName' | 'isLocked' | 'updatedAt', typed: string): readonly string[] =>
      valueSuggestions({ column, typed }, [{ value: 'Shelf wobbler', count: 3 }], WORDS, () => '3').map(
        ({ text }) => text,
      )
    expect(offered('elementName', 'wob')).toEqual(['"Shelf wobbler"'])
    expect(offered('elementName', 'shelf wobbler')).toEqual([])
    expect(offered('isLocked', '')).toEqual(['yes', 'no', 'empty'])
    expect(offered('isLocked', 'no')).toEqual([])
    expect(offered('updatedAt', '')).toEqual(['empty'])
  })

  it('replace the typed text, with the caret at the end', () => {
    const { text, piece } = at('wobbler po| x')
    expect(piece && applySuggestion(text, piece, { text: 'pos:', note: '' })).toEqual({
      text: 'wobbler pos: x',
      caret: 12,
    })
    const value = at('element:sh|')
    expect(
      value.piece && applySuggestion(value.text, value.piece, { text: '"Shelf wobbler"', note: '' }),
    ).toEqual({
      text: 'element:"Shelf wobbler" ',
      caret: 24,
    })
  })

  it('write numbers without quotes, and use a findable part of a text with quotes', () => {
    expect(quoteIfNeeded(-5)).toBe('-5')
    expect(quoteIfNeeded('7" wobbler, left')).toBe('"wobbler, left"')
  })

  it('write values that are parsed as the same value', () => {
    for (const value of [
      'Poster',
      'Shelf wobbler',
      'A,B',
      'empty',
      '>5',
      '夏祭り',
      '-x',
      'a..b',
      '12-34/5.6',
    ]) {
      expect(parseFields(`element:${quoteIfNeeded(value)}`).terms[0]?.match, value).toMatchObject({
        values: [{ kind: 'text', text: value }],
      })
    }
  })
})
