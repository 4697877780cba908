import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { KEEP_WRAPPERS } from '../../build/node-flags.ts'
import { withFileLock } from '../../electron/app/file-lock.ts'
import { temporaryFolder } from '../support/store.ts'

const PROGRAM = fileURLToPath(new URL('../support/locking-program.ts', import.meta.url))

let folder: string
let remove: () => Promise<void>
const children: ChildProcess[] = []

beforeEach(async () => {
  ;({ path: folder, remove } = await temporaryFolder())
})

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await remove()
})

/** Starts another process that takes the lock. */
async function lockElsewhere(name: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [KEEP_WRAPPERS, PROGRAM, folder, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  await once(child.stdout, 'data')
  return child
}

describe('withFileLock', () => {
  it('runs one task at a time, and leaves no files', async () => {
    let running = 0
    let maxRunning = 0
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        withFileLock({ folder: join(folder, 'new'), name: 'a' }, async () => {
          running += 1
          maxRunning = Math.max(maxRunning, running)
          await readdir(folder)
          running -= 1
          return index
        }),
      ),
    )
    expect(maxRunning).toBe(1)
    expect(results).toEqual(Array.from({ length: 12 }, (_, index) => index))
    expect(await readdir(join(folder, 'new'))).toEqual([])
  })

  it('releases the lock when the task fails', async () => {
    await expect(withFileLock({ folder, name: 'a' }, () => Promise.reject(new Error('no')))).rejects.toThrow(
      'no',
    )
    expect(await withFileLock({ folder, name: 'a' }, () => Promise.resolve(1))).toBe(1)
  })

  it('rejects after a timeout while another process has a lock of the same name', async () => {
    await lockElsewhere('a')
    await expect(
      withFileLock({ folder, name: 'a', timeoutMs: 50 }, () => Promise.resolve()),
    ).rejects.toMatchObject({ code: 'cacheBusy' })
    expect(await withFileLock({ folder, name: 'b' }, () => Promise.resolve(1))).toBe(1)
  })

  it('ignores and removes the lock of a killed process', async () => {
    const child = await lockElsewhere('a')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await readdir(folder)).toHaveLength(1)
    expect(await withFileLock({ folder, name: 'a' }, () => Promise.resolve(1))).toBe(1)
    expect(await readdir(folder)).toEqual([])
  })

  it('ignores a lock after a minute, because its process id may be reused', async () => {
    await lockElsewhere('a')
    const [lock = ''] = await readdir(folder)
    const longAgo = new Date(Date.now() - 61_000)
    await utimes(join(folder, lock), longAgo, longAgo)
    expect(await withFileLock({ folder, name: 'a' }, () => Promise.resolve(1))).toBe(1)
  })
})
