import { describe, expect, it } from 'vitest'
import { clipText, MAX_TEXT_LENGTH } from '../../electron/contract/clip-text.ts'
import type { ChangesQuery } from '../../electron/contract/changes.ts'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { readText } from '../../electron/app/read-text.ts'
import type { Store } from '../../electron/store/operations.ts'
import { buildInner, buildItem, fillCampaign, temporaryStore, type JsonObject } from '../support/store.ts'

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
    itemId: buildInner(1, {
      name: long(start),
      elementId: { _id: 'element-1', name: long(start) },
    }),
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
