import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clipCampaignCells } from '../../electron/contract/campaign-query.ts'
import { fieldKeyOf, fieldText, type FieldKey } from '../../electron/contract/fields.ts'
import { strings } from '../../electron/contract/strings/items.ts'
import { CampaignFields } from '../../electron/store/campaign-table/other-fields.ts'
import { CampaignTable } from '../../electron/store/campaign-table/campaign-table.ts'
import { temporaryEngine, type Json, type JsonObject } from '../support/store.ts'

/** Counts the fields of records that have a value, in a plain loop. */
function countPlainly(records: readonly JsonObject[]): ReadonlyMap<FieldKey, number> {
  const counts = new Map<FieldKey, number>()
  const visit = (object: JsonObject, path: readonly string[]): void => {
    for (const [name, value] of Object.entries(object)) {
      const key = fieldKeyOf([...path, name])
      counts.set(key, (counts.get(key) ?? 0) + Number(value !== null))
      if (isObject(value)) visit(value, [...path, name])
    }
  }
  for (const record of records) visit(record, [])
  return counts
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

async function engineWith(records: readonly JsonObject[]) {
  const entries = records.map((record, index) => [`c-${String(index)}`, record] as const)
  return temporaryEngine(Object.fromEntries(entries.map(([id]) => [id, []])), {
    records: Object.fromEntries(entries.map(([id, record]) => [id, JSON.stringify(record)])),
  })
}

describe('the undocumented fields of campaigns', () => {
  it('are those that no documented column shows, with an example and a count', async () => {
    await using opened = await engineWith([
      {
        name: 'Summer',
        status: 'draft',
        owner: { email: 'a@example.com', phone: '12' },
        priceMeta: { delivery: 1, tax: 2 },
        meta: { 'a/b': true },
        publicationStatus: 'published',
      },
      { name: 'Winter', priceMeta: 'free', publicationStatus: null, elementGroups: [{ a: 1 }] },
    ])
    expect(new CampaignFields(opened.reader).find()).toEqual({
      fields: [
        { key: '/meta/a~1b', example: 'Yes', count: 1 },
        { key: '/owner/phone', example: '12', count: 1 },
        { key: '/priceMeta', example: 'free', count: 1 },
        { key: '/priceMeta/tax', example: '2', count: 1 },
        { key: '/publicationStatus', example: 'published', count: 1 },
      ],
      sampleSize: 2,
      total: 2,
    })
  })

  it('follow the stored records', async () => {
    await using opened = await temporaryEngine({ a: [] }, { records: { a: JSON.stringify({ first: 1 }) } })
    const fields = new CampaignFields(opened.reader)
    const keys = (): readonly string[] => fields.find().fields.map(({ key }) => key)
    expect(keys()).toEqual(['/first'])
    opened.execute(`UPDATE campaign_bodies SET json = '{"second":1}'`)
    expect(keys()).toEqual(['/second'])
  })

  it('are none without records', async () => {
    await using opened = await temporaryEngine({ a: [] })
    expect(new CampaignFields(opened.reader).find()).toEqual({ fields: [], sampleSize: 0, total: 0 })
  })

  it('are counted as a plain loop does', async () => {
    const name = fc.constantFrom('alpha', 'b/c', 'd~e', 'größe', '0')
    const { tree } = fc.letrec<{ tree: JsonObject; value: Json }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constant(null),
        fc.integer(),
        fc.string(),
        fc.boolean(),
        fc.array(fc.integer(), { maxLength: 2 }),
        tie('tree'),
      ),
      tree: fc.dictionary(name, tie('value'), { maxKeys: 3 }),
    }))
    await fc.assert(
      fc.asyncProperty(fc.array(tree, { minLength: 1, maxLength: 4 }), async (records) => {
        await using opened = await engineWith(records)
        const { fields } = new CampaignFields(opened.reader).find()
        expect(new Map(fields.map(({ key, count }) => [key, count]))).toEqual(countPlainly(records))
      }),
      { numRuns: 15 },
    )
  })

  it('reach the window as JSON texts, however long they are', async () => {
    await using opened = await engineWith([{ quote: `"${'é'.repeat(5_000)}`, list: [1, 2] }])
    const columns = ['/quote', '/list'] as const
    const query = {
      search: '',
      searchMode: 'words',
      filters: { match: 'all', conditions: [] },
      sort: [],
    } as const
    const [row] = new CampaignTable(opened.reader).run(query, columns, () => undefined).rows
    const [quote, list] = clipCampaignCells(row?.cells ?? [], columns)
    expect(fieldText(String(quote), strings)).toMatch(/^"é{400,}…$/u)
    expect(list).toBe('[1,2]')
  })
})
