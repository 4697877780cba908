import { lstat, readlink, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { AppError } from '../../contract/app-error.ts'
import { isInside, isMissing } from '../files.ts'
import type { ManagedSettings } from './managed-settings.ts'

type Restriction = Pick<ManagedSettings, 'exportFolders'>

const MAX_LINKS = 40

/** Returns a path without symbolic links and `..`. What does not exist is appended as it is. */
async function realPathOf(path: string, links = 0): Promise<string> {
  const absolute = resolve(path)
  try {
    return await realpath(absolute)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  const parent = dirname(absolute)
  if (parent === absolute) return absolute
  const folder = await realPathOf(parent, links)
  const entry = join(folder, basename(absolute))
  const isLink = await lstat(entry).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  )
  // A link to a file that does not exist yet would be written through.
  if (!isLink || links >= MAX_LINKS) return entry
  return realPathOf(resolve(folder, await readlink(entry)), links + 1)
}

/**
 * Returns whether the organization allows a path for files. A path that cannot be resolved is not allowed.
 */
export async function isAllowedPath(path: string, { exportFolders }: Restriction): Promise<boolean> {
  if (exportFolders === null) return true
  try {
    const real = await realPathOf(path)
    const folders = await Promise.all(exportFolders.map((folder) => realPathOf(folder)))
    return folders.some((folder) => isInside(real, folder))
  } catch {
    return false
  }
}

/**
 * Returns the preferred folder if the organization allows it, else the first allowed one that exists. Rejects
 * with `folderNotAllowed` if there is none.
 */
export async function allowedFolder(preferred: string, settings: Restriction): Promise<string> {
  if (await isAllowedPath(preferred, settings)) return preferred
  for (const folder of settings.exportFolders ?? []) {
    const stats = await stat(folder).catch(() => null)
    if (stats?.isDirectory() === true) return folder
  }
  throw folderNotAllowed(settings)
}

/** Rejects with `folderNotAllowed` if the organization does not allow a path for files. */
export async function requireAllowedPath(path: string, settings: Restriction): Promise<void> {
  if (!(await isAllowedPath(path, settings))) throw folderNotAllowed(settings)
}

/** Returns the error for a file outside of the allowed folders. */
export function folderNotAllowed({ exportFolders }: Restriction): AppError {
  return new AppError('folderNotAllowed', { params: { folders: exportFolders ?? [] } })
}
