import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { WriteHandle } from '../../electron/store/database/handles.ts'
import { openForReading, openForWriting } from '../../electron/store/database/open-database.ts'
import { fromSqliteError } from '../../electron/store/database/sqlite-errors.ts'
import { listCampaigns } from '../../electron/store/campaigns.ts'
import { createWriter } from '../../electron/store/writer.ts'
import { buildItem, buildPage, COMPLETE, sweepRange, temporaryFolder } from '../support/store.ts'

const pages = (round: number): readonly Uint8Array<ArrayBuffer>[] =>
  Array.from({ length: 10 }, (_, page) =>
    buildPage(
      Array.from({ length: 200 }, (_item, at) =>
        buildItem(page * 200 + at, { round, padding: 'x'.repeat(500) }),
      ),
      { skip: page * 200 },
    ),
  )

describe('a full disk', () => {
  it('ends the download, and keeps the snapshot', async () => {
    const folder = await temporaryFolder()
    const file = join(folder.path, 'cache.db')
    const { handle } = openForWriting(file)
    if (!(handle instanceof WriteHandle)) throw new Error('The cache cannot be written to')
    const { handlers, close } = createWriter(handle)
    const { downloadId: first } = handlers.beginDownload(['campaign-1', 'full'], {})
    for (const page of pages(1)) handlers.stagePage([first, sweepRange(0), page], {})
    handlers.commitDownload([first, COMPLETE], {})
    const reader = openForReading(file)
    const before = listCampaigns(reader)

    // SQLite then reports the same error as on a full disk.
    const pageCount = handle.values<number>('PRAGMA page_count').get() ?? 0
    handle.execute(`PRAGMA max_page_count = ${String(pageCount + 20)}`)
    const { downloadId: second } = handlers.beginDownload(['campaign-1', 'full'], {})
    let code: unknown = null
    try {
      for (const page of pages(2)) handlers.stagePage([second, sweepRange(0), page], {})
    } catch (error) {
      code = (fromSqliteError(error) as { readonly code: string }).code
    }
    expect(code).toBe('diskFull')
    expect(listCampaigns(reader)).toEqual(before)
    handlers.abandonDownload([second], {})

    handle.execute('PRAGMA max_page_count = 1000000')
    const { downloadId: third } = handlers.beginDownload(['campaign-1', 'full'], {})
    for (const page of pages(3)) handlers.stagePage([third, sweepRange(0), page], {})
    expect(handlers.commitDownload([third, COMPLETE], {})).toMatchObject({
      changed: 2_000,
      added: 0,
      removed: 0,
      refusedDeletions: null,
    })
    reader.close()
    close()
    await folder.remove()
  })

  it('keeps staged pages, and the download continues when there is space', async () => {
    const folder = await temporaryFolder()
    const { handle } = openForWriting(join(folder.path, 'cache.db'))
    if (!(handle instanceof WriteHandle)) throw new Error('The cache cannot be written to')
    const { handlers, close } = createWriter(handle)
    const { downloadId } = handlers.beginDownload(['campaign-1', 'full'], {})
    const all = pages(1)
    const stage = (at: number): unknown =>
      handlers.stagePage([downloadId, sweepRange(at * 200), all[at] ?? new Uint8Array()], {})
    const limit = (spare: number): void => {
      const pageCount = handle.values<number>('PRAGMA page_count').get() ?? 0
      handle.execute(`PRAGMA max_page_count = ${String(pageCount + spare)}`)
    }
    const codeOf = (work: () => unknown): unknown => {
      try {
        work()
        return null
      } catch (error) {
        return (fromSqliteError(error) as { readonly code: string }).code
      }
    }
    limit(60)
    let staged = 0
    while (codeOf(() => stage(staged)) === null) staged += 1
    expect(staged).toBeGreaterThan(0)
    expect(codeOf(() => stage(staged))).toBe('diskFull')
    handlers.releaseDownload([downloadId], {})
    expect(handlers.listUnfinished([], {})).toMatchObject([{ items: staged * 200 }])
    expect(handlers.beginDownload(['campaign-1', 'full'], {}).journal).toHaveLength(staged)

    limit(100_000)
    for (; staged < 10; staged += 1) stage(staged)
    limit(0)
    expect(codeOf(() => handlers.commitDownload([downloadId, COMPLETE], {}))).toBe('diskFull')
    limit(100_000)
    expect(handlers.commitDownload([downloadId, COMPLETE], {})).toMatchObject({ added: 2_000 })
    close()
    await folder.remove()
  })
})
