import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitPage, type PageParts } from '../../electron/store/page-parts.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

interface Page {
  readonly campaignItemIds?: unknown
  readonly campaignItemEntities?: unknown
}

type Parts = PageParts<unknown>

function partsOf(text: string): Parts | null {
  return splitPage(encoder.encode(text), (entity) => entity)
}

/** Reassembles the parts to the original object. */
function together(parts: Parts): unknown {
  return { ...parts.envelope, campaignItemEntities: Object.fromEntries(parts.values) }
}

/** Ids that could be mistaken for other syntax. */
const names = fc.oneof(
  fc.uuid(),
  fc.constantFrom(
    'a',
    'b',
    'a"',
    'a\\',
    '\\u0061',
    '1',
    '2',
    '__proto__',
    '',
    'campaignItemEntities',
    'é',
    '日本',
  ),
  fc.string({ unit: 'binary', maxLength: 3 }),
)

/** Values that repeat ids and the names of the page’s members. */
const values = names.chain((name) =>
  fc.oneof(
    fc.jsonValue(),
    fc.constantFrom<unknown>(
      { [name]: { [name]: 1 } },
      [name, name],
      { before: name, [name]: [], campaignItemIds: [name], campaignItemEntities: { [name]: {} } },
      `","${name}":{`,
    ),
  ),
)

const pages = fc
  .record({
    entities: fc.array(fc.tuple(names, values), { maxLength: 8 }),
    order: fc.constantFrom('listed', 'reversed', 'missing', 'unlisted'),
    idsFirst: fc.boolean(),
    indent: fc.constantFrom('', '\t', '  '),
  })
  .map(({ entities, order, idsFirst, indent }) => {
    const ids = entities.map(([id]) => id)
    const listed = order === 'reversed' ? ids.toReversed() : order === 'unlisted' ? ids.slice(1) : ids
    const campaignItemIds = order === 'missing' ? ['gone', ...listed, 'away'] : listed
    const members = { campaignItemEntities: Object.fromEntries(entities), totalCount: ids.length }
    const page = idsFirst ? { campaignItemIds, ...members } : { ...members, campaignItemIds }
    return JSON.stringify(page, null, indent)
  })

describe('splitPage', () => {
  it('returns the same as JSON.parse, or null', () => {
    fc.assert(
      fc.property(pages, (text) => {
        const parts = partsOf(text)
        if (parts === null) return
        const parsed = JSON.parse(text) as Page
        expect(together(parts)).toEqual(parsed)
        for (const [id, body] of parts.bodies) {
          const slice = decoder.decode(body)
          expect(slice.trim()).toBe(slice)
          expect(JSON.parse(slice)).toEqual(parts.values.get(id))
        }
      }),
      { numRuns: 1_000 },
    )
  })

  it('returns the same as JSON.parse, or null, after any character changes', () => {
    const characters = fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', ' ', '0', 'a', '\u0001')
    fc.assert(
      fc.property(pages, fc.nat(), characters, (text, at, character) => {
        const place = at % text.length
        const broken = (text.slice(0, place) + character + text.slice(place + 1)).toWellFormed()
        const parts = partsOf(broken)
        if (parts !== null) expect(together(parts)).toEqual(JSON.parse(broken))
      }),
      { numRuns: 1_000 },
    )
  })

  it.each([
    ['in its usual layout', '{"campaignItemIds":["a","b"],"campaignItemEntities":{"a":{"n":1.0},"b":{}}}'],
    ['ids last', '{"campaignItemEntities":{"a":{"n":1.0},"b":{}},"campaignItemIds":["a","b"]}'],
    [
      'with space',
      '{ "campaignItemIds" : [ "a" , "b" ] , "campaignItemEntities" : { "a" : {"n":1.0} , "b" : {} } }',
    ],
    [
      'an id whose entity is missing',
      '{"campaignItemIds":["a","x","b"],"campaignItemEntities":{"a":{"n":1.0},"b":{}}}',
    ],
    [
      'an entity that names the next one',
      '{"campaignItemIds":["a","b"],"campaignItemEntities":{"a":{"n":1.0,"next":["x","b"]},"b":{}}}',
    ],
  ])('splits a page: %s', (_, text) => {
    const parts = partsOf(text)

    expect([...(parts?.bodies.keys() ?? [])]).toEqual(['a', 'b'])
    expect(decoder.decode(parts?.bodies.get('a'))).toContain('"n":1.0')
  })

  it.each([
    [
      'entities in another order',
      '{"campaignItemIds":["c","b","a"],"campaignItemEntities":{"a":{},"b":{},"c":{}}}',
    ],
    ['with an entity that is not listed', '{"campaignItemIds":["a"],"campaignItemEntities":{"a":{},"b":{}}}'],
    ['with an escaped name', '{"campaignItemIds":["a"],"campaignItemEntities":{"\\u0061":{}}}'],
    [
      'with two lists of entities',
      '{"campaignItemIds":["a"],"campaignItemEntities":{"a":1},"campaignItemEntities":{"a":2}}',
    ],
    ['a truncated page', '{"campaignItemIds":["a","b"],"campaignItemEntities":{"a":{},"b":{}}'],
    ['after a byte order mark', '\ufeff{"campaignItemIds":["a"],"campaignItemEntities":{"a":{}}}'],
    ['another type', '[]'],
  ])('returns null for a page that needs a full parse: %s', (_, text) => {
    expect(partsOf(text)).toBeNull()
  })

  it('returns null for invalid UTF-8', () => {
    expect(splitPage(Uint8Array.of(0x7b, 0xff, 0x7d), (entity) => entity)).toBeNull()
  })
})
