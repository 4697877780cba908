import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clipJson } from '../../electron/contract/clip-text.ts'
import { excerptJson, keptMembers, MAX_MEMBERS, omittedCount } from '../../electron/contract/json-excerpt.ts'
import { isObject } from '../../electron/contract/json-text.ts'

/** Numbers of an object with this many members. */
const members = (count: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${String(index)}`, index]))

/** Counts the values of a JSON value, and its objects and lists within one another. */
function measure(value: unknown, depth = 0): { values: number; depth: number } {
  const inner = isObject(value) || Array.isArray(value) ? Object.values(value) : []
  const measured = inner.map((entry) => measure(entry, depth + 1))
  return {
    values: 1 + measured.reduce((sum, { values }) => sum + values, 0),
    depth: Math.max(depth, ...measured.map((entry) => entry.depth)),
  }
}

const excerpt = (value: unknown, maxSize?: number): Readonly<Record<string, unknown>> =>
  JSON.parse(excerptJson(JSON.stringify(value), maxSize)) as Record<string, unknown>

describe('excerpts of JSON texts', () => {
  it('equal the text if it is small', () => {
    const json = '{ "a" : [1.10, 2, {}, [ ]], "…b": "x…", "c": 12345678901234567890 }'
    expect(excerptJson(json)).toBe(json)
  })

  it('count what they omit of a million members', () => {
    const { meta, name } = excerpt({ meta: members(1_000_000), name: 'Summer' })
    expect(omittedCount(meta)).toBe(1_000_000 - MAX_MEMBERS)
    expect(keptMembers(meta)).toEqual(members(MAX_MEMBERS))
    expect(name).toBe('Summer')

    const { list } = excerpt({ list: Array.from({ length: 100_000 }, () => ({})) })
    expect(omittedCount(list)).toBe(100_000 - MAX_MEMBERS)
    expect(keptMembers(list)).toHaveLength(MAX_MEMBERS)
  })

  it('shorten all lists alike, with whole entries', () => {
    const items = Array.from({ length: 400 }, (_, index) => ({ id: `i${String(index)}`, name: 'Poster' }))
    const groups = Array.from({ length: 100 }, (_, index) => ({ elementId: `e${String(index)}`, items }))
    const { elementGroups, notes } = excerpt({ elementGroups: groups, notes: 'Last' })
    const kept = keptMembers(elementGroups) as typeof groups
    expect(kept.length).toBeGreaterThan(10)
    expect(kept.length + omittedCount(elementGroups)).toBe(100)
    for (const group of kept) {
      expect(keptMembers(group.items).length).toBeGreaterThan(10)
      expect(keptMembers(group.items).length + omittedCount(group.items)).toBe(400)
      expect(keptMembers(group.items).at(-1)).toEqual(items[keptMembers(group.items).length - 1])
    }
    expect(notes).toBe('Last')
  })

  it.each([
    [
      'objects in objects',
      { a: Object.fromEntries(Object.keys(members(400)).map((name) => [name, members(400)])) },
    ],
    ['long texts', Array.from({ length: 5_000 }, () => 'W'.repeat(3_000))],
    [
      'long names',
      Object.fromEntries(Array.from({ length: 400 }, (_, i) => ['W'.repeat(5_000) + String(i), i])),
    ],
    ['escapes', Array.from({ length: 5_000 }, () => '\u0000"\\'.repeat(500))],
  ])('are limited for many %s', (_what, value) => {
    const json = excerptJson(JSON.stringify({ value, last: 1 }))
    expect(measure(JSON.parse(json)).values).toBeLessThan(6_000)
    expect(clipJson(JSON.stringify({ value, last: 1 })).length).toBeLessThan(3_000_000)
    expect(JSON.parse(json)).toMatchObject({ last: 1 })
    expect(excerptJson(json)).toBe(json)
  })

  it('are limited in depth', () => {
    const json = `{"a":${'['.repeat(100_000)}1,2${']'.repeat(100_000)},"b":1}`
    const value = JSON.parse(excerptJson(json)) as unknown
    expect(measure(value).depth).toBeLessThan(20)
    expect(value).toMatchObject({ b: 1 })
  })

  it('are valid JSON, and do not change when they are applied again', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.integer({ min: 1, max: 60 }), (json, maxSize) => {
        const once = excerptJson(json, maxSize + 60)
        expect(() => JSON.parse(once) as unknown).not.toThrow()
        expect(excerptJson(once, maxSize + 60)).toBe(once)
      }),
    )
  })

  it('do not take other members for counts', () => {
    for (const value of [
      { '…': 'x' },
      { '…': -1 },
      { '…': 1.5 },
      [{ '…': 1, a: 2 }],
      [{ '…': 3 }, 1],
      ['…'],
    ]) {
      expect(omittedCount(value)).toBe(0)
      expect(keptMembers(value)).toBe(value)
    }
  })
})
