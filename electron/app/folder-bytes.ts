import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

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
