import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import {
  fieldKeyOf,
  fieldText,
  isFieldKey,
  MAX_FIELD_KEY_LENGTH,
  namesOf,
  type FieldKey,
} from '../../electron/contract/fields.ts'
import { allOf, hasValue } from '../../electron/contract/filter-tree.ts'
import { columnKeySchema } from '../../electron/contract/base-schemas.ts'
import { viewsSchema } from '../../electron/contract/views.ts'
import { columnLabel } from '../../electron/contract/column-labels.ts'
import { eachField, FieldReader } from '../../electron/store/item-fields.ts'
import { PLAIN_VIEW } from '../../renderer/state/items-query.ts'

const read = (body: string, ...keys: FieldKey[]): readonly (string | null)[] =>
  new FieldReader(keys).read(body)

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value at this path of a parsed body. */
function valueAt(body: unknown, names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    body,
  )
}

/** Paths to every field of a body, through objects only. */
function pathsIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => [
    [...path, name],
    ...pathsIn(inner, [...path, name]),
  ])
}

/** Numbers that survive parsing and writing as JSON. */
const number = fc
  .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
  .map((each) => (Object.is(each, -0) ? 0 : each))
const name = fc.oneof(
  fc.constantFrom('a', 'b', '', 'a/b', '~', '~1', 'm~n/o', '"', '\\', 'né', '漢字', ' x ', '__proto__', '0'),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
)
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    number,
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc
    .array(fc.tuple(name, tie('value')), { maxLength: 5 })
    .map((entries) => Object.fromEntries(entries.filter(([each]) => each !== '__proto__'))),
}))
const space = fc.constantFrom(undefined, ' ', '\t', 3)

describe('FieldReader', () => {
  it('reads fields as JSON.parse does, at any depth and with any white space', () => {
    fc.assert(
      fc.property(
        json.object,
        space,
        fc.array(fc.array(name, { minLength: 1, maxLength: 3 })),
        (body, indent, more) => {
          const paths = [...pathsIn(body), ...more]
          const values = new FieldReader(paths.map(fieldKeyOf)).read(JSON.stringify(body, null, indent))
          const expected = paths.map((path) => valueAt(body, path) ?? null)
          // A field that is requested twice is returned once.
          const last = new Map(paths.map((path, at) => [fieldKeyOf(path), at]))
          for (const at of last.values()) {
            expect(values[at]).toBe(expected[at] === null ? null : JSON.stringify(expected[at]))
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  it('finds fields in objects, not in lists', () => {
    fc.assert(
      fc.property(json.object, space, (body, indent) => {
        const found = new Map<string, string | null>()
        eachField(JSON.stringify(body, null, indent), (key, value) => found.set(key, value))
        const expected = pathsIn(body).map((path): [string, string | null] => {
          const value = valueAt(body, path) ?? null
          return [fieldKeyOf(path), value === null ? null : JSON.stringify(value)]
        })
        expect([...found].sort()).toEqual([...new Map(expected)].sort())
      }),
      { numRuns: 300 },
    )
  })

  it('finds no fields in objects whose keys are too long for columns', () => {
    const body = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
    const found: string[] = []
    eachField(body, (key) => found.push(key))
    expect(found).toHaveLength(MAX_FIELD_KEY_LENGTH / 2 + 1)
  })

  it('keeps the digits that the service sent', () => {
    const body = '{"a":12345678901234567890,"b":{"c":1.10,"d":-0,"e":1E+400},"f":[1.0, 2]}'
    expect(read(body, '/a', '/b/c', '/b/d', '/b/e', '/f', '/b')).toEqual([
      '12345678901234567890',
      '1.10',
      '-0',
      '1E+400',
      '[1.0,2]',
      '{"c":1.10,"d":-0,"e":1E+400}',
    ])
  })

  it('uses the last of equal names, including its contents', () => {
    expect(read('{"a":{"b":1},"a":{"c":2}}', '/a/b', '/a/c', '/a')).toEqual([null, '2', '{"c":2}'])
    expect(read('{"a":1,"\\u0061":2}', '/a')).toEqual(['2'])
  })

  it('returns null for null, absent fields, list entries and fields of non-objects', () => {
    const body = '{"a":null,"b":[{"c":1}],"d":"text"}'
    expect(read(body, '/a', '/x', '/b/0', '/b/0/c', '/d/length')).toEqual([null, null, null, null, null])
    expect(read('', '/a')).toEqual([null])
    expect(read('[1]', '/0')).toEqual([null])
  })

  it('formats values for people', () => {
    const flags = { yes: 'Yes', no: 'No' }
    expect(fieldText('"a \\"b\\" \\u00e9"', flags)).toBe('a "b" é')
    expect(fieldText('true', flags)).toBe('Yes')
    expect(fieldText('false', flags)).toBe('No')
    expect(fieldText('1.10', flags)).toBe('1.10')
    expect(fieldText('{"a":[1]}', flags)).toBe('{"a":[1]}')
  })
})

describe('a field key', () => {
  it('converts to the same names, whatever they contain', () => {
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (names) => {
        expect(namesOf(fieldKeyOf(names))).toEqual(names)
        expect(isFieldKey(fieldKeyOf(names))).toBe(true)
      }),
    )
  })

  it('is a JSON pointer', () => {
    expect(fieldKeyOf(['m~n', 'a/b', ''])).toBe('/m~0n/a~1b/')
    expect(columnLabel('/artworkJob/due~1at')).toBe('artworkJob › due/at')
    expect(columnLabel('/')).toBe('“”')
  })

  it('is stored in a view’s columns, sort and filters', () => {
    const view = {
      id: 'v1',
      name: 'Rounds',
      place: null,
      query: {
        ...PLAIN_VIEW,
        filters: allOf(hasValue('/artworkJob/round', '2', '"two"', null), hasValue('status', 1)),
        sort: [{ key: '/artworkJob/round', direction: -1 }],
      },
      columns: { order: ['posNumber', '/artworkJob/round'], widths: { '/artworkJob/round': 180 } },
    }
    const views = { saved: [view], lists: [] }
    expect(v.parse(viewsSchema, structuredClone(views))).toEqual(views)
    const wrong = { ...view, columns: { order: ['posNumber', 'artworkJob'], widths: {} } }
    expect(v.is(viewsSchema, { saved: [wrong], lists: [] })).toBe(false)
  })

  it('is rejected if it is invalid or too long', () => {
    const isColumn = (key: unknown): boolean => v.is(columnKeySchema, key)
    expect(['/a', '/', '/a~0b', 'posNumber'].map(isColumn)).toEqual([true, true, true, true])
    expect(
      ['a', '', '/a~', '/a~2', 'toString', 5, `/${'a'.repeat(MAX_FIELD_KEY_LENGTH)}`].map(isColumn),
    ).toEqual(Array(7).fill(false))
  })
})
