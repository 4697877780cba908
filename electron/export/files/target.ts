import fs from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { fileNotWritten } from './write-failure.ts'

export interface Target {
  /** The file to write, in the folder of the final one; or a device or pipe. */
  readonly writePath: string
  /** The file to replace at the end; null for a device or pipe. */
  readonly finalPath: string | null
  /** Properties of the existing file; null if there is none. */
  readonly existing: fs.Stats | null
}

/** Owner or group for `fchown` to leave as it is. */
const UNCHANGED = -1
const MAX_LINK_DEPTH = 40
const RENAME_ATTEMPTS = 6
const RENAME_PAUSE_MS = 150

function statOrNull(file: string): fs.Stats | null {
  return fs.statSync(file, { throwIfNoEntry: false }) ?? null
}

function isLink(file: string): boolean {
  return fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true
}

/** Resolves symbolic links, so that the link stays a link. The file may not exist. */
function resolveLinks(file: string): string {
  let current = resolve(file)
  for (let step = 0; step < MAX_LINK_DEPTH; step += 1) {
    if (!isLink(current)) return current
    current = resolve(dirname(current), fs.readlinkSync(current))
  }
  throw fileNotWritten('ELOOP')
}

/**
 * Plans how to write a file. Throws for a folder, and for a file without write permission, which a rename
 * would still replace.
 */
export function planTarget(file: string): Target {
  const existing = statOrNull(resolve(file))
  if (existing?.isDirectory() === true) throw fileNotWritten('EISDIR')
  // Renaming a file over /dev/null would destroy the device. The link /dev/stdout leads to no path for a pipe.
  if (existing !== null && !existing.isFile()) return { writePath: resolve(file), finalPath: null, existing }
  const resolvedFile = resolveLinks(file)
  if (existing !== null) fs.accessSync(resolvedFile, fs.constants.W_OK)
  return { writePath: hiddenSiblingPath(resolvedFile, 'part'), finalPath: resolvedFile, existing }
}

/**
 * Plans how to write a file whose path nobody has chosen, such as one of several. A symbolic link is replaced,
 * because it may lead to a folder that the organization does not allow. Throws as {@link planTarget} does.
 */
export function planTargetWithoutLinks(file: string): Target {
  const finalPath = resolve(file)
  if (!isLink(finalPath)) return planTarget(file)
  return { writePath: hiddenSiblingPath(finalPath, 'part'), finalPath, existing: null }
}

/** Returns a new hidden path in the folder of a file. */
export function hiddenSiblingPath(file: string, ending: 'part' | 'before'): string {
  // A short name stays below the limit of 255 bytes.
  const name = basename(file).slice(0, 40).toWellFormed()
  return join(dirname(file), `.${name}.${crypto.randomUUID().slice(-12)}.${ending}`)
}

/**
 * Opens the target for writing. A new file gets the owner and permissions of the file it replaces. Where it
 * cannot get its group, the other group has the permissions of other users.
 */
export function openTarget({ writePath, finalPath, existing }: Target): number {
  if (finalPath === null) return fs.openSync(writePath, 'w')
  if (existing === null) return fs.openSync(writePath, 'wx', 0o666)
  // Nobody else can open it before it has its permissions.
  const descriptor = fs.openSync(writePath, 'wx', 0o600)
  const { uid, gid, mode } = existing
  const created = fs.fstatSync(descriptor)
  if (created.uid !== uid) ignoreFailure(() => fs.fchownSync(descriptor, uid, UNCHANGED))
  if (created.gid !== gid) ignoreFailure(() => fs.fchownSync(descriptor, UNCHANGED, gid))
  const hasGroup = fs.fstatSync(descriptor).gid === gid
  const permissions = hasGroup ? mode & 0o777 : (mode & 0o707) | ((mode & 0o007) << 3)
  ignoreFailure(() => fs.fchmodSync(descriptor, permissions))
  return descriptor
}

/** Changes ownership or permissions. The file system may have none, or the user no right to change them. */
function ignoreFailure(change: () => void): void {
  try {
    change()
  } catch {
    // The file stays as it was created.
  }
}

/** Closes a file; flushes it to disk first if it is finished. */
export function closeTarget(target: Target, descriptor: number, isFinished: boolean): void {
  try {
    if (isFinished && target.finalPath !== null) fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}

/** Flushes a file to disk; does nothing for a device or a pipe. */
export async function flushTarget(target: Target, descriptor: number): Promise<void> {
  if (target.finalPath !== null) await promisify(fs.fsync)(descriptor)
}

/** Replaces the earlier file with the finished one. */
export function replaceFile(target: Target): void {
  if (target.finalPath !== null) renameWithRetries(target.writePath, target.finalPath)
}

/** Renames a file. Retries on Windows, where virus scanners and indexers open new files for a moment. */
export function renameWithRetries(from: string, to: string): void {
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

/**
 * Removes the unfinished file of a failed export. Ignores errors, because the drive may have been removed.
 */
export function removeUnfinished(target: Target): void {
  if (target.finalPath === null) return
  try {
    fs.rmSync(target.writePath, { force: true })
  } catch {
    // The unfinished file stays under its hidden name.
  }
}
