import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHANGE_COLUMN_KEYS, type ChangesQuery } from '../../electron/contract/changes.ts'
import { NO_LABELS, type ValueLabel } from '../../electron/contract/connection.ts'
import { timeZoneName } from '../../electron/export/values/timestamps.ts'
import { MACHINE_STYLE, regionOf, styleOfPreset } from '../../electron/contract/csv-style.ts'
import { startExport } from '../../electron/export/start-export.ts'
import type { ChangesToExport, ExportRequest, ExportProgress } from '../../electron/export/types.ts'
import { EXPORT_WORKER_URL } from '../support/entries.ts'
import {
  buildInner,
  buildItem,
  fillCampaign,
  itemIdOf,
  temporaryStore,
  type JsonObject,
  type TemporaryStore,
} from '../support/store.ts'

const ID = 'campaign-1'
const ALL_CHANGES: ChangesQuery = { campaignId: ID, since: null, kinds: [], field: null, unseenOnly: false }
/** More than one batch. */
const ITEMS = 1_300

let cache: TemporaryStore

beforeAll(async () => {
  cache = await temporaryStore()
  const numbers = Array.from({ length: ITEMS }, (_, number) => number)
  await fillCampaign(
    cache.store,
    ID,
    numbers.map((number) => buildItem(number)),
  )
  await fillCampaign(cache.store, ID, [
    buildItem(0, {
      itemId: buildInner(0, { name: '=1+1', posNumber: '', new: { 'a.b': [1, 'x'] } }),
      qty: -12,
      status: null,
      isLocked: false,
      note: '-5-3',
      large: 1e21,
    }),
    ...numbers.slice(2).map((number) => buildItem(number, { qty: number + 1, hasArtwork: false })),
    buildItem(ITEMS),
  ])
})

afterAll(async () => {
  await cache[Symbol.asyncDispose]()
})

const EXCEL = styleOfPreset('excel', regionOf('de-DE'))

async function write(
  name: string,
  changes: Partial<ChangesQuery> = {},
  requestChange: Partial<Pick<ChangesToExport, 'options' | 'labels'>> = {},
): Promise<{ readonly result: ExportProgress; readonly text: string; readonly rows: readonly string[][] }> {
  const file = join(cache.folder, name)
  const request: ExportRequest = {
    databaseFile: cache.file,
    changes: { ...ALL_CHANGES, ...changes },
    options: { format: 'csv', style: MACHINE_STYLE, header: 'keys', rowsBeyond: 'oneFile' },
    labels: NO_LABELS,
    document: { sheetName: 'Items', title: 'Items', description: '' },
    file,
    ...requestChange,
  }
  const result = await startExport(request, { thread: EXPORT_WORKER_URL }).done
  const text = await readFile(file, 'utf8')
  const rows = parse(text, {
    record_delimiter: '\r\n',
    bom: true,
    delimiter: request.options.style.delimiter,
  })
  return { result, text, rows }
}

describe('an export of changes', () => {
  it('has a row for each changed field, and one for each added or deleted item', async () => {
    const { result, rows } = await write('all.csv')
    const [header, ...lines] = rows
    const noticedAt = new Date((await cache.store.listDownloads(ID))[0]?.completedAt ?? 0).toISOString()

    expect(header).toEqual([...CHANGE_COLUMN_KEYS])
    expect(result).toMatchObject({ rows: lines.length, totalRows: lines.length })
    expect(lines).toHaveLength(8 + 2 * (ITEMS - 2) + 2)
    const first = ['changed', itemIdOf(0), "'=1+1", '']
    expect(lines.slice(0, 8)).toEqual([
      [...first, 'itemId.name', 'Item 0', "'=1+1", noticedAt],
      [...first, 'itemId.posNumber', 'POS-0', '', noticedAt],
      [...first, 'itemId.new.a\\.b', '', '[1,"x"]', noticedAt],
      [...first, 'status', '0', 'null', noticedAt],
      [...first, 'qty', '0', '-12', noticedAt],
      [...first, 'isLocked', 'true', 'false', noticedAt],
      [...first, 'note', '', "'-5-3", noticedAt],
      [...first, 'large', '', '1000000000000000000000', noticedAt],
    ])
    expect(lines[8]).toEqual(['gone', itemIdOf(1), 'Item 1', 'POS-1', '', '', '', noticedAt])
    expect(lines.at(-1)).toEqual([
      'added',
      itemIdOf(ITEMS),
      `Item ${String(ITEMS)}`,
      `POS-${String(ITEMS)}`,
      '',
      '',
      '',
      noticedAt,
    ])
  })

  it('names kinds, fields and statuses as the window does, under a header with labels', async () => {
    const other = 'campaign-3'
    const item = (number: number, fields: JsonObject): JsonObject =>
      buildItem(number, { campaignId: { _id: other, name: 'Other' }, ...fields })
    const long = `Long ${'name '.repeat(100)}end`
    const inReview: ValueLabel = { value: 3, name: 'In review', color: 'neutral' }
    await fillCampaign(
      cache.store,
      other,
      [2_000, 2_001].map((number) => item(number, { status: 3 })),
      { record: { status: 1, dueInStoreDate: '2026-12-01' } },
    )
    await fillCampaign(
      cache.store,
      other,
      [item(2_000, { status: 12, fire_rating: 'B1', [long]: true }), item(2_002, { status: 3 })],
      { record: { status: 2, dueInStoreDate: '2026-12-02' } },
    )
    const labels = {
      itemStatus: [inReview],
      campaignStatus: [{ ...inReview, value: 2, name: 'Live' }],
      campaignState: [],
    }
    const written = async (header: 'keys' | 'labels') => {
      const options = { format: 'csv', style: MACHINE_STYLE, header, rowsBeyond: 'oneFile' } as const
      const { rows } = await write(`named-${header}.csv`, { campaignId: other }, { options, labels })
      return rows.slice(1).map(([kind, , name, , field, old, current]) => [kind, name, field, old, current])
    }
    const named = await written('labels')
    expect(named).toContainEqual(['Campaign', '', 'Status', 'Status 1', 'Live'])
    expect(named).toContainEqual(['Edited', 'Item 2000', 'Status', 'In review', 'Status 12'])
    expect(named).toContainEqual(['Edited', 'Item 2000', 'Fire rating', '', 'B1'])
    expect(named).toContainEqual(['Edited', 'Item 2000', long, '', 'true'])
    expect(named).toContainEqual(['Deleted', 'Item 2001', '', '', ''])
    expect(named).toContainEqual(['Added', 'Item 2002', '', '', ''])
    const keyed = await written('keys')
    expect(keyed).toContainEqual(['campaign', '', 'status', '1', '2'])
    expect(keyed).toContainEqual(['changed', 'Item 2000', 'status', '3', '12'])
    expect(keyed).toHaveLength(named.length)
  })

  it('leaves out hidden fields', async () => {
    const { result, rows } = await write('hidden.csv', { hiddenFields: ['qty', 'status'] })
    const fields = rows.slice(1).map((row) => row[4])
    expect(fields).toContain('itemId.name')
    expect(fields).not.toContain('qty')
    expect(fields).not.toContain('status')
    expect(result.totalRows).toBe(rows.length - 1)
  })

  it('contains only filtered changes', async () => {
    const { rows } = await write(
      'field.csv',
      { field: 'qty' },
      { options: { format: 'csv', style: MACHINE_STYLE, header: 'none', rowsBeyond: 'oneFile' } },
    )
    expect(rows).toHaveLength(ITEMS - 1)
    expect(new Set(rows.map(([, , , , field]) => field))).toEqual(new Set(['qty']))
    const deletedOnly = await write('gone.csv', { kinds: ['gone'] })
    expect(deletedOnly.rows.slice(1).map(([kind]) => kind)).toEqual(['gone'])
    const withoutChanges = await write('nothing.csv', {
      since: (await cache.store.listDownloads(ID))[0]?.downloadKey ?? 0,
    })
    expect(withoutChanges.rows).toHaveLength(1)
    expect(withoutChanges.result).toMatchObject({ rows: 0, totalRows: 0 })
    const all = await write('all.csv')
    // Everything was downloaded today.
    expect((await write('week.csv', { since: { days: 7 } })).rows).toEqual(all.rows)
  })

  it('starts with changes of the campaign itself unless it is filtered', async () => {
    const other = 'campaign-2'
    const item = (qty: number): JsonObject => buildItem(1, { campaignId: { _id: other }, qty })
    await fillCampaign(cache.store, other, [item(1)], { record: { name: '=A', status: 1 } })
    await fillCampaign(cache.store, other, [item(9)], { record: { name: '=B', status: 2 } })
    const { result, rows } = await write('campaign.csv', { campaignId: other })
    const noticedAt = new Date((await cache.store.listDownloads(other))[0]?.completedAt ?? 0).toISOString()

    expect(rows.slice(1)).toEqual([
      ['campaign', '', '', '', 'name', "'=A", "'=B", noticedAt],
      ['campaign', '', '', '', 'status', '1', '2', noticedAt],
      ['changed', itemIdOf(1), 'Item 1', 'POS-1', 'qty', '1', '9', noticedAt],
    ])
    expect(result).toMatchObject({ rows: 3, totalRows: 3 })
    for (const filter of [{ field: 'qty' }, { kinds: ['changed'] as const }, { unseenOnly: true }]) {
      expect((await write('narrowed.csv', { campaignId: other, ...filter })).rows.slice(1)).toHaveLength(1)
    }
  })

  it('supports the presets of item lists', async () => {
    const { text, rows } = await write(
      'excel.csv',
      { kinds: ['gone'] },
      { options: { format: 'csv', style: EXCEL, header: 'labels', rowsBeyond: 'oneFile' } },
    )
    expect(text.startsWith('\ufeff')).toBe(true)
    expect(rows[0]).toEqual([
      'Change',
      'Campaign item ID',
      'Item',
      'POS number',
      'Field',
      'Old value',
      'New value',
      `Found at (${timeZoneName('local')})`,
    ])
  })

  it('stops when canceled, without a file', async () => {
    const file = join(cache.folder, 'cancelled.csv')
    const running = startExport(
      {
        databaseFile: cache.file,
        changes: ALL_CHANGES,
        options: { format: 'csv', style: MACHINE_STYLE, header: 'keys', rowsBeyond: 'oneFile' },
        labels: NO_LABELS,
        document: { sheetName: 'Items', title: 'Items', description: '' },
        file,
      },
      { thread: EXPORT_WORKER_URL },
    )
    running.cancel()
    await expect(running.done).rejects.toMatchObject({ code: 'cancelled' })
    await expect(readFile(file)).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
