import * as sheetjs from '@e965/xlsx'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmod, lstat, mkdir, open, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { allOf, hasValue } from '../../electron/contract/filter-tree.ts'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { CANCEL_TIMEOUT_MS } from '../../electron/export/control.ts'
import { ReusableExportThread } from '../../electron/export/export-thread.ts'
import { startExport } from '../../electron/export/start-export.ts'
import type {
  ExportProgress,
  ExportRequest,
  ItemsExportRequest,
  RunningExport,
} from '../../electron/export/types.ts'
import { csvRequest } from '../support/export-request.ts'
import { faultOf } from '../support/faults.ts'
import { EXPORT_WORKER_URL } from '../support/entries.ts'
import {
  buildInner,
  buildItem,
  fillCampaign,
  temporaryFolder,
  temporaryStore,
  type TemporaryStore,
} from '../support/store.ts'

const ITEMS = 5_000

let cache: TemporaryStore
let folder: string
let removeFolder: () => Promise<void>

beforeAll(async () => {
  cache = await temporaryStore()
  const items = Array.from({ length: ITEMS }, (_, number) =>
    number === 7
      ? buildItem(number, {
          itemId: buildInner(number, { name: '=1+1, "quoted"\r\nnext', posNumber: '-12' }),
          qty: -3,
        })
      : buildItem(number),
  )
  await fillCampaign(cache.store, 'campaign-1', items)
  ;({ path: folder, remove: removeFolder } = await temporaryFolder())
})

afterAll(async () => {
  await cache[Symbol.asyncDispose]()
  await removeFolder()
})

function request(file: string | null, changes: Partial<ItemsExportRequest> = {}): ExportRequest {
  return { ...csvRequest(cache.file, file, { query: EMPTY_QUERY }), ...changes }
}

async function createFolder(name: string): Promise<string> {
  const path = join(folder, name)
  await mkdir(path)
  return path
}

const run = (exportRequest: ExportRequest): Promise<ExportProgress> =>
  startExport(exportRequest, { thread: EXPORT_WORKER_URL }).done

describe('an export to a file', () => {
  it('contains every row in service order, without leftovers', async () => {
    const path = await createFolder('whole')
    const end = await run(request(join(path, 'items.csv')))
    const bytes = await readFile(join(path, 'items.csv'))
    expect(end).toEqual({
      rows: ITEMS,
      totalRows: ITEMS,
      bytes: bytes.byteLength,
      verifiedRows: ITEMS,
      parts: null,
      altered: { cut: 0, leftOut: 0, guarded: 1, replaced: 0, credentials: 0 },
    })
    const [header, ...rows] = parse(bytes, { record_delimiter: '\r\n' })
    expect(header).toEqual(['itemName', 'posNumber', 'qty', 'isLocked'])
    expect(rows).toHaveLength(ITEMS)
    expect(rows[6]).toEqual(['Item 6', 'POS-6', '6', 'true'])
    expect(rows[7]).toEqual([`'=1+1, "quoted"\r\nnext`, '-12', '-3', 'false'])
    expect(rows.at(-1)?.[0]).toBe(`Item ${String(ITEMS - 1)}`)
    expect(await readdir(path)).toEqual(['items.csv'])
  })

  it('contains the rows of search, filters and sort, or chosen items in order', async () => {
    const path = await createFolder('view')
    const query = {
      ...EMPTY_QUERY,
      search: '^item 1\\d$',
      filters: allOf(hasValue('isLocked', true)),
      sort: [{ key: 'qty', direction: -1 }],
    } as const
    await run(request(join(path, 'view.csv'), { rows: { query } }))
    const names = parse<{ itemName: string }>(await readFile(join(path, 'view.csv')), { columns: true })
    expect(names.map(({ itemName }) => itemName)).toEqual([
      'Item 18',
      'Item 16',
      'Item 14',
      'Item 12',
      'Item 10',
    ])

    const { resultId } = await cache.store.openResult(query, 'test')
    const keys = await cache.store.keysOf(resultId, [[1, 2]])
    await run(request(join(path, 'chosen.csv'), { rows: { keys: keys.toReversed() } }))
    const chosen = parse<{ itemName: string }>(await readFile(join(path, 'chosen.csv')), { columns: true })
    expect(chosen.map(({ itemName }) => itemName)).toEqual(['Item 14', 'Item 16'])
  })

  it('is a workbook with typed numbers and flags', async () => {
    const path = await createFolder('workbook')
    const file = join(path, 'items.xlsx')
    const { options } = request(null) as ItemsExportRequest
    const end = await run(
      request(file, {
        options: { ...options, format: 'xlsx', header: 'labels' },
        document: { sheetName: 'Kids/Week', title: 'Kids Week', description: 'of today' },
      }),
    )
    expect(end).toMatchObject({ rows: ITEMS, totalRows: ITEMS, bytes: (await stat(file)).size })
    const book = sheetjs.read(await readFile(file))
    expect(book.SheetNames).toEqual(['Kids Week'])
    const rows = sheetjs.utils.sheet_to_json<unknown[]>(book.Sheets['Kids Week'] ?? {}, { header: 1 })
    expect(rows).toHaveLength(ITEMS + 1)
    expect(rows[0]).toEqual(['Item', 'POS number', 'Quantity', 'Locked'])
    expect(rows[7]).toEqual(['Item 6', 'POS-6', 6, true])
    expect(rows[8]).toEqual(['=1+1, "quoted"\nnext', '-12', -3, false])
    expect(await readdir(path)).toEqual(['items.xlsx'])
  })

  it('keeps the order of scattered items', async () => {
    const path = await createFolder('scattered')
    const query = { ...EMPTY_QUERY, sort: [{ key: 'itemName', direction: -1 }] } as const
    const { resultId, count } = await cache.store.openResult(query, 'test')
    const keys = await cache.store.keysOf(resultId, [[0, count - 1]])
    // 20,000 rows without order, with repeated items.
    const mixed = Int32Array.from({ length: 4 * ITEMS }, (_, at) => keys[(at * 7_919) % count] ?? 0)
    await run(request(join(path, 'mixed.csv'), { rows: { keys: mixed } }))
    const rows = parse<Record<string, string>>(await readFile(join(path, 'mixed.csv')), { columns: true })
    const byName = new Map<string, number>()
    await run(request(join(path, 'sorted.csv'), { rows: { keys } }))
    const sorted = parse<Record<string, string>>(await readFile(join(path, 'sorted.csv')), { columns: true })
    for (const [at, { itemName }] of sorted.entries()) byName.set(itemName ?? '', at)
    expect(rows).toHaveLength(4 * ITEMS)
    expect(rows.every((row, at) => byName.get(row['itemName'] ?? '') === (at * 7_919) % count)).toBe(true)
    expect(
      rows.filter(({ itemName, posNumber }) => itemName?.replace('Item ', 'POS-') !== posNumber),
    ).toHaveLength(4)
  })

  it('reports progress', async () => {
    const path = await createFolder('progress')
    const progressReports: ExportProgress[] = []
    const { done } = startExport(request(join(path, 'items.csv')), {
      thread: EXPORT_WORKER_URL,
      onProgress: (progress) => progressReports.push(progress),
    })
    await done
    expect(progressReports.length).toBeGreaterThan(0)
    expect(progressReports.every(({ rows, totalRows }) => rows <= totalRows && totalRows === ITEMS)).toBe(
      true,
    )
  })

  it('replaces a file and keeps its permissions, also behind a link', async () => {
    const path = await createFolder('replace')
    await writeFile(join(path, 'real.csv'), 'old')
    await chmod(join(path, 'real.csv'), 0o640)
    await mkdir(join(path, 'links'))
    await symlink('../real.csv', join(path, 'links', 'items.csv'))
    await symlink('../new.csv', join(path, 'links', 'dangling.csv'))
    await run(request(join(path, 'links', 'items.csv')))
    await run(request(join(path, 'links', 'dangling.csv')))
    expect((await lstat(join(path, 'links', 'items.csv'))).isSymbolicLink()).toBe(true)
    expect((await lstat(join(path, 'links', 'dangling.csv'))).isSymbolicLink()).toBe(true)
    expect((await readFile(join(path, 'real.csv'), 'utf8')).slice(0, 8)).toBe('itemName')
    expect((await readFile(join(path, 'new.csv'), 'utf8')).slice(0, 8)).toBe('itemName')
    if (process.platform !== 'win32') expect((await stat(join(path, 'real.csv'))).mode & 0o777).toBe(0o640)
    expect((await readdir(path)).sort()).toEqual(['links', 'new.csv', 'real.csv'])
    expect((await readdir(join(path, 'links'))).sort()).toEqual(['dangling.csv', 'items.csv'])
  })

  it('supports names of the maximum length', async () => {
    const path = await createFolder('long')
    const name = `${'ü'.repeat(120)}.csv`
    await run(request(join(path, name)))
    expect(await readdir(path)).toEqual([name])
  })

  it.runIf(process.platform !== 'win32')('writes to a pipe without replacing it', async () => {
    const path = await createFolder('pipe')
    const pipe = join(path, 'pipe')
    await promisify(execFile)('mkfifo', [pipe])
    const [end, content] = await Promise.all([run(request(pipe)), readFile(pipe)])
    expect(content.byteLength).toBe(end.bytes)
    expect((await lstat(pipe)).isFIFO()).toBe(true)
  })
})

describe('a failed export', () => {
  it.each([
    ['a missing folder', 'missing/items.csv', 'there is no such folder'],
    ['a file as folder', 'earlier.csv/items.csv', 'there is no such folder'],
    ['a folder with the same name', 'taken', 'a folder has that name'],
    ['a too long name', `${'x'.repeat(300)}.csv`, 'the name is too long'],
  ])('reports %s and changes nothing', async (name, file, reason) => {
    const path = await createFolder(`fails ${name}`)
    await writeFile(join(path, 'earlier.csv'), 'old')
    await mkdir(join(path, 'taken'))
    const fault = await faultOf(run(request(join(path, file))))
    expect(fault.code).toBe('fileNotWritten')
    expect(fault.message).toContain(reason)
    expect((await readdir(path)).sort()).toEqual(['earlier.csv', 'taken'])
    expect(await readFile(join(path, 'earlier.csv'), 'utf8')).toBe('old')
  })

  it.runIf(process.platform === 'linux')('reports a full disk', async () => {
    const fault = await faultOf(run(request('/dev/full')))
    expect(fault.toFault()).toMatchObject({ code: 'fileNotWritten', detail: 'ENOSPC' })
    expect(fault.message).toContain('the disk is full')
    expect((await lstat('/dev/full')).isCharacterDevice()).toBe(true)
  })

  it('keeps the earlier file after an error of the cache or the pattern', async () => {
    const path = await createFolder('at fault')
    const file = join(path, 'items.csv')
    await writeFile(file, 'old')
    const missingCache = await faultOf(run(request(file, { databaseFile: join(path, 'no', 'cache.db') })))
    expect(missingCache.code).not.toBe('internal')
    const pattern = await faultOf(run(request(file, { rows: { query: { ...EMPTY_QUERY, search: '(' } } })))
    expect(pattern.code).toBe('searchInvalid')
    const missingItem = await faultOf(run(request(file, { rows: { keys: Int32Array.of(1, 999_999) } })))
    expect(missingItem.code).toBe('notFound')
    expect(await readFile(file, 'utf8')).toBe('old')
    expect(await readdir(path)).toEqual(['items.csv'])
  })

  it.each([
    ['reports the original error', { type: 'failed', fault: { code: 'fileNotAsWritten' } }],
    ['is complete', { type: 'done', value: { rows: 1 } }],
  ])('%s although an unfinished file cannot be removed', async (_name, result) => {
    // A folder in place of the file cannot be removed on any system.
    const unfinished = await createFolder(`not removable ${result.type}`)
    const script = `import { parentPort } from 'node:worker_threads'
      parentPort.postMessage(${JSON.stringify({ type: 'unfinished', file: unfinished })})
      parentPort.postMessage(${JSON.stringify(result)})`
    const { done } = startExport(request(join(folder, 'items.csv')), {
      thread: new URL(`data:text/javascript,${encodeURIComponent(script)}`),
    })
    if (result.type === 'done') expect(await done).toEqual({ rows: 1 })
    else expect((await faultOf(done)).code).toBe('fileNotAsWritten')
  })

  it('rejects with the original error if the thread cannot start', async () => {
    const { done } = startExport(request(join(folder, 'never.csv')), {
      thread: new URL('no-such-worker.ts', EXPORT_WORKER_URL),
    })
    await expect(done).rejects.toThrow(/no-such-worker/u)
  })
})

describe('a canceled export', () => {
  it('leaves no files, and keeps the earlier file', async () => {
    const path = await createFolder('cancelled')
    const file = join(path, 'items.csv')
    await writeFile(file, 'old')
    const running = startExport(request(file), { thread: EXPORT_WORKER_URL })
    running.cancel()
    expect((await faultOf(running.done)).code).toBe('cancelled')
    expect(await readFile(file, 'utf8')).toBe('old')
    expect(await readdir(path)).toEqual(['items.csv'])
  })

  it.each(['csv', 'xlsx'] as const)('stops in the middle of the output as %s', async (format) => {
    const { options } = request(null) as ItemsExportRequest
    const chunks: number[] = []
    const running = startExport(request(null, { options: { ...options, format } }), {
      thread: EXPORT_WORKER_URL,
      writeOutput: (bytes) => {
        chunks.push(bytes.byteLength)
        running.cancel()
        return Promise.resolve()
      },
    })
    expect((await faultOf(running.done)).code).toBe('cancelled')
    expect(chunks).toHaveLength(1)
  })

  it('does not wait for a blocked reader', async () => {
    const { promise: requested, resolve: onRequested } = Promise.withResolvers<undefined>()
    const running = startExport(request(null), {
      thread: EXPORT_WORKER_URL,
      writeOutput: () => {
        onRequested(undefined)
        return new Promise<void>(() => undefined)
      },
    })
    await requested
    running.cancel()
    expect((await faultOf(running.done)).code).toBe('cancelled')
  })

  it('ends a thread that does not respond, and removes its unfinished file', async () => {
    const path = await createFolder('unresponsive')
    const unfinished = join(path, '.items.csv.part')
    const unresponsive = `import { parentPort } from 'node:worker_threads'
      import { writeFileSync } from 'node:fs'
      writeFileSync(${JSON.stringify(unfinished)}, 'half')
      parentPort.postMessage({ type: 'unfinished', file: ${JSON.stringify(unfinished)} })
      for (;;);`
    const running = startExport(request(join(path, 'items.csv')), {
      thread: new URL(`data:text/javascript,${encodeURIComponent(unresponsive)}`),
    })
    await expect.poll(() => readdir(path)).toEqual(['.items.csv.part'])
    running.cancel()
    expect((await faultOf(running.done)).code).toBe('cancelled')
    expect(await readdir(path)).toEqual([])
  })

  it('replaces all files if it is canceled after the first one', async () => {
    const path = await createFolder('replacing')
    const files = ['items (1 of 2).csv', 'items (2 of 2).csv'].map((name) => join(path, name))
    for (const file of files) await writeFile(file, 'old')
    const signal = join(path, 'signal')
    const slow = `import fs from 'node:fs'
      const rename = fs.renameSync
      fs.renameSync = (from, to) => {
        rename(from, to)
        const pause = new Int32Array(new SharedArrayBuffer(4))
        while (!fs.existsSync(${JSON.stringify(signal)})) Atomics.wait(pause, 0, 0, 5)
      }
      await import(${JSON.stringify(EXPORT_WORKER_URL.href)})`
    const { options } = request(null) as ItemsExportRequest
    const running = startExport(
      request(join(path, 'items.csv'), {
        options: { ...options, rowsBeyond: 'files' },
        sheetRows: ITEMS - 1,
      }),
      { thread: new URL(`data:text/javascript,${encodeURIComponent(slow)}`) },
    )
    await expect.poll(() => readFile(files[0] ?? '', 'utf8')).not.toBe('old')
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    running.cancel()
    vi.advanceTimersByTime(CANCEL_TIMEOUT_MS)
    vi.useRealTimers()
    await writeFile(signal, '')
    expect(await running.done).toMatchObject({ rows: ITEMS, parts: { files: 2 } })
    for (const file of files) expect(await readFile(file, 'utf8')).not.toBe('old')
    expect((await readdir(path)).sort()).toEqual(['items (1 of 2).csv', 'items (2 of 2).csv', 'signal'])
  })

  it.runIf(process.platform !== 'win32')('ends a thread that waits for a pipe’s reader', async () => {
    const path = await createFolder('stuck')
    const pipe = join(path, 'pipe')
    await promisify(execFile)('mkfifo', [pipe])
    const running = startExport(request(pipe), { thread: EXPORT_WORKER_URL })
    running.cancel()
    // Opened for reading and writing, which does not block; the thread’s own open call then returns.
    const reader = await open(pipe, 'r+')
    expect((await faultOf(running.done)).code).toBe('cancelled')
    await reader.close()
  })
})

describe('an export to standard output', () => {
  it('writes the same bytes in order, no faster than they are consumed', async () => {
    const path = await createFolder('output')
    const chunks: Uint8Array[] = []
    let runningWrites = 0
    const { done } = startExport(request(null), {
      thread: EXPORT_WORKER_URL,
      writeOutput: async (bytes) => {
        runningWrites += 1
        expect(runningWrites).toBe(1)
        await new Promise(setImmediate)
        chunks.push(bytes)
        runningWrites -= 1
      },
    })
    const end = await done
    await run(request(join(path, 'items.csv')))
    expect(Buffer.concat(chunks).equals(await readFile(join(path, 'items.csv')))).toBe(true)
    expect(end.bytes).toBe(Buffer.concat(chunks).byteLength)
  })

  it('ends with the reason when the reader disconnects', async () => {
    const { done } = startExport(request(null), {
      thread: EXPORT_WORKER_URL,
      writeOutput: () =>
        Promise.reject(Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' })),
    })
    const fault = await faultOf(done)
    expect(fault.toFault()).toMatchObject({ code: 'fileNotWritten', detail: 'EPIPE' })
  })
})

describe('ReusableExportThread', () => {
  it('writes files one after the other, also after a failed or canceled one', async () => {
    const path = await createFolder('reused')
    const thread = new ReusableExportThread(EXPORT_WORKER_URL)
    const write = (file: string, changes = {}): RunningExport =>
      startExport(request(join(path, file), changes), { thread })
    await write('first.csv').done
    await write('second.csv').done
    await expect(write('missing/third.csv').done).rejects.toMatchObject({ code: 'fileNotWritten' })
    const cancelled = write('fourth.csv')
    cancelled.cancel()
    await expect(cancelled.done).rejects.toMatchObject({ code: 'cancelled' })
    const exports = [write('fifth.csv'), write('sixth.csv')]
    await Promise.all(exports.map(({ done }) => done))
    await thread.close()
    const files = await Promise.all((await readdir(path)).map((name) => readFile(join(path, name), 'utf8')))
    expect(files).toHaveLength(4)
    expect(new Set(files).size).toBe(1)
  })

  it('completes an export although the one before it is canceled after its end', async () => {
    const path = await createFolder('late')
    const thread = new ReusableExportThread(EXPORT_WORKER_URL)
    const write = (file: string): RunningExport => startExport(request(join(path, file)), { thread })
    const first = write('first.csv')
    await first.done
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    first.cancel()
    const second = write('second.csv')
    vi.advanceTimersByTime(CANCEL_TIMEOUT_MS)
    vi.useRealTimers()
    expect(await second.done).toMatchObject({ rows: ITEMS })
    await thread.close()
  })

  it('reuses its thread until it is closed', async () => {
    const thread = new ReusableExportThread(EXPORT_WORKER_URL)
    const first = thread.take()
    const other = thread.take()
    thread.release(first)
    thread.release(other)
    await once(other, 'exit')
    expect(thread.take()).toBe(first)
    thread.release(first)
    const ended = once(first, 'exit')
    await thread.close()
    expect(await ended).toEqual([0])
    const next = thread.take()
    expect(next).not.toBe(first)
    thread.release(next)
    await thread.close()
  })
})
