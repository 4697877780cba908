// Exports of more rows than a sheet can hold: additional sheets, additional files, or no file.
import * as sheetjs from '@e965/xlsx'
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import {
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rm,
  rmdir,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { NO_EXTRAS, type ExportOptions } from '../../electron/contract/export-options.ts'
import { ReusableExportThread } from '../../electron/export/export-thread.ts'
import { startPreflight } from '../../electron/export/preflight/start-preflight.ts'
import { partPaths } from '../../electron/export/files/parts.ts'
import {
  closeTarget,
  openTarget,
  planTarget,
  planTargetWithoutLinks,
  removeUnfinished,
} from '../../electron/export/files/target.ts'
import { replaceFiles } from '../../electron/export/files/replace-files.ts'
import { writeFiles } from '../../electron/export/files/write-files.ts'
import { startExport } from '../../electron/export/start-export.ts'
import type { EarlierFile, ExportProgress, ItemsExportRequest } from '../../electron/export/types.ts'
import { csvRequest } from '../support/export-request.ts'
import { faultOf } from '../support/faults.ts'
import { createListToExport, type ListToExport } from '../support/list-to-export.ts'
import { EXPORT_WORKER_URL, PREFLIGHT_WORKER_URL } from '../support/entries.ts'
import { buildItem } from '../support/store.ts'

const ITEMS = 60
const execute = promisify(execFile)

let list: ListToExport
const thread = new ReusableExportThread(EXPORT_WORKER_URL)
/** Mounted files, which cannot be replaced. */
const mountedFiles: string[] = []

beforeAll(async () => {
  list = await createListToExport(Array.from({ length: ITEMS }, (_, number) => buildItem(number)))
})

afterAll(async () => {
  for (const file of mountedFiles) await execute('umount', [file])
  await thread.close()
  await list.remove()
})

interface RequestChange {
  readonly rows: number
  /** The rows of a sheet, including the header. */
  readonly sheetRows: number
  readonly options: Partial<ExportOptions>
}

function request(file: string | null, { rows, sheetRows, options }: RequestChange): ItemsExportRequest {
  const defaultRequest = csvRequest(list.cache.file, file, { keys: list.keysOf(rows) })
  return {
    ...defaultRequest,
    sheetRows,
    options: { ...defaultRequest.options, rowsBeyond: 'files', ...options },
  }
}

function run(
  file: string | null,
  change: RequestChange,
  earlierFiles: readonly EarlierFile[] = [],
): Promise<ExportProgress> {
  return startExport({ ...request(file, change), earlierFiles }, { thread }).done
}

let folders = 0
async function createFolder(): Promise<string> {
  folders += 1
  const path = join(list.folder, String(folders))
  await mkdir(path)
  return path
}

async function earlierFileOf(file: string): Promise<EarlierFile> {
  const { size: bytes, mtimeMs: modifiedAt } = await stat(file)
  return { file, bytes, modifiedAt }
}

/** Returns the rows of a file by an independent parser; of a workbook, those of its only sheet. */
async function linesOf(file: string): Promise<readonly (readonly unknown[])[]> {
  const bytes = await readFile(file)
  if (file.endsWith('.csv')) return parse(bytes)
  const book = sheetjs.read(bytes)
  expect(book.SheetNames).toHaveLength(1)
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  return sheet === undefined ? [] : sheetjs.utils.sheet_to_json(sheet, { header: 1, blankrows: true })
}

describe('an export to several files', () => {
  it.each(['csv', 'xlsx'] as const)(
    'has every row once and in order, for any number of rows and sheet size (%s)',
    async (format) => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 0, max: 200 }),
          fc.integer({ min: 2, max: 90 }),
          fc.constantFrom('labels', 'none'),
          async (rows, sheetRows, header) => {
            const path = await createFolder()
            const change: RequestChange = { rows, sheetRows, options: { format, header } }
            const singleFile = join(path, `whole.${format}`)
            await run(singleFile, {
              ...change,
              sheetRows: 1_000,
              options: { ...change.options, rowsBeyond: 'oneFile' },
            })
            const file = join(path, `items.${format}`)
            const end = await run(file, change)
            const headings = header === 'none' ? 0 : 1
            const files = Math.max(1, Math.ceil(rows / (sheetRows - headings)))
            expect(end).toMatchObject({ rows, totalRows: rows, verifiedRows: rows })
            expect(end.parts).toEqual(files === 1 ? null : { files, removed: 0, stayed: 0 })
            const expected = [...partPaths(file, files), singleFile].map((each) => basename(each))
            expect((await readdir(path)).toSorted()).toEqual(expected.toSorted())

            const parts = await Promise.all(partPaths(file, files).map(linesOf))
            for (const lines of parts) expect(lines.length).toBeLessThanOrEqual(sheetRows)
            const all = await linesOf(singleFile)
            for (const lines of parts) expect(lines.slice(0, headings)).toEqual(all.slice(0, headings))
            expect(parts.flatMap((lines) => lines.slice(headings))).toEqual(all.slice(headings))
            const sizes = await Promise.all(partPaths(file, files).map((each) => stat(each)))
            expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBe(end.bytes)
          },
        ),
        { numRuns: 15 },
      )
    },
  )

  it('has part numbers in titles, and totals in the last file', async () => {
    const file = join(await createFolder(), 'items.xlsx')
    const extras = { ...NO_EXTRAS, campaignSheet: true, totalsSheet: true }
    await run(file, { rows: 25, sheetRows: 11, options: { format: 'xlsx', extras } })
    const books = await Promise.all(
      partPaths(file, 3).map(async (each) => sheetjs.read(await readFile(each))),
    )
    expect(books.map(({ Props }) => Props?.Title)).toEqual([
      'Items (1 of 3)',
      'Items (2 of 3)',
      'Items (3 of 3)',
    ])
    expect(books.map(({ SheetNames }) => SheetNames)).toEqual([
      ['Items'],
      ['Items'],
      ['Items', 'Campaign', 'Totals'],
    ])
    const totals = books[2]?.Sheets['Totals']
    const lines: unknown[][] = totals === undefined ? [] : sheetjs.utils.sheet_to_json(totals, { header: 1 })
    expect(lines.find(([by]) => by === 'All items')).toContain(25)
  })

  it('is rejected for standard output and for a device', async () => {
    const change: RequestChange = { rows: 20, sheetRows: 11, options: {} }
    const fault = await faultOf(run(null, change))
    expect(fault.message).toContain('it has several files, and only one can be written here')
    expect((await faultOf(run('/dev/null', change))).code).toBe('fileNotWritten')
    await expect(run(null, { ...change, rows: 10 })).resolves.toMatchObject({ rows: 10, parts: null })
  })

  it('is not used for formats without row limit', async () => {
    const path = await createFolder()
    await run(join(path, 'items.jsonl'), { rows: 20, sheetRows: 11, options: { format: 'jsonl' } })
    expect(await readdir(path)).toEqual(['items.jsonl'])
  })
})

describe('the target files of an export to several files', () => {
  it('are on disk before the first of them replaces an earlier file', async () => {
    const path = await createFolder()
    const file = join(path, 'items.csv')
    const paths = partPaths(file, 2)
    for (const each of paths) await writeFile(each, 'old')
    const readAll = (): readonly string[] => paths.map((each) => fs.readFileSync(each, 'utf8'))
    /** The content of the files whenever one has been flushed. */
    const contents: (readonly string[])[] = []
    const fsync = fs.fsync.bind(fs)
    const fsyncSpy = vi.spyOn(fs, 'fsync').mockImplementation((descriptor, callback) => {
      fsync(descriptor, (error) => {
        contents.push(readAll())
        callback(error)
      })
    })
    try {
      await writeFiles(request(file, { rows: 40, sheetRows: 30, options: {} }), file, {
        isCancelled: () => false,
        onProgress: () => undefined,
        onUnfinished: () => undefined,
        startReplacing: () => true,
      })
    } finally {
      fsyncSpy.mockRestore()
    }
    expect(contents).toEqual([
      ['old', 'old'],
      ['old', 'old'],
    ])
    expect(readAll()).not.toContain('old')
  })

  const change: RequestChange = { rows: 25, sheetRows: 11, options: {} }

  it('are all replaced or none if one is open in another program', async (test) => {
    const path = await createFolder()
    const parts = partPaths(join(path, 'items.csv'), 3)
    const [first = '', second = ''] = parts
    await writeFile(first, 'old first')
    await writeFile(second, 'old second')
    const other = join(list.folder, 'mounted')
    await writeFile(other, 'mounted')
    // A mounted file cannot be replaced, like a file that Excel has open on Windows.
    const isMounted = await execute('mount', ['--bind', other, second]).then(
      () => true,
      () => false,
    )
    if (!isMounted) return test.skip('mounting a file requires administrator rights')
    mountedFiles.push(second)
    const fault = await faultOf(run(join(path, 'items.csv'), change))
    expect(fault.code).toBe('fileNotWritten')
    expect(fault.message).toContain('items (2 of 3).csv couldn’t be written: it is open in another program')
    expect(fault.message).toContain('No file was changed')
    expect((await readdir(path)).toSorted()).toEqual([basename(first), basename(second)])
    expect(await readFile(first, 'utf8')).toBe('old first')
    expect(await readFile(second, 'utf8')).toBe('mounted')
  })

  it('are restored on a file system without hard links', async () => {
    const path = await createFolder()
    const [first = '', second = '', third = ''] = partPaths(join(path, 'items.csv'), 3)
    await writeFile(first, 'old first')
    await writeFile(third, 'old third')
    const targets = [first, second, third].map((file) => planTarget(file))
    for (const target of targets) closeTarget(target, openTarget(target), true)
    const linkSpy = vi.spyOn(fs, 'linkSync').mockImplementation(() => {
      throw Object.assign(new Error('EPERM'), { code: 'EPERM', syscall: 'link' })
    })
    const rename = fs.renameSync.bind(fs)
    const renameSpy = vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
      if (to === third && String(from).endsWith('.part'))
        throw Object.assign(new Error('EBUSY'), { code: 'EBUSY', syscall: 'rename' })
      rename(from, to)
    })
    try {
      expect(() => {
        replaceFiles(targets)
      }).toThrow('items (3 of 3).csv couldn’t be written')
    } finally {
      linkSpy.mockRestore()
      renameSpy.mockRestore()
    }
    for (const target of targets) removeUnfinished(target)
    expect((await readdir(path)).toSorted()).toEqual([basename(first), basename(third)])
    expect(await readFile(first, 'utf8')).toBe('old first')
    expect(await readFile(third, 'utf8')).toBe('old third')
    for (const target of targets) closeTarget(target, openTarget(target), true)
    replaceFiles(targets)
    expect((await readdir(path)).toSorted()).toEqual([first, second, third].map((file) => basename(file)))
  })

  it.skipIf(process.platform === 'win32')('replace symbolic links and do not follow them', async () => {
    const path = await createFolder()
    const outside = await createFolder()
    const [first = '', second = '', third = ''] = partPaths(join(path, 'items.csv'), 3)
    await writeFile(join(outside, 'first'), 'old first')
    await symlink(join(outside, 'first'), first)
    await symlink(join(outside, 'second'), second)
    await mkdir(third)
    await faultOf(run(join(path, 'items.csv'), change))
    expect(await readFile(first, 'utf8')).toBe('old first')
    await rmdir(third)
    await run(join(path, 'items.csv'), change)
    expect(await readdir(outside)).toEqual(['first'])
    expect(await readFile(join(outside, 'first'), 'utf8')).toBe('old first')
    for (const file of [first, second, third]) expect((await lstat(file)).isFile()).toBe(true)
    expect(await readdir(path)).toHaveLength(3)
  })

  it.skipIf(process.platform === 'win32')('are restored with symbolic links', async () => {
    const path = await createFolder()
    const [first = '', second = ''] = partPaths(join(path, 'items.csv'), 2)
    await symlink(join(path, 'missing'), first)
    const targets = [first, second].map((file) => planTargetWithoutLinks(file))
    for (const target of targets) closeTarget(target, openTarget(target), true)
    await rm(targets[1]?.writePath ?? '')
    expect(() => {
      replaceFiles(targets)
    }).toThrow('items (2 of 2).csv couldn’t be written')
    for (const target of targets) removeUnfinished(target)
    expect(await readlink(first)).toBe(join(path, 'missing'))
    expect(await readdir(path)).toEqual([basename(first)])
  })

  it('are checked before anything is written', async () => {
    const path = await createFolder()
    const [first = '', second = ''] = partPaths(join(path, 'items.csv'), 3)
    await writeFile(first, 'old first')
    await mkdir(second)
    const fault = await faultOf(run(join(path, 'items.csv'), change))
    expect(fault.message).toContain('a folder has that name')
    expect((await readdir(path)).toSorted()).toEqual([basename(first), basename(second)])
    expect(await readFile(first, 'utf8')).toBe('old first')
  })

  it('replace the files of the previous export, and delete superfluous unchanged ones', async () => {
    const path = await createFolder()
    const file = join(path, 'items.csv')
    await run(file, { ...change, rows: 35 })
    const before = partPaths(file, 4)
    const earlierFiles = await Promise.all(before.map(earlierFileOf))
    // One of them was changed since.
    await writeFile(before[1] ?? '', 'mine')
    const end = await run(file, change, earlierFiles)
    expect(end.parts).toEqual({ files: 3, removed: 3, stayed: 1 })
    expect((await readdir(path)).toSorted()).toEqual(
      [...partPaths(file, 3), before[1] ?? ''].map((each) => basename(each)).toSorted(),
    )
    expect(await readFile(before[1] ?? '', 'utf8')).toBe('mine')

    // One file instead of three, and then the same again.
    const three = await Promise.all(partPaths(file, 3).map(earlierFileOf))
    const single = await run(file, { ...change, rows: 5 }, three)
    expect(single.parts).toEqual({ files: 1, removed: 3, stayed: 0 })
    expect((await run(file, { ...change, rows: 5 }, [await earlierFileOf(file)])).parts).toBeNull()
  })

  it('are kept when the export is canceled', async () => {
    const path = await createFolder()
    const file = join(path, 'items.csv')
    for (const part of partPaths(file, 200)) await writeFile(part, 'old')
    const running = startExport(request(file, { rows: 200_000, sheetRows: 1_001, options: {} }), {
      thread: EXPORT_WORKER_URL,
      onProgress: () => {
        running.cancel()
      },
    })
    expect((await faultOf(running.done)).code).toBe('cancelled')
    const names = await readdir(path)
    expect(names).toHaveLength(200)
    expect(await readFile(join(path, names[0] ?? ''), 'utf8')).toBe('old')
  })
})

describe('an export that stops at the limit of a sheet', () => {
  it.each(['csv', 'xlsx'] as const)('is written up to the limit, and not beyond it (%s)', async (format) => {
    const path = await createFolder()
    const file = join(path, `items.${format}`)
    const change: RequestChange = { rows: 10, sheetRows: 11, options: { format, rowsBeyond: 'stop' } }
    expect(await run(file, change)).toMatchObject({ rows: 10, verifiedRows: 10 })
    const before = await readFile(file)
    const fault = await faultOf(run(file, { ...change, rows: 11 }))
    expect(fault.code).toBe('tooManyRows')
    expect(fault.message).toContain('Too many rows for one sheet: 11 (limit: 10).')
    expect(await readFile(file)).toEqual(before)
    expect(await readdir(path)).toEqual([basename(file)])
    expect((await faultOf(run(null, { ...change, rows: 11 }))).code).toBe('tooManyRows')
  })
})

describe('the preview of a list beyond the limit of a sheet', () => {
  const preview = (preset: 'excel' | 'rfc4180', options: Partial<ExportOptions>, rows = 25) => {
    const content = request(null, { rows, sheetRows: 11, options })
    return startPreflight({ content, preset, locale: 'en-US' }, { workerUrl: PREFLIGHT_WORKER_URL }).done
  }

  it.each([
    ['excel', { format: 'csv', rowsBeyond: 'oneFile' }, 1, ['files', 'xlsx']],
    ['excel', { format: 'csv', rowsBeyond: 'stop' }, 1, ['files', 'xlsx']],
    ['rfc4180', { format: 'csv', rowsBeyond: 'files' }, 3, ['xlsx']],
    ['rfc4180', { format: 'xlsx', rowsBeyond: 'oneFile' }, 1, ['files']],
    ['rfc4180', { format: 'xlsx', rowsBeyond: 'files' }, 3, ['sheets']],
    ['rfc4180', { format: 'xlsx', rowsBeyond: 'stop' }, 1, ['sheets', 'files']],
  ] as const)('reports excess rows, the number of files and remedies (%s, %o)', async (...row) => {
    const [preset, options, files, remedies] = row
    const result = await preview(preset, options)
    expect(result).toMatchObject({ rows: 25, files })
    expect(result.findings).toEqual([{ kind: 'rows', count: 15, examples: [], characters: [], remedies }])
  })

  it('reports nothing within the limit, or for a program without limit', async () => {
    expect((await preview('excel', { rowsBeyond: 'stop' }, 10)).findings).toEqual([])
    expect((await preview('rfc4180', { rowsBeyond: 'oneFile' })).findings).toEqual([])
    expect((await preview('excel', { format: 'json', rowsBeyond: 'stop' })).findings).toEqual([])
  })
})
