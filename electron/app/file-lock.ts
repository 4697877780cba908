import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { AppError } from '../contract/app-error.ts'
import { isProcessAlive } from '../store/database/live-process.ts'
import { nullIfMissing, writeError } from './files.ts'

/** A lock of this age was left by a crash, even if its process cannot be checked. */
const MAX_AGE_MS = 60_000
const DEFAULT_TIMEOUT_MS = 15_000
/** Limits of the random pause between two attempts. */
const MIN_PAUSE_MS = 10
const MAX_PAUSE_MS = 60

export interface FileLockOptions {
  readonly folder: string
  /** Processes that pass the same name exclude each other. */
  readonly name: string
  /** How long to wait for another process, in milliseconds. */
  readonly timeoutMs?: number
}

/**
 * Runs a function while no other process with the same folder and name does. Ignores and removes locks whose
 * process has ended. Rejects with `cacheBusy` if another process holds the lock for too long, and with
 * `folderReadOnly`, `diskFull` or `cacheUnavailable` if the folder cannot be written.
 *
 * Each process creates a file with a unique name, then reads those of others: of two processes at least one
 * sees the other, and withdraws. No file belongs to two processes, so any process can remove a leftover file
 * at any time.
 */
export async function withFileLock<Value>(
  { folder, name, timeoutMs = DEFAULT_TIMEOUT_MS }: FileLockOptions,
  work: () => Promise<Value>,
): Promise<Value> {
  const prefix = `.lock-${hash(name)}-`
  const ownName = `${prefix}${hostHash()}-${String(process.pid)}-${crypto.randomUUID()}`
  const file = join(folder, ownName)
  const giveUpAt = performance.now() + timeoutMs
  await createFolder(folder)
  for (;;) {
    if (!(await isHeldByOther(folder, prefix, ownName))) {
      await createFile(file)
      try {
        if (!(await isHeldByOther(folder, prefix, ownName))) return await work()
      } finally {
        await rm(file, { force: true })
      }
    }
    if (performance.now() >= giveUpAt) throw new AppError('cacheBusy')
    await setTimeout(MIN_PAUSE_MS + Math.random() * (MAX_PAUSE_MS - MIN_PAUSE_MS))
  }
}

async function createFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw writeError(error)
  }
}

async function createFile(file: string): Promise<void> {
  try {
    await (await open(file, 'wx', 0o600)).close()
  } catch (error) {
    throw writeError(error)
  }
}

async function isHeldByOther(folder: string, prefix: string, ownName: string): Promise<boolean> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(prefix) && name !== ownName)
  const states = await Promise.all(names.map((name) => isHeld(folder, name, name.slice(prefix.length))))
  return states.includes(true)
}

/** Returns whether the process of a lock still runs; removes the lock if not. */
async function isHeld(folder: string, name: string, owner: string): Promise<boolean> {
  const file = join(folder, name)
  const [host, pid] = owner.split('-')
  const stats = await nullIfMissing(stat(file)).catch((error: unknown) => {
    throw writeError(error)
  })
  if (stats === null) return false
  const isStale =
    Date.now() - stats.mtimeMs > MAX_AGE_MS || (host === hostHash() && !isProcessAlive(Number(pid)))
  // A stale lock is ignored even if it cannot be removed.
  if (isStale) await rm(file, { force: true }).catch(() => undefined)
  return !isStale
}

const hostHash = (): string => hash(hostname())

function hash(text: string): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex').slice(0, 16)
}
