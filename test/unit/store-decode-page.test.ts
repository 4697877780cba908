import { describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import { decodeCampaign } from '../../electron/store/decode-campaign.ts'
import { decodePage, type DecodedPage } from '../../electron/store/decode-page.ts'
import { ITEM_COLUMN_NAMES } from '../../electron/store/item-columns.ts'
import { buildInner, buildItem, buildPage, bytesOf, itemIdOf } from '../support/store.ts'

const encoder = new TextEncoder()

function faultOf(work: () => unknown): AppError {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('Nothing was thrown')
}

function bodyOf(page: DecodedPage, id: string): string {
  return new TextDecoder().decode(page.bodies().get(id))
}

/** The stored values of the first item by SQL column name. */
function valuesOf({ items }: DecodedPage): Readonly<Record<string, unknown>> {
  return Object.fromEntries(ITEM_COLUMN_NAMES.map((name, at) => [name, items[0]?.columns.values[at]]))
}

describe('decodePage', () => {
  it('returns columns, bodies and the stated counts', () => {
    const item = buildItem(7, { extra: { deep: [1, null] } })

    const page = decodePage(buildPage([item], { totalCount: 90, limit: 20, skip: 40 }), 'campaign-1')

    expect(page).toMatchObject({ totalCount: 90, limit: 20, skip: 40, listed: 1, unlisted: 0, foreign: 0 })
    expect(page.items).toMatchObject([{ id: itemIdOf(7), index: 0 }])
    expect(valuesOf(page)).toEqual({
      campaign_id: 'campaign-1',
      campaign_name: 'Summer',
      item_id: 'item-7',
      item_name: 'Item 7',
      pos_number: 'POS-7',
      element_id: 'element-1',
      element_name: 'Wobbler',
      artwork_names: 'Artwork 7',
      artwork_list: null,
      workflow_template_name: 'Standard',
      client_id: 'client-1',
      status: 3,
      qty: 7,
      is_locked: 0,
      has_artwork: 1,
      has_allocations: 0,
      updated_at: '2026-01-01T00:07:00.000Z',
      text_values: null,
    })
    expect(bodyOf(page, itemIdOf(7))).toBe(JSON.stringify(item))
    expect(page.campaigns).toEqual([{ id: 'campaign-1', name: 'Summer', items: 1 }])
  })

  it.each([
    ['it isn’t JSON', encoder.encode('{"campaignItemIds": [')],
    ['it isn’t JSON', encoder.encode('<!doctype html><title>Sign in</title>')],
    ['it isn’t JSON', encoder.encode('')],
    ['it isn’t UTF-8 text', Uint8Array.of(0x7b, 0xff, 0x7d)],
    ['it isn’t a JSON object', bytesOf([])],
    ['it isn’t a JSON object', bytesOf(null)],
    ['campaignItemIds isn’t a list', bytesOf({ campaignItemIds: {}, campaignItemEntities: {} })],
    ['campaignItemIds isn’t a list', bytesOf({ campaignItemEntities: {} })],
    ['campaignItemEntities isn’t an object', bytesOf({ campaignItemIds: [], campaignItemEntities: [] })],
    ['campaignItemEntities isn’t an object', bytesOf({ campaignItemIds: [] })],
  ])('rejects a malformed page: %s', (reason, bytes) => {
    const fault = faultOf(() => decodePage(bytes, 'campaign-1'))

    expect(fault.code).toBe('badAnswer')
    expect(fault.message).toContain(reason)
  })

  it('never repeats content in an error', () => {
    const fault = faultOf(() => decodePage(encoder.encode('{"secret-name": oops}'), null))

    expect(JSON.stringify(fault.toFault())).not.toContain('secret-name')
  })

  const emptyLists = (count: number): string => `[${'[],'.repeat(count)}0]`

  it('rejects millions of values before they are parsed', () => {
    const page = (list: string): Uint8Array<ArrayBuffer> =>
      encoder.encode(`{"campaignItemIds":[],"campaignItemEntities":{},"list":${list}}`)
    expect(() => decodePage(page(emptyLists(1_000_001)), null)).toThrow('it has too many values')
    expect(decodePage(page(emptyLists(999_990)), null).listed).toBe(0)
    // Characters within texts are no values.
    const text = String.raw`\"[{,\\`.repeat(600_000)
    expect(decodePage(page(`"${text}"`), null).listed).toBe(0)
  })

  it('reads a page with millions of values if none of its items has too many', () => {
    const ids = ['a', 'b', 'c', 'd', 'e']
    const entities = ids.map((id) => `"${id}":{"list":${emptyLists(240_000)}}`).join()
    const page = `{"campaignItemIds":${JSON.stringify(ids)},"campaignItemEntities":{${entities}}}`
    expect(decodePage(encoder.encode(page), null).items).toHaveLength(ids.length)
  })

  it.each([
    ['in the order of the ids', ['a', 'b']],
    ['in another order', ['b', 'a']],
  ])('does not read an item that is too large, but the others of its page, %s', (_order, ids) => {
    const page = (list: string): DecodedPage =>
      decodePage(
        encoder.encode(
          `{"campaignItemIds":${JSON.stringify(ids)},"campaignItemEntities":{"a":{"list":${list}},"b":{}}}`,
        ),
        null,
      )
    const { items, withoutEntity } = page(emptyLists(250_001))
    expect(items.map(({ id }) => id)).toEqual(['b'])
    expect(withoutEntity).toEqual(['a'])
    expect(page(emptyLists(249_990)).withoutEntity).toEqual([])
    expect(page(`"${'x'.repeat(10_000_000)}"`).withoutEntity).toEqual(['a'])
  })

  it('reads stated counts only from whole numbers', () => {
    const page = decodePage(buildPage([], { totalCount: '12', limit: -1, skip: 1.5 }), null)

    expect(page).toMatchObject({ totalCount: null, limit: null, skip: null })
  })

  it('converts values of other types if their meaning is clear, else keeps them as text', () => {
    const odd = buildItem(1, {
      campaignId: 'campaign-1',
      itemId: buildInner(1, {
        name: 12,
        posNumber: null,
        artworks: { not: 'a list' },
        elementId: 'element-9',
        workflowTemplateName: ['x'],
      }),
      status: '3',
      qty: '12',
      isLocked: 'true',
      hasArtwork: 1,
      hasAllocations: null,
      updatedAt: 1_700_000_000,
      clientId: { id: 1 },
    })

    const page = decodePage(buildPage([odd]), 'campaign-1')

    expect(valuesOf(page)).toEqual({
      campaign_id: 'campaign-1',
      campaign_name: null,
      item_id: 'item-1',
      item_name: '12',
      pos_number: null,
      element_id: 'element-9',
      element_name: null,
      artwork_names: '{"not":"a list"}',
      artwork_list: null,
      workflow_template_name: '["x"]',
      client_id: '{"id":1}',
      status: 3,
      qty: 12,
      is_locked: 1,
      has_artwork: 1,
      has_allocations: null,
      updated_at: '2023-11-14T22:13:20.000Z',
      text_values:
        '{"artworkNames":"{\\"not\\":\\"a list\\"}","workflowTemplateName":"[\\"x\\"]","clientId":"{\\"id\\":1}"}',
    })
    expect(JSON.parse(bodyOf(page, itemIdOf(1)))).toEqual(odd)
  })

  it('keeps items without any fields', () => {
    const page = decodePage(
      bytesOf({
        campaignItemIds: ['a', 'b'],
        campaignItemEntities: { a: {}, b: { itemId: null, campaignId: null } },
      }),
      'campaign-1',
    )

    expect(page.items.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(page.items[0]?.columns.itemName).toBeNull()
  })

  it('uses the listed id, not the item’s own', () => {
    const page = decodePage(
      bytesOf({ campaignItemIds: ['listed'], campaignItemEntities: { listed: buildItem(5) } }),
      'campaign-1',
    )

    expect(page.items[0]?.id).toBe('listed')
  })

  it('reports ids without an item and items without an id', () => {
    const page = decodePage(
      bytesOf({
        campaignItemIds: ['a', 'gone', 'list', 'a', null, '', 'constructor', '__proto__'],
        campaignItemEntities: { a: buildItem(1), list: [], extra: buildItem(2) },
      }),
      'campaign-1',
    )

    expect(page.listed).toBe(8)
    expect(page.items.map(({ id, index }) => [id, index])).toEqual([['a', 0]])
    expect(page.withoutEntity).toEqual(['gone', 'list', '(null)', '', 'constructor', '__proto__'])
    expect(page.unlisted).toBe(1)
  })

  it('accepts __proto__ as an id', () => {
    const bytes = encoder.encode(
      '{"campaignItemIds":["__proto__"],"campaignItemEntities":{"__proto__":{"qty":5,"__proto__":{"status":1}}}}',
    )

    const page = decodePage(bytes, 'campaign-1')

    expect(page.items).toMatchObject([{ id: '__proto__' }])
    expect(valuesOf(page)).toMatchObject({ qty: 5, status: null })
    expect(bodyOf(page, '__proto__')).toBe('{"qty":5,"__proto__":{"status":1}}')
    expect(Object.hasOwn(Object.prototype, 'status')).toBe(false)
  })

  it('omits items of another campaign, ignoring the case of its id', () => {
    const page = decodePage(
      buildPage([
        buildItem(1, { campaignId: { _id: 'CAMPAIGN-1', name: 'Summer' } }),
        buildItem(2, { campaignId: { _id: 'campaign-2', name: 'Winter' } }),
        buildItem(3, { campaignId: { name: 'Nameless' } }),
      ]),
      'campaign-1',
    )

    expect(page.foreign).toBe(1)
    expect(page.items.map(({ id }) => id)).toEqual([itemIdOf(1), itemIdOf(3)])
  })

  it('returns the campaigns and the range of dates', () => {
    const page = decodePage(
      buildPage([
        buildItem(1, { campaignId: { _id: 'b' }, updatedAt: '2026-03-01T00:00:00Z' }),
        buildItem(2, { campaignId: { _id: 'a', name: 'A' }, updatedAt: '2026-03-01T01:00:00+02:00' }),
        buildItem(3, { campaignId: { _id: 'b', name: 'B' }, updatedAt: 'yesterday' }),
      ]),
      null,
    )

    expect(page.campaigns).toEqual([
      { id: 'b', name: 'B', items: 2 },
      { id: 'a', name: 'A', items: 1 },
    ])
    expect(page.newestUpdatedAt).toBe('2026-03-01T00:00:00Z')
    expect(page.oldestUpdatedAt).toBe('2026-03-01T01:00:00+02:00')
  })
})

describe('decodeCampaign', () => {
  it('keeps the exact JSON and reads the fields that lists need', () => {
    const text = '{ "name":"Summer", "number": 12345678901234567890, "status": "2", "state":1 }'

    expect(decodeCampaign(encoder.encode(text))).toEqual({
      name: 'Summer',
      reference: null,
      shortReference: null,
      number: 12345678901234567000,
      status: 2,
      state: 1,
      textValues: { number: '12345678901234567890' },
      json: text,
    })
  })

  it('rejects a record that is too large', () => {
    for (const list of ['{},'.repeat(250_001), `"${'x'.repeat(10_000_000)}",`])
      expect(() => decodeCampaign(encoder.encode(`{"list":[${list}0]}`))).toThrow('it is too large')
  })

  it('rejects anything but an object', () =>
    expect(faultOf(() => decodeCampaign(bytesOf('Summer'))).code).toBe('badAnswer'))
})
