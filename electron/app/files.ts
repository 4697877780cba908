import { AppError } from '../contract/app-error.ts'
import { mkdir, open, rename, rm, readdir, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import { messages } from '../contract/messages.ts'

const DISK_FULL_CODES: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT'])
const READ_ONLY_CODES: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS'])

/** Returns the system's code of a failed file operation (`ENOENT`); null for any other error. */
export function systemCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  return typeof error.code === 'string' ? error.code : null
}

/** Returns the system's reason for a failed file operation, as a clause. */
export function systemReason(error: unknown): string {
  const code = systemCode(error)
  const { system } = messages.reasons.file
  return code === null ? system.none : system.code({ code })
}

export function isMissing(error: unknown): boolean {
  const code = systemCode(error)
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/** Resolves with null if the operation fails because its file or folder is missing. */
export async function nullIfMissing<Value>(operation: Promise<Value>): Promise<Value | null> {
  try {
    return await operation
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Returns the error to show for a failure to write to the data folder. */
export function writeError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const code = systemCode(error)
  if (code !== null && DISK_FULL_CODES.has(code)) return new AppError('diskFull', { cause: error })
  if (code !== null && READ_ONLY_CODES.has(code)) return new AppError('folderReadOnly', { cause: error })
  return new AppError('cacheUnavailable', { cause: error, params: { reason: systemReason(error) } })
}

/**
 * Replaces a file atomically: writes a temporary file, syncs it to disk and renames it. Creates its folder if
 * it is missing. Rejects with `diskFull`, `folderReadOnly` or `cacheUnavailable`.
 */
export async function writeFileAtomically(file: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${file}.${crypto.randomUUID()}.tmp`
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const handle = await open(temporary, 'wx', 0o600)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined)
    throw writeError(error)
  }
}

/** Returns whether a path is a folder or inside it. Both are absolute. */
export function isInside(path: string, folder: string): boolean {
  const relativePath = relative(folder, path)
  return (
    relativePath === '' ||
    (relativePath !== '..' && !relativePath.startsWith(`..${sep}`) && !isAbsolute(relativePath))
  )
}

/** Returns the size of a SQLite database with its log in bytes; 0 if it is missing. */
export async function databaseBytes(file: string): Promise<number> {
  const sizes = await Promise.all(['', '-wal', '-shm'].map((ending) => fileBytes(`${file}${ending}`)))
  return sizes.reduce((sum, size) => sum + size, 0)
}

function fileBytes(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}

/** Returns the size of all files in a folder and its subfolders in bytes; 0 if it is missing. */
export async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const sizes = await Promise.all(
    entries.map((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? folderBytes(path) : fileBytes(path)
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
