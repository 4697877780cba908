import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ItemRow } from '../../electron/contract/item.ts'
import { otherFields, parseObject, type JsonObject } from '../../renderer/views/items/details/other-fields.ts'

const ROW: ItemRow = {
  key: 1,
  campaignItemId: 'ci',
  campaignId: 'k',
  campaignName: 'Summer',
  itemId: 'it',
  itemName: 'Poster',
  posNumber: '007',
  elementId: 'el',
  elementName: 'A1',
  artworkNames: 'front.pdf',
  workflowTemplateName: null,
  clientId: 'c',
  status: 3,
  qty: 5,
  isLocked: false,
  hasArtwork: true,
  hasAllocations: null,
  updatedAt: '2026-01-01T00:00:00.000Z',
}

const DOCUMENTED: JsonObject = {
  _id: 'ci',
  clientId: 'c',
  campaignId: { _id: 'k', name: 'Summer' },
  itemId: {
    _id: 'it',
    name: 'Poster',
    posNumber: '007',
    artworks: [{ _id: 'a', name: 'front.pdf', fileId: { url: 'https://x/y', thumbnailUrl: 'https://x/z' } }],
    elementId: { _id: 'el', name: 'A1' },
  },
  status: 3,
  qty: 5,
  isLocked: false,
  hasArtwork: true,
  updatedAt: '2026-01-01T00:00:00.000Z',
}

describe('otherFields', () => {
  it('returns nothing if all fields are documented', () => {
    expect(otherFields(DOCUMENTED, ROW)).toEqual({})
  })

  it('keeps every undocumented field at any depth', () => {
    const item: JsonObject = {
      ...DOCUMENTED,
      note: 'fragile',
      campaignId: { _id: 'k', name: 'Summer', season: 'S' },
      itemId: {
        name: 'Poster',
        weight: 12,
        artworks: [{ name: 'front.pdf', pages: 2, fileId: { url: 'https://x/y', bytes: 9 } }],
      },
    }
    expect(otherFields(item, ROW)).toEqual({
      note: 'fragile',
      campaignId: { season: 'S' },
      itemId: { weight: 12, artworks: [{ pages: 2, fileId: { bytes: 9 } }] },
    })
  })

  it('keeps documented fields with another type', () => {
    const row: ItemRow = { ...ROW, qty: null, status: null, itemName: null, artworkNames: null }
    const item: JsonObject = {
      ...DOCUMENTED,
      qty: '12 pieces',
      status: null,
      itemId: { name: 7, artworks: 'none' },
    }
    expect(otherFields(item, row)).toEqual({ qty: '12 pieces', itemId: { name: 7, artworks: 'none' } })
  })

  it('keeps any undocumented field', () => {
    const names = new Set(Object.keys(DOCUMENTED))
    const name = fc.string({ minLength: 1 }).filter((each) => !names.has(each) && each !== '__proto__')
    fc.assert(
      fc.property(fc.dictionary(name, fc.jsonValue()), (extra) => {
        const fields = JSON.parse(JSON.stringify(extra)) as JsonObject
        expect(otherFields({ ...DOCUMENTED, ...fields }, ROW)).toEqual(fields)
      }),
    )
  })

  it('keeps the digits of numbers as sent', () => {
    const json = '{"qty":5.0,"long":12345678901234567890,"list":[1.10,2],"plain":3}'
    const item = parseObject(json)
    expect(item).not.toBeNull()
    expect(JSON.stringify(item)).toBe(json)
    expect(JSON.stringify(otherFields(item ?? {}, ROW))).toBe(
      '{"long":12345678901234567890,"list":[1.10,2],"plain":3}',
    )
  })

  it('parses only objects', () => {
    expect(parseObject('{"a":1}')).toEqual({ a: 1 })
    for (const text of ['[1]', 'null', '3', '{', '']) expect(parseObject(text)).toBeNull()
  })
})
