import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnOfPath, type FieldChange } from '../../electron/contract/changes.ts'
import { composeFields, composeSteps, type ItemChangeStep } from '../../electron/store/changes/compose.ts'
import { diffDocuments, diffTexts } from '../../electron/store/changes/diff.ts'
import { flatten } from '../../electron/store/changes/document.ts'
import type { JsonObject } from '../../electron/store/decode-json.ts'

/** Few names and values, so that documents share some, with edge cases. */
const name = fc.constantFrom('a', 'b', 'a.b', 'a\\', '\\.b', '', '__proto__', 'constructor', 'url', 'qty')
const leaf = fc.oneof(
  fc.constantFrom(
    null,
    true,
    false,
    0,
    -0,
    1,
    1.5,
    'x',
    'y',
    '',
    'https://x/1?a',
    'https://x/1?b',
    'https://x/2',
  ),
  fc.constant([]),
  fc.array(fc.constantFrom<unknown>(1, 2, { url: 'u?1', b: 1 }, { b: 1, url: 'u?2' }, { a: {} }), {
    maxLength: 3,
  }),
)
const { tree } = fc.letrec<{ tree: unknown; node: JsonObject }>((tie) => ({
  tree: fc.oneof({ depthSize: 'small' }, leaf, tie('node')),
  node: fc.array(fc.tuple(name, tie('tree')), { maxLength: 4 }).map((entries) => ownObject(entries)),
}))
const document: fc.Arbitrary<JsonObject> = fc
  .array(fc.tuple(name, tree), { maxLength: 5 })
  .map((entries) => ownObject(entries))

/** Creates objects like JSON.parse: every name is an own property. */
function ownObject(entries: readonly (readonly [string, unknown])[]): JsonObject {
  return Object.fromEntries(entries)
}

function apply(
  fields: ReadonlyMap<string, string>,
  changes: readonly FieldChange[],
): ReadonlyMap<string, string> {
  const result = new Map(fields)
  for (const change of changes) {
    expect(result.get(change.path) ?? null).toBe(change.old)
    if (change.new === null) result.delete(change.path)
    else result.set(change.path, change.new)
  }
  return result
}

const byPath = (changes: readonly FieldChange[]): ReadonlyMap<string, FieldChange> => {
  const fields = new Map(changes.map((change) => [change.path, change]))
  expect(fields.size).toBe(changes.length)
  return fields
}

function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, shuffled(member)]),
  )
}

describe('diffDocuments', () => {
  it('returns changes that convert one document’s fields to the other’s', () => {
    fc.assert(
      fc.property(document, document, (a, b) => {
        const changes = diffDocuments(a, b)
        byPath(changes)
        for (const change of changes) expect(change.old).not.toBe(change.new)
        expect(apply(flatten(a), changes)).toEqual(flatten(b))
      }),
      { numRuns: 2_000 },
    )
  })

  it('returns differences that compose', () => {
    fc.assert(
      fc.property(document, document, document, (a, b, c) => {
        const composed = composeFields(diffDocuments(a, b), diffDocuments(b, c))
        expect(byPath(composed)).toEqual(byPath(diffDocuments(a, c)))
      }),
      { numRuns: 2_000 },
    )
  })

  it('ignores the order of names, white space and number notation', () => {
    fc.assert(
      fc.property(document, (a) => {
        expect(diffTexts(JSON.stringify(a), JSON.stringify(shuffled(a), null, 2))).toEqual([])
      }),
    )
    expect(diffTexts('{"a":1,"b":[1e2,{"c":1.50}]}', '{ "b":[100,{"c":1.5}],"a":1.0}')).toEqual([])
  })

  it('joins names by dots, and escapes dots within names', () => {
    const a = { itemId: { posNumber: '1', 'a.b': 1, a: { b: 1 } }, list: [1, { b: 2, a: 1 }] }
    const b = { itemId: { posNumber: '2', 'a.b': 2, a: { b: 3 } }, list: [1, { a: 1, b: 3 }] }
    expect(diffDocuments(a, b)).toEqual([
      { path: 'itemId.posNumber', old: '"1"', new: '"2"' },
      { path: 'itemId.a\\.b', old: '1', new: '2' },
      { path: 'itemId.a.b', old: '1', new: '3' },
      { path: 'list', old: '[1,{"a":1,"b":2}]', new: '[1,{"a":1,"b":3}]' },
    ])
    const proto = diffTexts('{"__proto__":{"x":1}}', '{"__proto__":{"x":2}}')
    expect(proto).toEqual([{ path: '__proto__.x', old: '1', new: '2' }])
    expect(diffTexts('{}', '{"__proto__":1}')).toEqual([{ path: '__proto__', old: null, new: '1' }])
    expect(Object.prototype).not.toHaveProperty('x')
  })

  it('ignores signatures of addresses, and nothing else', () => {
    const withUrl = (url: string, note: string): string =>
      JSON.stringify({ itemId: { artworks: [{ fileId: { thumbnailUrl: url } }] }, url, note, urls: note })
    expect(diffTexts(withUrl('https://x/a?sig=1', 'n?1'), withUrl('https://x/a?sig=2', 'n?1'))).toEqual([])
    expect(diffTexts(withUrl('https://x/a?sig=1', 'n?1'), withUrl('https://x/a', 'n?1'))).toEqual([])
    const changes = diffTexts(withUrl('https://x/a?sig=1', 'n?1'), withUrl('https://x/b?sig=1', 'n?2'))
    expect(changes).toContainEqual({ path: 'url', old: '"https://x/a"', new: '"https://x/b"' })
    expect(changes).toContainEqual({ path: 'note', old: '"n?1"', new: '"n?2"' })
    expect(JSON.stringify(changes)).not.toContain('sig')
  })

  it('distinguishes numbers beyond the precision of a double', () => {
    const a =
      '{"id":12345678901234567890,"text":"12345678901234567890","f":0.10000000000000000001,"big":1e400}'
    const b =
      '{"id":12345678901234567891,"text":"12345678901234567890","f":0.10000000000000000002,"big":1e401}'
    expect(diffTexts(a, b)).toEqual([
      { path: 'id', old: '12345678901234567890', new: '12345678901234567891' },
      { path: 'f', old: '0.10000000000000000001', new: '0.10000000000000000002' },
      { path: 'big', old: '1e400', new: '1e401' },
    ])
    const spaced = a.replaceAll(',', ' , ').replace('12345678901234567890"', '12345678901234567890"')
    expect(diffTexts(a, spaced)).toEqual([])
    // A text that looks like the placeholder of such a number.
    expect(diffTexts('{"a":"#12345678901234567890"}', '{"a":12345678901234567890}')).toEqual([
      { path: 'a', old: '"#12345678901234567890"', new: '12345678901234567890' },
    ])
  })

  it('reports a value that becomes an object, and back', () => {
    expect(diffTexts('{"a":"x"}', '{"a":{"_id":"x","b":{}}}')).toEqual([
      { path: 'a', old: '"x"', new: null },
      { path: 'a._id', old: null, new: '"x"' },
      { path: 'a.b', old: null, new: '{}' },
    ])
    expect(diffTexts('{"a":{}}', '{"a":{"b":null}}')).toEqual([
      { path: 'a', old: '{}', new: null },
      { path: 'a.b', old: null, new: 'null' },
    ])
  })

  it('handles extreme nesting', () => {
    const deep = (inner: string): string => `{"a":${'['.repeat(50_000)}${inner}${']'.repeat(50_000)}}`
    expect(diffTexts(deep('1'), deep('1'))).toEqual([])
    expect(diffTexts(deep('1'), deep('2'))).toMatchObject([{ path: '' }])
  })
})

describe('composeSteps', () => {
  const state = fc.option(document, { nil: null })

  function stepBetween(old: JsonObject | null, now: JsonObject | null): ItemChangeStep | null {
    if (old === null || now === null) {
      if (old === now) return null
      return { kind: old === null ? 'added' : 'gone', fields: [] }
    }
    const fields = diffDocuments(old, now)
    return fields.length === 0 ? null : { kind: 'changed', fields }
  }

  it('returns the difference between the first and the last state', () => {
    fc.assert(
      fc.property(fc.array(state, { minLength: 2, maxLength: 6 }), (states) => {
        const steps: ItemChangeStep[] = []
        let whenGone: JsonObject | null = null
        for (const [at, now] of states.slice(1).entries()) {
          const old = states[at] ?? null
          const step = stepBetween(old, now)
          if (step !== null) steps.push(step)
          if (step?.kind === 'gone') whenGone ??= old
        }
        const composed = composeSteps(steps, {
          beforeDeletion: () => flatten(whenGone ?? {}),
          current: () => flatten(states.at(-1) ?? {}),
        })
        const direct = stepBetween(states[0] ?? null, states.at(-1) ?? null)
        expect(composed?.kind).toBe(direct?.kind)
        expect(byPath(composed?.fields ?? [])).toEqual(byPath(direct?.fields ?? []))
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('columnOfPath', () => {
  it('returns the column that shows the field', () => {
    expect(columnOfPath('itemId.name')).toBe('itemName')
    expect(columnOfPath('itemId.artworks')).toBe('artworkNames')
    expect(columnOfPath('qty')).toBe('qty')
    expect(columnOfPath('itemId.unknown')).toBeNull()
    expect(columnOfPath('__proto__')).toBeNull()
  })
})
