import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFormat } from '../../renderer/state/format.ts'
import { campaignFieldLabel, itemFieldLabel } from '../../electron/contract/field-labels.ts'
import { sortFields } from '../../renderer/views/changes/fields.ts'
import { fullValue, shownPair, shownValue } from '../../renderer/views/changes/values.ts'

const format = createFormat('en-GB')
const shown = (json: string | null): string => shownValue(json, format).text

describe('values of changed fields', () => {
  it.each([
    ['12000', '12,000'],
    ['12345678901234567890', '12345678901234567890'],
    ['true', 'Yes'],
    ['null', 'null'],
    ['""', 'empty text'],
    ['[]', 'empty list'],
    ['"2026-06-01T00:00:00.000Z"', '1 Jun 2026'],
    ['"https://files.example/a/b/c/front-v3.pdf"', 'files.example/…/front-v3.pdf'],
    ['"https://files.example"', 'files.example'],
    ['[{"_id":"1","name":"Front.pdf"},{"_id":"2","name":"Back.pdf"}]', 'Front.pdf; Back.pdf'],
    ['[{"_id":"1"},{"_id":"2"}]', '2 entries'],
    ['{"a":1,"b":2}', '2 fields'],
  ])('shows %s as %s', (json, text) => {
    expect(shown(json)).toBe(text)
  })

  it('shows an absent field as "not set"', () => {
    expect(shownValue(null, format)).toEqual({ text: 'not set', isPlaceholder: true, number: null })
  })

  it('shows the exact texts if both would look the same', () => {
    const pair = shownPair({ path: 'name', old: '"Poster"', new: '"Poster "' }, format)
    expect([pair.old.text, pair.now.text]).toEqual(['"Poster"', '"Poster "'])
  })

  it('never shows two different values alike', () => {
    fc.assert(
      fc.property(fc.json(), fc.json(), (old, now) => {
        fc.pre(old !== now)
        const pair = shownPair({ path: 'x', old, new: now }, format)
        expect(pair.old.text).not.toBe(pair.now.text)
      }),
    )
  })

  it('returns the full value of a shortened one', () => {
    expect(fullValue('"https://files.example/a/b"')).toBe('https://files.example/a/b')
    expect(fullValue('[1]')).toBe('[\n  1\n]')
    expect(fullValue('"Poster"')).toBeNull()
  })
})

describe('names of changed fields', () => {
  it.each([
    ['itemId.posNumber', 'POS number'],
    ['itemId.artworks', 'Artwork'],
    ['itemId.meta.colourCode', 'Meta · Colour code'],
    ['a\\.b.c', 'a.b · C'],
  ])('shows %s as %s', (path, label) => {
    expect(itemFieldLabel(path)).toBe(label)
  })

  it('use the overview’s labels for a campaign', () => {
    expect(campaignFieldLabel('dueInStoreDate')).toBe('Due in store')
  })

  it('are sorted by importance', () => {
    const fields = ['updatedAt', 'itemId.notes', 'qty', 'itemId.name'].map((path) => ({
      path,
      old: null,
      new: '1',
    }))
    expect(sortFields(fields).map(({ path }) => path)).toEqual([
      'itemId.name',
      'qty',
      'itemId.notes',
      'updatedAt',
    ])
  })
})
