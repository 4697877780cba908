import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memberSlices } from '../../electron/store/json-slices.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

function memberTexts(text: string, member: string): ReadonlyMap<string, string> {
  const bytes = encoder.encode(text)
  return new Map(
    [...memberSlices(bytes, decoder.decode(bytes), member)].map(([name, slice]) => [
      name,
      decoder.decode(slice),
    ]),
  )
}

/** JSON in every layout, with strings that look like its syntax. */
const texts = fc
  .record({
    entities: fc.dictionary(
      fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('__proto__', 'a"b', '{', '}', '\\', '\\"')),
      fc.oneof(fc.jsonValue(), fc.constantFrom('"', '\\', '{"', ']}', '\\"}', '')),
      { noNullPrototype: false },
    ),
    before: fc.jsonValue(),
    after: fc.jsonValue(),
    indent: fc.constantFrom('', ' ', '\t', '  \r\n'),
  })
  .map(({ entities, before, after, indent }) => ({
    entities,
    text: JSON.stringify({ before, entities, after }, null, indent.trim() === '' ? indent : ' '),
  }))

describe('memberSlices', () => {
  it('returns the same members as JSON.parse, with exact text', () => {
    fc.assert(
      fc.property(texts, ({ entities, text }) => {
        const found = memberTexts(text, 'entities')
        const parsed = (JSON.parse(text) as { readonly entities: Record<string, unknown> }).entities
        expect([...found.keys()].sort()).toEqual(Object.keys(entities).sort())
        for (const [name, slice] of found) {
          expect(text).toContain(slice)
          expect(JSON.parse(slice)).toEqual(parsed[name])
        }
      }),
    )
  })

  it('keeps spacing and number notation', () => {
    const found = memberTexts('{"e" : { "a": { "n": 12345678901234567890, "x" : 1.0e2 } , "b":-0}}', 'e')

    expect([...found]).toEqual([
      ['a', '{ "n": 12345678901234567890, "x" : 1.0e2 }'],
      ['b', '-0'],
    ])
  })

  it('returns the last of equal names', () => {
    expect([...memberTexts('{"e":{"a":1},"e":{"a":2,"a":3,"\\u0061":4}}', 'e')]).toEqual([['a', '4']])
  })

  it('accepts a byte order mark', () => {
    expect([...memberTexts('\ufeff {"e":{"日本":"é"}}', 'e')]).toEqual([['日本', '"é"']])
  })

  it('returns nothing without such an object', () => {
    expect(memberTexts('{"e":[{"a":1}]}', 'e').size).toBe(0)
    expect(memberTexts('{"x":{"e":{"a":1}}}', 'e').size).toBe(0)
  })
})
