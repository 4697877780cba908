import { constants, existsSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import * as v from 'valibot'
import { AppError } from '../contract/app-error.ts'
import { messages } from '../contract/messages.ts'
import { folderBytes, isInside, nullIfMissing } from './files.ts'
import { writeJsonFile } from './json-file.ts'
import { connectionsFolder } from './layout.ts'

const absolutePath = v.pipe(v.string(), v.maxLength(4_000), v.check(isAbsolute))

const locationSchema = v.object({
  /** The data folder that the person has chosen; default: the standard folder. */
  folder: v.exactOptional(absolutePath),
  /** Where the data are to be moved at the next start. */
  moveTo: v.exactOptional(absolutePath),
  /** An earlier data folder whose files have been copied and are still to be removed. */
  remove: v.exactOptional(absolutePath),
})
export type DataLocation = v.InferOutput<typeof locationSchema>

const LOCATION_FILE = 'location.json'

/** What is not data but can be in the same folder. */
const OTHER_ENTRIES =
  /^(?:chromium|logs|temporary|crash-reports|start\.json|Crashpad|Singleton\w+|lockfile|location\.json)$/u

/** Returns the location that is stored in the standard folder; null: the data are there themselves. */
export function readDataLocation(standardFolder: string): DataLocation | null {
  try {
    const text = readFileSync(join(standardFolder, LOCATION_FILE), 'utf8')
    const parsed = v.safeParse(locationSchema, JSON.parse(text))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}

/** Stores the location. */
export async function writeDataLocation(
  standardFolder: string,
  { folder, ...pending }: DataLocation,
): Promise<void> {
  const file = join(standardFolder, LOCATION_FILE)
  const location = { ...(folder === undefined || folder === standardFolder ? {} : { folder }), ...pending }
  if (Object.keys(location).length === 0) await rm(file, { force: true })
  else await writeJsonFile(file, location)
}

/**
 * Returns the folder that is to contain the data if the person chooses a folder: this one if it is empty,
 * otherwise a new one in it with the given name. Rejects with `dataFolderRefused` if the data cannot be moved
 * there.
 */
export async function checkNewDataFolder(
  dataFolder: string,
  chosen: string,
  name: string,
): Promise<{ readonly folder: string; readonly bytes: number }> {
  const folder = (await isEmpty(chosen)) ? chosen : join(chosen, name)
  if (isInside(folder, dataFolder) || isInside(dataFolder, folder)) throw refusal('inside', folder)
  if (!(await isEmpty(folder))) throw refusal('notEmpty', folder)
  const [bytes, { bavail, bsize }] = await Promise.all([folderBytes(dataFolder), statfs(chosen)])
  if (bavail * bsize < bytes) throw refusal('space', folder)
  return { folder, bytes }
}

/** Returns whether a folder contains data of the application. */
export function isDataFolder(folder: string): boolean {
  return existsSync(connectionsFolder(folder))
}

function refusal(reason: keyof typeof messages.reasons.dataFolder, folder: string): AppError {
  const { dataFolder } = messages.reasons
  return new AppError('dataFolderRefused', {
    params: { reason: reason === 'notEmpty' ? dataFolder.notEmpty({ folder }) : dataFolder[reason] },
  })
}

/** Hidden files, such as those of a file manager, do not count. */
async function isEmpty(folder: string): Promise<boolean> {
  return (await dataEntries(folder)).every((entry) => entry.startsWith('.'))
}

/**
 * Moves the data as the location says, and returns the data folder. No database may be open. The files are
 * copied and only then removed, so that a failure or a crash leaves one complete folder, which stays in use.
 */
export async function moveData(standardFolder: string, signal?: AbortSignal): Promise<string> {
  const location = readDataLocation(standardFolder) ?? {}
  const from = location.folder ?? standardFolder
  if (location.moveTo !== undefined) {
    const to = location.moveTo
    try {
      if (!(await isEmpty(to))) throw refusal('notEmpty', to)
      await copyData(from, to, signal)
    } catch (error) {
      await writeDataLocation(standardFolder, { folder: from })
      throw error
    }
    await writeDataLocation(standardFolder, { folder: to, remove: from })
    await removeData(from)
    await writeDataLocation(standardFolder, { folder: to })
    return to
  }
  if (location.remove !== undefined) {
    await removeData(location.remove)
    await writeDataLocation(standardFolder, { folder: from })
  }
  return from
}

/** If it fails, no copy is left behind. */
async function copyData(from: string, to: string, signal: AbortSignal | undefined): Promise<void> {
  const entries = await dataEntries(from)
  try {
    await mkdir(to, { recursive: true, mode: 0o700 })
    for (const entry of entries) await copyEntry(join(from, entry), join(to, entry), signal)
  } catch (error) {
    for (const entry of entries)
      await rm(join(to, entry), { recursive: true, force: true }).catch(() => undefined)
    throw error
  }
}

async function copyEntry(from: string, to: string, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  const source = await stat(from)
  if (source.isDirectory()) {
    await mkdir(to, { recursive: true, mode: 0o700 })
    for (const entry of await readdir(from)) await copyEntry(join(from, entry), join(to, entry), signal)
    return
  }
  await copyFile(from, to, constants.COPYFILE_FICLONE)
  const handle = await open(to, 'r+')
  try {
    await handle.sync()
    const { size } = await handle.stat()
    if (size !== source.size) throw new AppError('internal', { detail: `A copied file has ${size} bytes.` })
  } finally {
    await handle.close()
  }
}

async function removeData(folder: string): Promise<void> {
  for (const entry of await dataEntries(folder))
    await rm(join(folder, entry), { recursive: true, force: true })
}

async function dataEntries(folder: string): Promise<readonly string[]> {
  const entries = (await nullIfMissing(readdir(folder))) ?? []
  return entries.filter((entry) => !OTHER_ENTRIES.test(entry))
}
