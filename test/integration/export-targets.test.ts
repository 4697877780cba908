// Targets that fail during an export: the reported error, and the remaining files.
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { AppError } from '../../electron/contract/app-error.ts'
import { startExport } from '../../electron/export/start-export.ts'
import { openTarget, closeTarget, planTarget, replaceFile } from '../../electron/export/files/target.ts'
import type { ExportProgress, RunningExport } from '../../electron/export/types.ts'
import { writeFailure } from '../../electron/export/files/write-failure.ts'
import { csvRequest } from '../support/export-request.ts'
import { faultOf } from '../support/faults.ts'
import { createListToExport, type ListToExport } from '../support/list-to-export.ts'
import { runWithPermissions } from '../support/run-with-permissions.ts'
import { EXPORT_WORKER_URL } from '../support/entries.ts'
import { buildItem } from '../support/store.ts'

const PROBE = join(import.meta.dirname, '..', 'support', 'export-probe.ts')
const run = promisify(execFile)
const ITEMS = 2_000
/** Enough rows to interrupt their writing. */
const INTERRUPTIBLE_ROWS = 1_000_000

/** The mounted disks. */
const disks: string[] = []

let list: ListToExport

beforeAll(async () => {
  list = await createListToExport(Array.from({ length: ITEMS }, (_, number) => buildItem(number)))
})

afterAll(async () => {
  for (const disk of disks) await run('umount', [disk])
  await list.remove()
})

function start(file: string, rows = ITEMS): RunningExport {
  const request = csvRequest(list.cache.file, file, { keys: list.keysOf(rows) })
  return startExport(request, { thread: EXPORT_WORKER_URL })
}

/** Creates a folder with an earlier file. */
async function createFolder(name: string): Promise<{ readonly path: string; readonly file: string }> {
  const path = join(list.folder, name)
  await mkdir(path)
  const file = join(path, 'items.csv')
  await writeFile(file, 'old')
  return { path, file }
}

/**
 * Starts a long export, and calls `act` with the path of its unfinished file as soon as that has content.
 */
function startAndInterrupt(file: string, act: (unfinished: string) => void): Promise<unknown> {
  const request = csvRequest(list.cache.file, file, { keys: list.keysOf(INTERRUPTIBLE_ROWS) })
  let hasActed = false
  const onProgress = ({ bytes }: ExportProgress): void => {
    if (hasActed || bytes === 0) return
    hasActed = true
    const folder = dirname(file)
    const unfinished = fs.readdirSync(folder).find((name) => name.endsWith('.part'))
    act(join(folder, unfinished ?? ''))
  }
  return startExport(request, { thread: EXPORT_WORKER_URL, onProgress }).done
}

/** Mounts a disk of this size in kilobytes with an earlier file. Returns null without the right to mount. */
async function mountDisk(name: string, kilobytes: number, isReadOnly: boolean): Promise<string | null> {
  const path = join(list.folder, name)
  await mkdir(path)
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${String(kilobytes)}k`, 'tmpfs', path])
    disks.push(path)
    await writeFile(join(path, 'items.csv'), 'old')
    if (isReadOnly) await run('mount', ['-o', 'remount,ro', path])
    return path
  } catch {
    return null
  }
}

describe('an export to a failing target', () => {
  it('reports a full disk, keeps the earlier file and removes the unfinished one', async (test) => {
    const disk = await mountDisk('full', 64, false)
    if (disk === null) return test.skip('mounting a disk requires administrator rights')
    const fault = await faultOf(start(join(disk, 'items.csv'), 10 * ITEMS).done)
    expect(fault.code).toBe('fileNotWritten')
    expect(fault.message).toContain('the disk is full')
    expect(await readFile(join(disk, 'items.csv'), 'utf8')).toBe('old')
    expect(await readdir(disk)).toEqual(['items.csv'])
  })

  it('reports a read-only disk', async (test) => {
    const disk = await mountDisk('read only', 1024, true)
    if (disk === null) return test.skip('mounting a disk requires administrator rights')
    const fault = await faultOf(start(join(disk, 'items.csv')).done)
    expect(fault.code).toBe('fileNotWritten')
    expect(fault.message).toContain('the disk is read-only')
    expect(await readFile(join(disk, 'items.csv'), 'utf8')).toBe('old')
  })

  it.skipIf(process.platform === 'win32')('reports a folder without write permission', async () => {
    const { path, file } = await createFolder('forbidden')
    await chmod(path, 0o555)
    const output = runWithPermissions(PROBE, list.cache.file, join(path, 'new.csv'))
    expect(JSON.parse(output)).toMatchObject({
      code: 'fileNotWritten',
      detail: 'EACCES',
      message: expect.stringContaining('you have no permission') as string,
    })
    expect(await readdir(path)).toEqual(['items.csv'])
    expect(await readFile(file, 'utf8')).toBe('old')
    await chmod(path, 0o755)
  })

  it('reports a drive that is removed during the export', async () => {
    const { path, file } = await createFolder('drive')
    const fault = await faultOf(startAndInterrupt(file, () => fs.renameSync(path, `${path} elsewhere`)))
    expect(fault.code).toBe('fileNotWritten')
    expect(fault.message).toContain('there is no such folder')
    expect(await readFile(join(`${path} elsewhere`, 'items.csv'), 'utf8')).toBe('old')
  })

  it('reports a disk that returns other bytes than were written', async () => {
    const { path, file } = await createFolder('faulty')
    const fault = await faultOf(
      startAndInterrupt(file, (unfinished) => {
        const descriptor = fs.openSync(unfinished, 'r+')
        fs.writeSync(descriptor, 'X', 1)
        fs.closeSync(descriptor)
      }),
    )
    expect(fault.code).toBe('fileNotAsWritten')
    expect(await readFile(file, 'utf8')).toBe('old')
    expect(await readdir(path)).toEqual(['items.csv'])
  })

  it.skipIf(process.platform === 'win32').each([
    ['a group that the user belongs to', true, 0o660],
    ['another group', false, 0o644],
  ])('keeps the permissions of a file of another user in %s', async (name, isMember, expected) => {
    const { file } = await createFolder(name)
    await chmod(file, isMember ? 0o660 : 0o664)
    const target = planTarget(file)
    const { existing } = target
    if (existing === null) throw new Error('The earlier file is missing.')
    Object.assign(existing, { uid: existing.uid + 1, gid: existing.gid + (isMember ? 0 : 1) })
    const modes: number[] = []
    const chownSpy = vi.spyOn(fs, 'fchownSync').mockImplementation((descriptor) => {
      modes.push(fs.fstatSync(descriptor).mode & 0o777)
      throw Object.assign(new Error('EPERM: operation not permitted'), { code: 'EPERM', syscall: 'fchown' })
    })
    try {
      closeTarget(target, openTarget(target), true)
    } finally {
      chownSpy.mockRestore()
    }
    expect(modes.every((mode) => mode === 0o600)).toBe(true)
    replaceFile(target)
    expect(fs.statSync(file).mode & 0o777).toBe(expected)
  })

  it('retries, then reports a file that another program holds open on Windows', async () => {
    const { file } = await createFolder('locked')
    const target = planTarget(file)
    const descriptor = openTarget(target)
    closeTarget(target, descriptor, true)
    const lockError = Object.assign(new Error('EPERM: operation not permitted'), {
      code: 'EPERM',
      syscall: 'rename',
    })
    const renameSpy = vi.spyOn(fs, 'renameSync').mockImplementation(() => {
      throw lockError
    })
    const platformSpy = vi.spyOn(process, 'platform', 'get').mockReturnValue('win32')
    try {
      expect(() => replaceFile(target)).toThrow(lockError)
      expect(renameSpy.mock.calls.length).toBeGreaterThan(1)
      expect((writeFailure(lockError) as AppError).message).toContain('open in another program')
      expect(await readFile(file, 'utf8')).toBe('old')
    } finally {
      renameSpy.mockRestore()
      platformSpy.mockRestore()
    }
  })
})
