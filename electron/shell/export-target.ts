import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, parse, relative, sep } from 'node:path'
import { app } from 'electron'
import type { ApiInput } from '../contract/api.ts'
import type { ExportTarget } from '../contract/export-schemas.ts'
import { safeFileName } from '../contract/file-name.ts'
import { allowedFolder, isAllowedPath } from '../app/managed/export-folders.ts'
import { findParts } from '../export/files/parts.ts'
import type { ShellServices } from './services.ts'

type Services = Pick<ShellServices, 'managed' | 'windowState' | 'exports'>
type TargetName = ApiInput<'exports.target'>

/** Number of names that are tried for a file. */
const MAX_NAMES = 1_000

/**
 * Returns the folder of the last export; before the first one, that of downloads. If the organization does
 * not allow it, see `allowedFolder`.
 */
export async function exportFolder({
  managed,
  windowState,
}: Pick<Services, 'managed' | 'windowState'>): Promise<string> {
  return allowedFolder(windowState.state.exportFolder ?? app.getPath('downloads'), await managed)
}

/**
 * Returns the path that an export gets if the person is not asked: in the folder of the last export, with a
 * number in its name if there is such a file. Null if the folder cannot be found.
 */
export async function freePath(services: Services, name: TargetName): Promise<string | null> {
  const folder = await exportFolder(services)
  if (!(await isFolder(folder))) return null
  const settings = await services.managed
  const { name: stem, ext } = parse(safeFileName(name.suggestedName, name.format))
  for (let number = 1; number <= MAX_NAMES; number += 1) {
    const file = join(folder, `${stem}${number === 1 ? '' : ` (${String(number)})`}${ext}`)
    const isTaken = existsSync(file) || services.exports.isWriting(file)
    if (isTaken || (name.rowsBeyond === 'files' && (await findParts(file)).length > 0)) continue
    // There may be a link of that name to a file that does not exist yet.
    if (await isAllowedPath(file, settings)) return file
  }
  return null
}

/** Returns the name and the folder that an export gets if the person is not asked, to be shown. */
export async function exportTarget(services: Services, name: TargetName): Promise<ExportTarget> {
  const fileName = safeFileName(name.suggestedName, name.format)
  const folder = await exportFolder(services).catch(() => null)
  // The export reports that the organization allows no folder.
  if (folder === null) return { fileName, folders: [], isFound: true }
  const file = await freePath(services, name)
  return {
    fileName: file === null ? fileName : parse(file).base,
    folders: foldersTo(folder),
    isFound: file !== null,
  }
}

/** Returns the names of the folders to a folder, from the person's folder if it is in there. */
function foldersTo(folder: string): readonly string[] {
  const inHome = relative(homedir(), folder)
  const isInHome = inHome !== '' && !inHome.startsWith('..') && inHome !== folder
  return (isInHome ? inHome : folder).split(sep).filter((part) => part !== '')
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
}
