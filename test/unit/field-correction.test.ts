import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnOfField, FIELD_KEYS } from '../../electron/contract/search-fields.ts'
import { applyCorrection, correctField } from '../../renderer/state/field-correction.ts'

const corrected = (text: string): string | null => {
  const correction = correctField(text)
  return correction === null ? null : applyCorrection(text, correction).text
}

describe('a correction of an unknown field', () => {
  it.each([
    ['statsu:3', 'status:3'],
    ['wobbler -stats:3 x', 'wobbler -status:3 x'],
    ['quantity:>100', 'qty:>100'],
    ['QYT:5', 'qty:5'],
    ['elment:"Shelf wobbler"', 'element:"Shelf wobbler"'],
    ['qty:5 lokced:yes', 'qty:5 locked:yes'],
  ])('turns %s into %s', (text, expected) => {
    expect(corrected(text)).toBe(expected)
  })

  it.each([
    ['status:3'],
    ['https://print.example'],
    ['note: red'],
    ['"statsu:3"'],
    ['10:30'],
    ['a:b'],
    ['wobbler statsu'],
    ['colour:red'],
  ])('is not suggested for %s', (text) => {
    expect(corrected(text)).toBeNull()
  })

  it('puts the caret after the value', () => {
    const text = 'x statsu:3 y'
    expect(applyCorrection(text, correctField(text) ?? { start: 0, end: 0, key: '' })).toEqual({
      text: 'x status:3 y',
      caret: 10,
    })
  })

  it('always has a known field, and then finds no other mistake in it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...FIELD_KEYS), fc.nat(), fc.string(), ([key], position, text) => {
        const typo = key.slice(0, position % key.length) + key.slice((position % key.length) + 1)
        const correction = correctField(`${typo}:${text}`)
        if (correction !== null) expect(columnOfField(correction.key)).not.toBeNull()
      }),
    )
  })
})
