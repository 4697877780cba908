import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clipCampaignCells } from '../../electron/contract/campaign-query.ts'
import { fieldKeyOf, fieldText, type FieldKey } from '../../electron/contract/fields.ts'
import { messages } from '../../electron/contract/messages.ts'
import { CampaignFields } from '../../electron/store/campaign-table/other-fields.ts'
import { CampaignTable } from '../../electron/store/campaign-table/campaign-table.ts'
import { temporaryEngine, type Json, type JsonObject } from '../support/store.ts'

type Opened = Awaited<ReturnType<typeof temporaryEngine>>

const NOTHING = {
  search: '',
  searchMode: 'words',
  filters: { match: 'all', conditions: [] },
  sort: [],
} as const

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

  describe('as columns', () => {
    /** Undocumented and documented names, and some that a path of SQLite cannot contain. */
    const name = fc.constantFrom(
      ...['alpha', 'a/b', 'd~e', 'größe', '', '0', '$', '[0]', "it's", '.', '#', '__proto__'],
      ...['owner', 'priceMeta', 'status', 'name', 'quoted "name"', 'back\\slash', 'line\nend', '\u2028'],
    )
    const literal = fc.oneof(
      fc.constantFrom('null', 'true', '1e400', '-0', '0.10', '12345678901234567890', '[1, {"a": 2}]'),
      fc.constantFrom('""', '" padded "', '"\\u0041\\n"', '"\\ud800"', '"日本"'),
    )
    /** JSON text, in which a name may occur several times. */
    const { object } = fc.letrec<{ object: string; value: string }>((tie) => ({
      value: fc.oneof({ depthSize: 'small' }, literal, literal, tie('object')),
      object: fc
        .array(fc.tuple(name, tie('value')), { maxLength: 6 })
        .map(
          (members) => `{${members.map(([key, value]) => `${JSON.stringify(key)}: ${value}`).join(', ')}}`,
        ),
    }))
    const names = fc.array(name, { minLength: 1, maxLength: 3 })
    const read = (opened: Opened, columns: readonly FieldKey[]) =>
      new CampaignTable(opened.reader).run(NOTHING, columns, () => undefined).rows

    it('are the same whether their cells are stored or read from the records', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(object, { minLength: 1, maxLength: 4 }),
          fc.array(names, { minLength: 1, maxLength: 6 }),
          async (records, paths) => {
            const columns = [...new Set(paths.map(fieldKeyOf))]
            await using opened = await temporaryEngine(
              Object.fromEntries(records.map((_, index) => [`c-${String(index)}`, []])),
              { records: Object.fromEntries(records.map((record, index) => [`c-${String(index)}`, record])) },
            )
            const stored = read(opened, columns)
            opened.execute('DELETE FROM campaign_cells')
            expect(stored).toEqual(read(opened, columns))
          },
        ),
        { numRuns: 40 },
      )
    })

    it('are read from their records if they are not stored', async () => {
      const few = '{"a":{"b":1}}'
      const many = JSON.stringify(
        Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`a${String(index)}`, index])),
      )
      const deep = `{"a":${'{"b":'.repeat(20)}1${'}'.repeat(21)}`
      const long = JSON.stringify({ a: { b: 'long '.repeat(5_000) } })
      const records = { 'c-1': few, 'c-2': many, 'c-3': deep, 'c-4': long }
      await using opened = await temporaryEngine(
        Object.fromEntries(Object.keys(records).map((id) => [id, []])),
        { records },
      )
      const columns: readonly FieldKey[] = ['/a/b', '/a399', `/a${'/b'.repeat(20)}`]
      const stored = read(opened, columns)
      expect(stored.map(({ cells }) => cells.map((cell) => cell !== null))).toEqual([
        [true, false, false],
        [false, true, false],
        [true, false, true],
        [true, false, false],
      ])
      // Only those of the first record are.
      opened.execute(`UPDATE campaign_bodies SET json = '{}'`)
      expect(read(opened, columns).map(({ cells }) => cells.filter((cell) => cell !== null))).toEqual([
        ['1'],
        [],
        [],
        [],
      ])
    })
  })

  it('reach the window as JSON texts, however long they are', async () => {
    await using opened = await engineWith([{ quote: `"${'é'.repeat(5_000)}`, list: [1, 2] }])
    const columns = ['/quote', '/list'] as const
    const [row] = new CampaignTable(opened.reader).run(NOTHING, columns, () => undefined).rows
    const [quote, list] = clipCampaignCells(row?.cells ?? [], columns)
    expect(fieldText(String(quote), messages.items)).toMatch(/^"é{400,}…$/u)
    expect(list).toBe('[1,2]')
  })
})
