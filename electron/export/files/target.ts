import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { fileNotWritten } from './write-failure.ts'

const toDisk = promisify(fs.fsync)

/** Where an export is written. */
export interface Target {
  /** What is opened and written: a file beside the real one, or a device or pipe itself. */
  readonly writeTo: string
  /** The file that is replaced at the end; null where the bytes go straight to a device or pipe. */
  readonly replaces: string | null
  /** The file that is there already. */
  readonly earlier: fs.Stats | null
}

const MAX_LINK_DEPTH = 40
const RENAME_ATTEMPTS = 6
const RENAME_PAUSE_MS = 150

function statIfThere(file: string): fs.Stats | null {
  return fs.statSync(file, { throwIfNoEntry: false }) ?? null
}

/** The file that symbolic links lead to, whether it exists or not: the link must stay a link. */
function behindLinks(file: string): string {
  let current = resolve(file)
  for (let step = 0; step < MAX_LINK_DEPTH; step += 1) {
    if (fs.lstatSync(current, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return current
    current = resolve(dirname(current), fs.readlinkSync(current))
  }
  throw fileNotWritten('ELOOP')
}

/**
 * Looks at the place for a file and says how to write it. Throws when it is a folder, or a file that may not be
 * written to (which renaming over it would not notice).
 */
export function planTarget(file: string): Target {
  const real = behindLinks(file)
  const earlier = statIfThere(real)
  if (earlier?.isDirectory() === true) throw fileNotWritten('EISDIR')
  // A device or a pipe must be written to; renaming a file over /dev/null would destroy it.
  if (earlier !== null && !earlier.isFile()) return { writeTo: real, replaces: null, earlier }
  if (earlier !== null) fs.accessSync(real, fs.constants.W_OK)
  return { writeTo: hiddenBeside(real, 'part'), replaces: real, earlier }
}

/** A new hidden name beside a file, which ends as is said. */
export function hiddenBeside(file: string, ending: 'part' | 'before'): string {
  // The beginning of the name is enough to recognise it, and leaves room under the limit of 255 bytes.
  const name = basename(file).slice(0, 40).toWellFormed()
  return join(dirname(file), `.${name}.${randomBytes(6).toString('hex')}.${ending}`)
}

/** Opens the target for writing; a new file gets owner and permissions of the one that it will replace. */
export function openTarget(target: Target): number {
  if (target.replaces === null) return fs.openSync(target.writeTo, 'w')
  const descriptor = fs.openSync(target.writeTo, 'wx', 0o666)
  if (target.earlier !== null) takeOver(descriptor, target.earlier)
  return descriptor
}

function takeOver(descriptor: number, earlier: fs.Stats): void {
  try {
    const own = fs.fstatSync(descriptor)
    if (own.uid !== earlier.uid || own.gid !== earlier.gid)
      fs.fchownSync(descriptor, earlier.uid, earlier.gid)
    fs.fchmodSync(descriptor, earlier.mode & 0o777)
  } catch {
    // Not every file system knows owners and permissions, and not everyone may give a file away.
  }
}

/** Brings the finished file to disk and closes it, or only closes one that is not finished. */
export function closeTarget(target: Target, descriptor: number, finished: boolean): void {
  try {
    if (finished && target.replaces !== null) fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}

/** Resolves when all that was written is on disk; at once for a device or a pipe. */
export async function flushTarget(target: Target, descriptor: number): Promise<void> {
  if (target.replaces !== null) await toDisk(descriptor)
}

/** Puts the finished and closed file into the place of the earlier one. */
export function replaceFile(target: Target): void {
  if (target.replaces !== null) renameWithPatience(target.writeTo, target.replaces)
}

/** Virus scanners and indexers on Windows hold a new file for a moment. */
export function renameWithPatience(from: string, to: string): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      fs.renameSync(from, to)
      return
    } catch (error) {
      if (process.platform !== 'win32' || attempt === RENAME_ATTEMPTS) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RENAME_PAUSE_MS)
    }
  }
}

/** Removes what an export that failed has left. Why it failed is told, not that this failed too: the drive may be gone. */
export function discard(target: Target): void {
  if (target.replaces === null) return
  try {
    fs.rmSync(target.writeTo, { force: true })
  } catch {
    // Nothing of it has the name of the file.
  }
}
