import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ExactNumber, jsonText, parseExactly } from '../../electron/store/exact-json.ts'

const isSafeInteger = (_digits: string, value: number): boolean => Number.isSafeInteger(value)
const exactly = (text: string): unknown => parseExactly(text, isSafeInteger)

describe('parseExactly', () => {
  it('keeps the digits of numbers that are not exact, and nothing but numbers', () => {
    const text =
      '{"a":[1,1.10,-0.5e-3,123456789012345678901],"1.5":"1.5","\\"2.5":{"__proto__":3.50},"b":null}'
    expect(exactly(text)).toMatchObject({ a: [1, { digits: '1.10' }, { digits: '-0.5e-3' }, {}] })
    expect(jsonText(exactly(text))).toBe(text)
    expect(exactly(' 1.10 ')).toEqual(new ExactNumber('1.10'))
  })

  it('returns what JSON.parse does if all numbers are exact', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 2), (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), null, indent)
        expect(parseExactly(text, () => true)).toEqual(JSON.parse(text))
      }),
    )
  })
})

describe('jsonText', () => {
  it('returns what JSON.stringify does', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const value: unknown = JSON.parse(json)
        expect(jsonText(value)).toBe(JSON.stringify(value))
        expect(jsonText(exactly(JSON.stringify(value)))).toBe(JSON.stringify(value))
      }),
    )
  })

  it('writes values of any depth', () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const text = `${open.repeat(100_000)}1.10${close.repeat(100_000)}`
      expect(jsonText(exactly(text))).toBe(text)
    }
  })
})
