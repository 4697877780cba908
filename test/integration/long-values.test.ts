import { describe, expect, it } from 'vitest'
import { clipText, clipValues, MAX_TEXT_LENGTH } from '../../electron/contract/clip-text.ts'
import { MAX_CHANGED_FIELDS, type ChangesQuery } from '../../electron/contract/changes.ts'
import { MAX_MEMBERS } from '../../electron/contract/json-excerpt.ts'
import { EMPTY_CAMPAIGN_QUERY } from '../../electron/contract/campaign-query.ts'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { readText } from '../../electron/app/read-text.ts'
import { campaignSheet } from '../../electron/export/rows/campaign-sheet.ts'
import type { Store } from '../../electron/store/operations.ts'
import {
  buildInner,
  buildItem,
  buildPage,
  bytesOf,
  COMPLETE,
  fillCampaign,
  sweepRange,
  temporaryStore,
  type JsonObject,
} from '../support/store.ts'

const LENGTH = 300_000
const CAMPAIGN = 'campaign-1'
const ALL_CHANGES: ChangesQuery = {
  campaignId: CAMPAIGN,
  since: null,
  kinds: [],
  field: null,
  unseenOnly: false,
}
const long = (start: string): string => start.padEnd(LENGTH, 'W')

function longItem(start: string): JsonObject {
  return buildItem(1, {
    itemId: buildInner(1, { name: long(start), elementId: { _id: 'element-1', name: long(start) } }),
    extra: { remarks: [long(start)] },
  })
}

/** Two downloads with different long values. */
async function fill(store: Store): Promise<void> {
  for (const start of ['old', 'new']) {
    const record = { _id: CAMPAIGN, name: long(start), notes: long(start), brand: [long(start)] }
    await fillCampaign(store, CAMPAIGN, [longItem(start)], { record })
  }
}

describe('long values', () => {
  it('are clipped for the window, and complete for copies and exports', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    await fill(store)
    const { resultId } = await store.openResult(EMPTY_QUERY, 'grid')
    const [row] = (await store.readWindow(resultId, 0, 10, ['/extra/remarks'], 'clipped')).rows
    expect(row).toMatchObject({ itemName: clipText(long('new')), elementName: clipText(long('new')) })
    expect(row?.fields?.['/extra/remarks']?.length).toBeLessThanOrEqual(MAX_TEXT_LENGTH)
    const [whole] = (await store.readWindow(resultId, 0, 10, ['/extra/remarks'])).rows
    expect(whole?.itemName).toBe(long('new'))
    expect(whole?.fields?.['/extra/remarks']).toBe(JSON.stringify([long('new')]))

    const changes = await store.readChanges(ALL_CHANGES, 0, 10, 'clipped')
    expect(changes.rows[0]?.fields.length).toBeGreaterThan(2)
    expect(JSON.stringify(changes).length).toBeLessThan(20 * MAX_TEXT_LENGTH)
    for (const { old } of changes.campaign) expect(() => void JSON.parse(old ?? 'null')).not.toThrow()
    const [name] = (await store.readChanges(ALL_CHANGES, 0, 10)).rows[0]?.fields ?? []
    expect(JSON.parse(name?.new ?? 'null')).toHaveLength(LENGTH)
  })

  it('have a limited number of members for the window, with the number of others', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    for (const value of ['old', 'new']) {
      const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`f${String(index)}`, value]))
      const artworks = Array.from({ length: 100_000 }, () => ({}))
      const item = buildItem(1, { itemId: buildInner(1, { artworks }), extra: many })
      await fillCampaign(store, CAMPAIGN, [item], { record: { _id: CAMPAIGN, ...many } })
    }
    const { resultId } = await store.openResult(EMPTY_QUERY, 'grid')
    const key = (await store.readWindow(resultId, 0, 1)).rows[0]?.key ?? -1
    const details = await store.getItem(key)
    expect(details?.artworks).toHaveLength(MAX_MEMBERS)
    expect(details?.artworkCount).toBe(100_000)
    expect(clipValues(details)?.json.length).toBeLessThan(50_000)

    const { rows, campaign, omittedCampaignFields } = await store.readChanges(ALL_CHANGES, 0, 10, 'clipped')
    const counts = [rows[0]?.fields.length, rows[0]?.omittedFields, campaign.length, omittedCampaignFields]
    expect(counts).toEqual([MAX_CHANGED_FIELDS, 200, MAX_CHANGED_FIELDS, 200])
    const whole = await store.readChanges(ALL_CHANGES, 0, 10)
    expect([whole.rows[0]?.fields.length, whole.campaign.length]).toEqual([300, 300])
  })

  it('are read at any depth', async () => {
    const deep = `${'['.repeat(5_000)}{"b": 1.10}${']'.repeat(5_000)}`
    const json = ` { "x": "]", "a\\"" : ${deep} , "z" : [true, "t"] }`.trim()
    const store = { getCampaign: () => Promise.resolve({ json }) } as unknown as Store
    const read = (...path: string[]): Promise<string | null> =>
      readText(store, { kind: 'campaign', campaignId: CAMPAIGN, path })
    expect(await read('a"')).toBe(deep)
    expect(await read('a"', ...Array.from({ length: 5_000 }, () => '0'), 'b')).toBe('1.10')
    expect(await read('z', '1')).toBe('t')
    expect(await read('z', '2')).toBeNull()
    expect(await read('x', 'length')).toBeNull()
  })

  it('are stored at any depth', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    const lists = `${'['.repeat(20_000)}1.10${']'.repeat(20_000)}`
    const objects = `${'{"a":'.repeat(20_000)}1.10${'}'.repeat(20_000)}`
    const withDepth = (json: Uint8Array): Uint8Array<ArrayBuffer> =>
      new TextEncoder().encode(
        new TextDecoder().decode(json).replaceAll('"lists"', lists).replaceAll('"objects"', objects),
      )
    const item = buildItem(1, { itemId: buildInner(1, { posNumber: 'lists' }), extra: 'objects' })
    const record = { _id: CAMPAIGN, name: 'lists', brand: 'lists', extra: 'objects' }
    const { downloadId } = await store.beginDownload(CAMPAIGN, 'full')
    await store.stageRecord(downloadId, { state: 'fetched', bytes: withDepth(bytesOf(record)) })
    await store.stagePage(downloadId, sweepRange(0), withDepth(buildPage([item])))
    await store.commitDownload(downloadId, { ...COMPLETE, expectedCount: 1 })

    const { resultId } = await store.openResult(EMPTY_QUERY, 'grid')
    expect((await store.readWindow(resultId, 0, 1)).rows[0]?.posNumber).toBe(lists)
    const { fields } = await store.findFields([CAMPAIGN])
    expect(fields.map(({ key }) => key)).toContain('/extra/a/a')
    const { rows } = await store.queryCampaigns(EMPTY_CAMPAIGN_QUERY, ['brand'], 'table')
    expect(rows[0]?.cells).toEqual([[lists.slice(1, -1)]])
    const sheet = campaignSheet(opened.file, [CAMPAIGN])
    expect(sheet.rows.map(([label]) => label)).toContain('Brand')
  })

  it('are not offered as filter values', async () => {
    await using opened = await temporaryStore()
    await fill(opened.store)
    for (const column of ['itemName', 'elementName'] as const) {
      const { values, distinct } = await opened.store.columnValues(EMPTY_QUERY, column, '', 'values')
      expect({ column, values, distinct }).toEqual({ column, values: [], distinct: 0 })
    }
  })

  it('are read in full one by one', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    await fill(store)
    const { resultId } = await store.openResult(EMPTY_QUERY, 'grid')
    const key = (await store.readWindow(resultId, 0, 1)).rows[0]?.key ?? -1
    const changed = (await store.readChanges(ALL_CHANGES, 0, 1)).rows[0]?.fields ?? []
    const field = changed.findIndex(({ path }) => path === 'itemId.name')
    const value = long('new')
    expect(await readText(store, { kind: 'cell', key, column: 'itemName' })).toBe(value)
    expect(await readText(store, { kind: 'cell', key, column: '/extra/remarks' })).toBe(
      JSON.stringify([value]),
    )
    expect(await readText(store, { kind: 'item', key, path: ['extra', 'remarks', '0'] })).toBe(value)
    expect(JSON.parse((await readText(store, { kind: 'item', key, path: [] })) ?? '')).toEqual(
      longItem('new'),
    )
    expect(await readText(store, { kind: 'campaignName', campaignId: CAMPAIGN })).toBe(value)
    expect(await readText(store, { kind: 'campaign', campaignId: CAMPAIGN, path: ['brand', '0'] })).toBe(
      value,
    )
    const change = { kind: 'change', query: ALL_CHANGES, index: 0, field } as const
    expect(await readText(store, { ...change, side: 'old' })).toBe(long('old'))
    expect(await readText(store, { ...change, side: 'new' })).toBe(value)
    expect(await readText(store, { ...change, index: null, field: 99, side: 'new' })).toBeNull()
    expect(await readText(store, { kind: 'item', key, path: ['__proto__', 'constructor'] })).toBeNull()
    expect(await readText(store, { kind: 'item', key: 12_345, path: [] })).toBeNull()
  })
})
