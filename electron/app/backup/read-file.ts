import { createHash } from 'node:crypto'
import { mkdir, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { openEntries, type ZipEntries } from '../../archive/entries.ts'
import { checkJsonShape } from '../../archive/json-shape.ts'
import { asUnusable } from '../../archive/rules.ts'
import { inspect } from '../../content/inspect.ts'
import { AppError } from '../../contract/app-error.ts'
import { MAX_PICTURE_BYTES } from '../../contract/pictures.ts'
import { isPhotoKind } from '../../contract/review.ts'
import { messages } from '../../contract/messages.ts'
import { checkForeignFile } from '../../review/check-file.ts'
import { writeError } from '../files.ts'
import { MAX_SETTINGS_BYTES } from '../json-file.ts'
import { readContents } from './contents.ts'
import { BACKUP_FILE_RULES, MAX_MANIFEST_BYTES, MAX_REVIEWS_BYTES, unusable } from './file-rules.ts'
import {
  fileHeaderSchema,
  fileManifestSchema,
  MANIFEST,
  parseBackupPath,
  type BackedUpFile,
  type BackupPath,
  type FileManifest,
} from './manifest.ts'
import { createProgress } from './progress.ts'
import { findSettingsProblem } from './settings-content.ts'
import { fromPortablePath } from './source-files.ts'
import type { ReadBackupFile, ReadTask, SendEvent } from './task.ts'

/** The version of the format that this application writes and reads. */
export const FILE_VERSION = 1

/**
 * Reads a backup file from an untrusted source: checks that it contains exactly the files of its manifest,
 * that each matches its size and hash, and with `folder` that each is what it claims to be. Throws
 * `backupFileUnusable` and `backupFileNewer`; the files in `folder` are then invalid.
 */
export async function readBackupFile(
  { file, folder }: Omit<ReadTask, 'type'>,
  send: SendEvent,
  phase: 'reading' | 'verifying' = 'reading',
): Promise<ReadBackupFile> {
  const bytes = await sizeOf(file)
  const entries = await openEntries(file, BACKUP_FILE_RULES)
  try {
    const manifest = await readManifest(entries)
    checkFiles(entries, manifest, bytes)
    const progress = createProgress(phase, sumOf(manifest.files), send)
    for (const each of manifest.files) {
      // Errors of reading are already faults; those that remain are of writing.
      await unpack(entries, each, folder, progress).catch((error: unknown) => {
        throw writeError(error)
      })
    }
    if (folder !== null) await checkContents(folder, manifest)
    return { manifest, bytes }
  } finally {
    entries.close()
  }
}

/** Reads only the manifest of a backup file. Throws as {@link readBackupFile} does. */
export async function readFileManifest(file: string): Promise<FileManifest> {
  await sizeOf(file)
  const entries = await openEntries(file, BACKUP_FILE_RULES)
  try {
    return await readManifest(entries)
  } finally {
    entries.close()
  }
}

async function sizeOf(file: string): Promise<number> {
  const stats = await stat(file).catch((error: unknown) => {
    throw asUnusable(error, BACKUP_FILE_RULES)
  })
  if (!stats.isFile()) throw unusable(messages.reasons.archive.notAFile)
  return stats.size
}

async function readManifest(entries: ZipEntries): Promise<FileManifest> {
  if (entries.sizeOf(MANIFEST) === null) throw unusable(messages.backups.fileReasons.notABackup)
  const bytes = await entries.read(MANIFEST, MAX_MANIFEST_BYTES)
  checkJsonShape(bytes, BACKUP_FILE_RULES)
  let json: unknown
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw unusable(messages.backups.fileReasons.notABackup)
  }
  const header = v.safeParse(fileHeaderSchema, json)
  if (!header.success) throw unusable(messages.backups.fileReasons.notABackup)
  const { version } = header.output
  if (version > FILE_VERSION) {
    throw new AppError('backupFileNewer', {
      detail: `The format is ${String(version)}, the newest known one ${String(FILE_VERSION)}.`,
    })
  }
  const manifest = v.safeParse(fileManifestSchema, json, { abortEarly: true })
  if (!manifest.success) throw unusable(messages.backups.fileReasons.notABackup)
  return manifest.output
}

/** Checks the list of files before any is unpacked. */
function checkFiles(entries: ZipEntries, { files }: FileManifest, bytes: number): void {
  if (new Set(files.map(({ path }) => path)).size < files.length)
    throw unusable(messages.reasons.archive.fileTwice)
  if (entries.count !== files.length + 1) throw unusable(messages.backups.fileReasons.otherFiles)
  // Entries that overlap in the file would unpack to more than its size.
  if (sumOf(files) > bytes) throw unusable(messages.backups.fileReasons.tooLarge)
  const complete = new Set(files.map(({ path }) => path))
  for (const { path, bytes: stated } of files) {
    const size = entries.sizeOf(path)
    if (size === null) throw unusable(messages.backups.fileReasons.entryMissing)
    const { kind, connectionId } = pathOf(path)
    if (size !== stated) throw unusable(messages.backups.fileReasons.mismatch)
    if (size > MAX_BYTES(kind)) throw unusable(messages.backups.fileReasons.tooLarge)
    if (connectionId !== null && !complete.has(`connections/${connectionId}/connection.json`))
      throw unusable(messages.backups.fileReasons.noConnection)
  }
}

const MAX_BYTES = (kind: BackupPath['kind']): number => {
  if (kind === 'reviews') return MAX_REVIEWS_BYTES
  return kind === 'photo' ? MAX_PICTURE_BYTES : MAX_SETTINGS_BYTES
}

function pathOf(path: string): BackupPath {
  const parsed = parseBackupPath(path)
  if (parsed === null) throw unusable(messages.reasons.archive.unsafePath)
  return parsed
}

/** Unpacks a file in chunks. Only settings and single photos are in memory. */
async function unpack(
  entries: ZipEntries,
  { path, sha256, bytes }: BackedUpFile,
  folder: string | null,
  progress: (bytes: number) => void,
): Promise<void> {
  const { kind } = pathOf(path)
  const target = folder === null ? null : fromPortablePath(folder, path)
  const hash = createHash('sha256')
  const content: Buffer[] = []
  if (target !== null) await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const output = target === null ? null : await open(target, 'wx', 0o600)
  try {
    for await (const chunk of entries.chunks(path, bytes)) {
      hash.update(chunk)
      progress(chunk.length)
      if (output === null) continue
      await output.writeFile(chunk)
      if (kind !== 'reviews') content.push(chunk)
    }
    await output?.sync()
  } finally {
    await output?.close()
  }
  if (hash.digest('hex') !== sha256) throw unusable(messages.backups.fileReasons.mismatch)
  if (target !== null) checkContent({ path, sha256 }, Buffer.concat(content), target)
}

/** Throws `backupFileUnusable` if a file is not what its path claims. */
function checkContent(
  { path, sha256 }: Pick<BackedUpFile, 'path' | 'sha256'>,
  bytes: Buffer,
  target: string,
): void {
  const { kind } = pathOf(path)
  if (kind === 'reviews') {
    checkReviews(target)
    return
  }
  if (kind === 'photo') {
    const picture = inspect(bytes)
    if ('problem' in picture || !isPhotoKind(picture.kind))
      throw unusable(messages.backups.fileReasons.notAPhoto)
    if (sha256 !== path.slice(-64)) throw unusable(messages.backups.fileReasons.mismatch)
    return
  }
  const problem = findSettingsProblem(kind, bytes)
  if (problem !== null)
    throw unusable(messages.backups.fileReasons.invalidSettings({ file: path, reason: problem }))
}

function checkReviews(file: string): void {
  try {
    checkForeignFile(file)
  } catch (error) {
    if (error instanceof AppError && error.code === 'reviewsNewer') throw error.as('backupFileNewer')
    throw unusable(messages.backups.fileReasons.invalidReviews, error)
  }
}

/** Throws `backupFileUnusable` if the manifest describes other contents than the files have. */
async function checkContents(folder: string, { files, contents }: FileManifest): Promise<void> {
  const read = await readContents(
    folder,
    files.map(({ path }) => path),
  ).catch((error: unknown) => {
    throw unusable(messages.backups.fileReasons.invalidReviews, error)
  })
  if (!isDeepStrictEqual(read, contents)) throw unusable(messages.backups.fileReasons.mismatch)
}

function sumOf(files: readonly BackedUpFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}
