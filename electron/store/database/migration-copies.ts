import { constants, copyFileSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { createPrivateFile } from './private-file.ts'

/** A larger cache is only cloned: another copy of its bytes would delay the start and fill the disk. */
const MAX_COPIED_BYTES = 512 * 1024 * 1024

/** A copy of the file, and a migration that writes every page into the log, need this many times its size. */
const SPACE_FACTOR = 2

/** Returns the path for a copy of a database of this version, next to the database. */
export function migrationCopyPath(file: string, version: number): string {
  const extension = extname(file)
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-')
  return join(dirname(file), `${basename(file, extension)}.version-${String(version)}-${stamp}${extension}`)
}

/** Returns whether the disk has space for a copy and a migration of a database. */
export function hasSpaceForMigration(file: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(file))
    return bavail * bsize >= statSync(file).size * SPACE_FACTOR
  } catch {
    // Some file systems do not report it; then the copy itself fails.
    return true
  }
}

/**
 * Copies a cache that no connection has open, before its migration: without additional space if the file
 * system clones files, otherwise unless it is large or the disk is short of space. Never throws, because a
 * migration is rolled back without a copy too, and a cache can be downloaded again.
 */
export function copyCacheIfCheap(file: string, version: number): void {
  // The log of another process, or of one that crashed, may contain the newest pages.
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return
  const copy = migrationCopyPath(file, version)
  const isSmall = statSync(file).size <= MAX_COPIED_BYTES
  try {
    copyFileSync(
      file,
      copy,
      isSmall && hasSpaceForMigration(file) ? constants.COPYFILE_FICLONE : constants.COPYFILE_FICLONE_FORCE,
    )
    createPrivateFile(copy)
  } catch {
    rmSync(copy, { force: true })
  }
}

/**
 * Removes the copies that earlier processes made before a migration of this database, which has been opened
 * again since. Never throws.
 */
export function removeMigrationCopies(file: string): void {
  const extension = extname(file)
  const prefix = `${basename(file, extension)}.version-`
  const startedAt = Date.now() - process.uptime() * 1_000
  try {
    for (const name of readdirSync(dirname(file))) {
      if (!name.startsWith(prefix) || !name.endsWith(extension)) continue
      const copy = join(dirname(file), name)
      if (statSync(copy).mtimeMs < startedAt) rmSync(copy, { force: true })
    }
  } catch {
    // They only take space; the next opening tries again.
  }
}
