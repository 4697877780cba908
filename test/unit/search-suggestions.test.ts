import { describe, expect, it } from 'vitest'
import { columnOfField, FIELD_KEYS, parseFields } from '../../electron/contract/search-fields.ts'
import { messages } from '../../electron/contract/messages.ts'
import {
  quoteIfNeeded,
  keySuggestions,
  termAt,
  applySuggestion,
  valueSuggestions,
} from '../../renderer/state/suggestions.ts'

/** The text without its bar, and the token at the position of the bar. */
function parseAtBar(marked: string): { readonly text: string; readonly term: ReturnType<typeof termAt> } {
  const caret = marked.indexOf('|')
  const text = marked.replace('|', '')
  return { text, term: termAt(text, caret, columnOfField) }
}

const KEYWORDS = { yes: 'yes', no: 'no', empty: 'empty' }

describe('termAt', () => {
  it('returns a key, a word or a value of a column', () => {
    expect(parseAtBar('wobbler po|').term).toEqual({ column: null, start: 8, end: 10, typed: 'po' })
    expect(parseAtBar('-po|').term).toEqual({ column: null, start: 1, end: 3, typed: 'po' })
    expect(parseAtBar('pos:00|').term).toEqual({ column: 'posNumber', start: 4, end: 6, typed: '00' })
    expect(parseAtBar('status:3,|').term).toEqual({ column: 'status', start: 9, end: 9, typed: '' })
    expect(parseAtBar('element:"Shelf w|obbler" x').term).toEqual({
      column: 'elementName',
      start: 8,
      end: 23,
      typed: 'Shelf w',
    })
    expect(parseAtBar('po|s:1').term).toEqual({ column: null, start: 0, end: 4, typed: 'po' })
  })

  it('returns null in a phrase and after an unknown key', () => {
    expect(parseAtBar('"a b|').term).toBeNull()
    expect(parseAtBar('colour:r|').term).toBeNull()
  })
})

describe('suggestions', () => {
  it('list keys by start or column label, shortest first', () => {
    const suggestedTexts = (typed: string): readonly string[] =>
      keySuggestions(typed, FIELD_KEYS, messages.columns.items).map(({ text }) => text)
    expect(suggestedTexts('po')).toEqual(['pos:', 'posNumber:'])
    expect(suggestedTexts('quantity')).toEqual(['qty:'])
    expect(suggestedTexts('').slice(0, 2)).toEqual(['name:', 'pos:'])
    expect(suggestedTexts('zzz')).toEqual([])
  })

  it('list values of the column and its keywords until the typed value is complete', () => {
    const suggestedTexts = (
      column: 'elementName' | 'isLocked' | 'updatedAt',
      typed: string,
    ): readonly string[] =>
      valueSuggestions({ column, typed }, [{ value: 'Shelf wobbler', count: 3 }], KEYWORDS, () => '3').map(
        ({ text }) => text,
      )
    expect(suggestedTexts('elementName', 'wob')).toEqual(['"Shelf wobbler"'])
    expect(suggestedTexts('elementName', 'shelf wobbler')).toEqual([])
    expect(suggestedTexts('isLocked', '')).toEqual(['yes', 'no', 'empty'])
    expect(suggestedTexts('isLocked', 'no')).toEqual([])
    expect(suggestedTexts('updatedAt', '')).toEqual(['empty'])
  })

  it('list a text once that several values with quotes have', () => {
    const values = ['Banner 24" x 36"', 'Banner 24" x 48"'].map((value) => ({ value, count: 1 }))
    expect(
      valueSuggestions({ column: 'itemName', typed: '' }, values, KEYWORDS, () => '').map(({ text }) => text),
    ).toEqual(['"Banner 24"', 'empty'])
  })

  it('replace the typed text, with the caret at the end', () => {
    const { text, term } = parseAtBar('wobbler po| x')
    expect(term && applySuggestion(text, term, { text: 'pos:', note: '' })).toEqual({
      text: 'wobbler pos: x',
      caret: 12,
    })
    const value = parseAtBar('element:sh|')
    expect(
      value.term && applySuggestion(value.text, value.term, { text: '"Shelf wobbler"', note: '' }),
    ).toEqual({ text: 'element:"Shelf wobbler" ', caret: 24 })
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
      'Empty',
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
