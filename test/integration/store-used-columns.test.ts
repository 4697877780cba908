import { describe, expect, it } from 'vitest'
import { allOf } from '../../electron/contract/filter-tree.ts'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { openForReading } from '../../electron/store/database/open-database.ts'
import { recordedColumns } from '../../electron/store/used-columns.ts'
import { temporaryStore } from '../support/store.ts'

describe('the recorded columns', () => {
  it('are the latest 16, and keep one that is used repeatedly', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    const use = (column: `/${string}`): Promise<unknown> =>
      store.openResult({ ...EMPTY_QUERY, filters: allOf({ column, operator: 'isEmpty' }) }, 'list')
    const fields = Array.from({ length: 20 }, (_, number) => `/field${String(number)}` as const)
    for (const field of fields) {
      await use('/often')
      await use(field)
    }
    // The writer has recorded all uses when it answers.
    await store.removeCampaigns([])
    const reader = openForReading(opened.file)
    expect(recordedColumns(reader, 'codes')).toEqual([...fields.slice(5, 19), '/often', '/field19'])
    reader.close()
  })
})
