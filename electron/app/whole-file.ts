import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { writeError } from './file-errors.ts'

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
