import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { NO_EXTRAS, type StatusStyle } from '../../electron/contract/export-options.ts'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { MACHINE_STYLE } from '../../electron/contract/csv-style.ts'
import { startExport } from '../../electron/export/start-export.ts'
import { png } from '../support/pictures.ts'
import { openReviews } from '../support/reviews.ts'
import { EXPORT_WORKER_URL } from '../support/entries.ts'
import { buildItem, fillCampaign, itemIdOf, temporaryStore } from '../support/store.ts'

const COLUMNS = [
  'posNumber',
  'reviewMark',
  'qty',
  'reviewNote',
  'reviewPhotos',
  'reviewedAt',
  'changedSinceReview',
] as const

describe('an export with review columns', () => {
  it('contains marks, guarded notes, photo counts and changes since the review', async () => {
    await using cache = await temporaryStore({ readers: 1 })
    const { store, file: databaseFile, folder } = cache
    const items = [0, 1, 2].map((number) => buildItem(number))
    await fillCampaign(store, 'campaign-1', items)
    const reviewsFile = join(folder, 'reviews.db')
    const write = async (statuses: StatusStyle = 'numbers'): Promise<readonly Record<string, string>[]> => {
      const file = join(folder, 'items.csv')
      const options = {
        columns: COLUMNS,
        format: 'csv',
        style: MACHINE_STYLE,
        header: 'labels',
        rowsBeyond: 'oneFile',
        statuses,
        extras: NO_EXTRAS,
      } as const
      await startExport(
        {
          databaseFile,
          rows: { query: EMPTY_QUERY },
          options,
          reviewsFile,
          picturesFile: '',
          statusLabels: [{ value: 77, name: 'In review', color: 'yellow' }],
          document: { sheetName: 'Items', title: 'Items', description: '' },
          file,
        },
        { thread: EXPORT_WORKER_URL },
      ).done
      return parse(await readFile(file), { columns: true })
    }

    // Without reviews, there is no file.
    expect((await write())[1]).toMatchObject({ 'POS number': 'POS-1', Mark: '', Quantity: '1', Note: '' })

    const reviews = openReviews(reviewsFile)
    await reviews.mark(await store.rowsOfItems([itemIdOf(1)]), 'problem', Date.UTC(2026, 4, 1))
    const [second] = await store.rowsOfItems([itemIdOf(2)])
    if (second === undefined) throw new Error('The item is not there.')
    await reviews.note(second, '=HYPERLINK("x")\nsecond line')
    for (const red of [1, 2]) await reviews.addPhoto(second, png(red), red)
    await fillCampaign(store, 'campaign-1', [
      items[0] ?? {},
      buildItem(1, { qty: 12, isLocked: true }),
      items[2] ?? {},
    ])

    const rows = await write()
    expect(rows[1]).toEqual({
      'POS number': 'POS-1',
      Mark: 'Problem',
      Quantity: '12',
      Note: '',
      Photos: '',
      'Marked at': '2026-05-01T00:00:00.000Z',
      'Changed since review': 'Quantity: 1 → 12; Locked: no → yes',
    })
    expect(rows[2]).toMatchObject({
      Photos: '2',
      Mark: '',
      Note: '\'=HYPERLINK("x")\nsecond line',
      'Changed since review': '',
    })
    await fillCampaign(store, 'campaign-1', [items[0] ?? {}, buildItem(1, { status: 77 }), items[2] ?? {}])
    expect((await write())[1]?.['Changed since review']).toMatch(/^Status: \d+ → 77$/u)
    expect((await write('names'))[1]?.['Changed since review']).toMatch(/^Status: Status \d+ → In review$/u)
    expect((await write('both'))[1]?.['Changed since review']).toMatch(
      /^Status: Status \d+ → In review \(77\)$/u,
    )
    await reviews.close()
  })
})
