// Places that fail while a list is written to them, as they do in the real world: what is said, and what is left.
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import { chmod, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import { MACHINE_STYLE } from '../../electron/contract/csv-style.ts'
import { NO_EXTRAS } from '../../electron/contract/export-options.ts'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { ITEM_COLUMN_LABELS } from '../../electron/contract/strings/columns.ts'
import { startExport } from '../../electron/export/start-export.ts'
import { openTarget, closeTarget, planTarget, putInPlace } from '../../electron/export/target.ts'
import type { ExportRequest, RunningExport } from '../../electron/export/types.ts'
import { writeFailure } from '../../electron/export/write-failure.ts'
import {
  buildItem,
  fillCampaign,
  temporaryFolder,
  temporaryStore,
  type TemporaryStore,
} from '../support/store.ts'

const workerUrl = new URL('../../electron/export/worker.ts', import.meta.url)
const targetUrl = new URL('../../electron/export/target.ts', import.meta.url)
const run = promisify(execFile)
const ITEMS = 2_000
/** So many that their writing can be disturbed. */
const MANY = 1_000_000

let cache: TemporaryStore
let folder: string
let removeFolder: () => Promise<void>
let keys: Int32Array

beforeAll(async () => {
  cache = await temporaryStore()
  await fillCampaign(
    cache.store,
    'campaign-1',
    Array.from({ length: ITEMS }, (_, number) => buildItem(number)),
  )
  const { resultId } = await cache.store.openResult(EMPTY_QUERY, 'test')
  keys = await cache.store.keysOf(resultId, [[0, ITEMS - 1]])
  ;({ path: folder, remove: removeFolder } = await temporaryFolder())
})

afterAll(async () => {
  await cache[Symbol.asyncDispose]()
  await removeFolder()
})

function start(file: string, rows = ITEMS): RunningExport {
  const request: ExportRequest = {
    databaseFile: cache.file,
    rows: { keys: Int32Array.from({ length: rows }, (_, at) => keys[at % ITEMS] ?? 0) },
    options: {
      columns: ['itemName', 'posNumber', 'qty', 'campaignItemId'],
      format: 'csv',
      style: MACHINE_STYLE,
      header: 'keys',
      statuses: 'numbers',
      extras: NO_EXTRAS,
    },
    columnLabels: ITEM_COLUMN_LABELS,
    reviewsFile: join(folder, 'reviews.db'),
    statusLabels: [],
    document: { sheetName: 'Items', title: 'Items', description: '' },
    file,
  }
  return startExport(request, { thread: workerUrl })
}

async function faultOf(promise: Promise<unknown>): Promise<AppError> {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(AppError)
  return error as AppError
}

/** A folder of its own with an earlier file in it. */
async function ownFolder(name: string): Promise<{ readonly path: string; readonly file: string }> {
  const path = join(folder, name)
  await mkdir(path)
  const file = join(path, 'items.csv')
  await writeFile(file, 'old')
  return { path, file }
}

/** Waits until something of a file is written in the folder; gives its path. */
async function unfinishedIn(path: string): Promise<string> {
  const found = (): string | undefined => fs.readdirSync(path).find((name) => name.endsWith('.part'))
  await expect.poll(found, { interval: 5 }).toBeDefined()
  const unfinished = join(path, found() ?? '')
  await expect.poll(() => fs.statSync(unfinished).size, { interval: 5 }).toBeGreaterThan(0)
  return unfinished
}

/** A disk of its own, of so many kilobytes; null where this user may not make one. */
async function ownDisk(name: string, kilobytes: number): Promise<string | null> {
  const path = join(folder, name)
  await mkdir(path)
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${String(kilobytes)}k`, 'tmpfs', path])
    return path
  } catch {
    return null
  }
}

describe('a place that fails', () => {
  it('is a full disk: the earlier file is whole, and nothing half-written is left', async (test) => {
    const disk = await ownDisk('full disk', 64)
    if (disk === null) return test.skip('only an administrator may make a disk')
    try {
      await writeFile(join(disk, 'items.csv'), 'old')
      const fault = await faultOf(start(join(disk, 'items.csv')).done)
      expect(fault.code).toBe('fileNotWritten')
      expect(fault.message).toContain('the disk is full')
      expect(await readFile(join(disk, 'items.csv'), 'utf8')).toBe('old')
      expect(await readdir(disk)).toEqual(['items.csv'])
    } finally {
      await run('umount', [disk])
    }
  })

  it('is a disk that can only be read', async (test) => {
    const disk = await ownDisk('read only', 1024)
    if (disk === null) return test.skip('only an administrator may make a disk')
    try {
      await writeFile(join(disk, 'items.csv'), 'old')
      await run('mount', ['-o', 'remount,ro', disk])
      const fault = await faultOf(start(join(disk, 'items.csv')).done)
      expect(fault.code).toBe('fileNotWritten')
      expect(fault.message).toContain('the disk can only be read')
      expect(await readFile(join(disk, 'items.csv'), 'utf8')).toBe('old')
    } finally {
      await run('umount', [disk])
    }
  })

  it('is a folder in which this user may write nothing', async (test) => {
    const { path, file } = await ownFolder('forbidden')
    const other = process.getuid?.() === 0 ? 65_534 : null
    if (process.platform === 'win32') return test.skip('permissions are others there')
    await chmod(folder, 0o755)
    await chmod(path, 0o555)
    // An administrator may write everywhere, and becomes somebody else for it.
    const script = `const { planTarget, openTarget } = await import(${JSON.stringify(targetUrl.href)})
      if (${String(other)} !== null) process.seteuid(${String(other)})
      try { openTarget(planTarget(${JSON.stringify(join(path, 'new.csv'))})) } catch (error) { process.stdout.write(error.code) }`
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script])
    expect(stdout).toBe('EACCES')
    const said = writeFailure(Object.assign(new Error(stdout), { code: stdout, syscall: 'open' }))
    expect((said as AppError).message).toContain('you have no permission')
    expect(await readdir(path)).toEqual(['items.csv'])
    expect(await readFile(file, 'utf8')).toBe('old')
    await chmod(path, 0o755)
  })

  it('is a drive that vanishes meanwhile', async () => {
    const { path, file } = await ownFolder('drive')
    const { done } = start(file, MANY)
    const failed = faultOf(done)
    await unfinishedIn(path)
    await rename(path, `${path} elsewhere`)
    const fault = await failed
    expect(fault.code).toBe('fileNotWritten')
    expect(fault.message).toContain('there is no such folder')
    expect(await readFile(join(`${path} elsewhere`, 'items.csv'), 'utf8')).toBe('old')
  })

  it('gives back something else than was written to it', async () => {
    const { path, file } = await ownFolder('faulty')
    const { done } = start(file, MANY)
    const failed = faultOf(done)
    const unfinished = fs.openSync(await unfinishedIn(path), 'r+')
    fs.writeSync(unfinished, 'X', 1)
    fs.closeSync(unfinished)
    expect((await failed).code).toBe('fileNotAsWritten')
    expect(await readFile(file, 'utf8')).toBe('old')
    expect(await readdir(path)).toEqual(['items.csv'])
  })

  it('is a file that another program holds open on Windows: tried for a moment, then said', async () => {
    const { file } = await ownFolder('held')
    const target = planTarget(file)
    const descriptor = openTarget(target)
    closeTarget(target, descriptor, true)
    const inUse = Object.assign(new Error('EPERM: operation not permitted'), {
      code: 'EPERM',
      syscall: 'rename',
    })
    const renamed = vi.spyOn(fs, 'renameSync').mockImplementation(() => {
      throw inUse
    })
    const platform = vi.spyOn(process, 'platform', 'get').mockReturnValue('win32')
    try {
      expect(() => {
        putInPlace(target)
      }).toThrow(inUse)
      expect(renamed.mock.calls.length).toBeGreaterThan(1)
      expect((writeFailure(inUse) as AppError).message).toContain('open in another program')
      expect(await readFile(file, 'utf8')).toBe('old')
    } finally {
      renamed.mockRestore()
      platform.mockRestore()
    }
  })
})
