import { AppError } from '../contract/app-error.ts'
import { FILE_REASONS } from '../contract/strings/workspace.ts'
import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const NO_ROOM: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT'])
const NO_PERMISSION: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS'])

/** The system's code of a failed file operation (`ENOENT`); null for anything else. */
export function systemCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  return typeof error.code === 'string' ? error.code : null
}

export function isMissing(error: unknown): boolean {
  const code = systemCode(error)
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/** A failure to write into the data folder, as the person is to hear of it. */
export function writeError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const code = systemCode(error)
  if (code !== null && NO_ROOM.has(code)) return new AppError('diskFull', { cause: error })
  if (code !== null && NO_PERMISSION.has(code)) return new AppError('folderReadOnly', { cause: error })
  const reason = FILE_REASONS.systemSays(code)
  return new AppError('cacheUnavailable', { cause: error, params: { reason } })
}

/**
 * Writes a file so that at any instant either the old or the new content is there whole: a file beside it, forced to
 * disk, then renamed. Its folder is made when it is missing. Rejects with `diskFull`, `folderReadOnly` or
 * `cacheUnavailable`.
 */
export async function writeWholeFile(file: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${file}.${randomUUID()}.tmp`
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

/** Bytes of the files in a folder and below it; 0 when it is not there. */
export async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const sizes = await Promise.all(
    entries.map((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return folderBytes(path)
      return stat(path).then(
        ({ size }) => size,
        () => 0,
      )
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
