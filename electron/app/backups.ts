import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import pLimit from 'p-limit'
import { hashOf } from '../content/files.ts'
import { AppError } from '../contract/app-error.ts'
import { BACKUP_KINDS, type Backup, type BackupKind } from '../contract/preferences.ts'
import { DAY_MS } from '../contract/instant.ts'
import {
  fromPortablePath,
  isRemovedConnection,
  readBytes,
  readSettingsFiles,
  toPortablePath,
  type CopyReviews,
} from './backup-files.ts'
import { nullIfMissing, writeError, writeFileAtomically } from './files.ts'
import { readJsonFile, writeJsonFile } from './json-file.ts'
import { connectionLayout, connectionsFolder } from './layout.ts'
import { backUpPhotos, listPhotos, restorePhoto } from './photo-backup.ts'
import { photosFolder } from '../review/photos.ts'
import { FILE_REASONS } from '../contract/strings/reasons.ts'

/** Older backups are removed. */
export const MAX_BACKUPS = 10

const MANIFEST = 'backup.json'
/** Suffix of folders of backups that are being written, or were when the application crashed. */
const UNFINISHED_SUFFIX = '.unfinished'

/** A file of the data folder or of a connection, or a photo. */
const BACKED_UP_PATH =
  /^(?:[\w-][\w.-]*|connections\/[0-9a-z-]{1,64}\/(?:[\w-][\w.-]*|photos\/[0-9a-f]{2}\/[0-9a-f]{64}))$/u

const manifestSchema = v.object({
  version: v.literal(1),
  kind: v.picklist(BACKUP_KINDS),
  /** In milliseconds since 1970. */
  at: v.number(),
  files: v.array(
    v.object({
      // A manifest must not name files outside the data folder.
      path: v.pipe(v.string(), v.regex(BACKED_UP_PATH)),
      sha256: v.string(),
      bytes: v.number(),
    }),
  ),
})

type Manifest = v.InferOutput<typeof manifestSchema>

/** Backups of settings and reviews in the data folder. Downloaded campaigns are not backed up. */
export interface Backups {
  /** The newest first. */
  list(): Promise<readonly Backup[]>
  /** Rejects with `diskFull`, `folderReadOnly` or `cacheUnavailable`; earlier backups do not change. */
  create(kind: BackupKind): Promise<Backup>
  /** Creates a backup if the newest is at least a day old and something changed; null if none is needed. */
  createDaily(): Promise<Backup | null>
  /** Removes what a crash left of a backup. No other process may be writing one. Never rejects. */
  removeUnfinished(): Promise<void>
  /** Schedules this backup to be restored at the next start. Rejects with `notFound`. */
  restoreAtStart(id: string): Promise<void>
}

export interface BackupsOptions {
  readonly dataFolder: string
  readonly copyReviews: CopyReviews
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

const backupsFolder = (dataFolder: string): string => join(dataFolder, 'backups')
const restoreFile = (dataFolder: string): string => join(dataFolder, 'restore.json')
const restoreSchema = v.object({ id: v.pipe(v.string(), v.regex(/^[\w-]+$/u)) })

export function createBackups({ dataFolder, copyReviews, now = Date.now }: BackupsOptions): Backups {
  const root = backupsFolder(dataFolder)
  // One at a time, because two would write the same files.
  const limit = pLimit(1)

  async function connectionIds(): Promise<readonly string[]> {
    const names = await readdir(connectionsFolder(dataFolder)).catch(() => [])
    return names.filter((name) => !isRemovedConnection(name))
  }

  async function write(kind: BackupKind, isNeeded: (manifest: Manifest) => boolean): Promise<Backup | null> {
    const at = now()
    // The suffix distinguishes backups of the same millisecond.
    const id = `${new Date(at).toISOString().replaceAll(/[:.]/gu, '-')}-${randomUUID().slice(0, 8)}`
    const folder = join(root, `${id}${UNFINISHED_SUFFIX}`)
    try {
      const files: Manifest['files'] = []
      await mkdir(folder, { recursive: true, mode: 0o700 })
      for (const { path, bytes } of await readSettingsFiles(dataFolder)) {
        await writeFileAtomically(fromPortablePath(folder, path), bytes)
        files.push({ path, sha256: hashOf(bytes), bytes: bytes.byteLength })
      }
      for (const connectionId of await connectionIds()) {
        const { reviewsFile } = connectionLayout(dataFolder, connectionId)
        const path = toPortablePath(dataFolder, reviewsFile)
        const source = photosFolder(reviewsFile)
        const target = photosFolder(fromPortablePath(folder, path))
        await mkdir(dirname(fromPortablePath(folder, path)), { recursive: true, mode: 0o700 })
        // Before and after the reviews, so that the photos of both states are included.
        await backUpPhotos(source, target)
        if (!(await copyReviews(connectionId, fromPortablePath(folder, path)))) continue
        await backUpPhotos(source, target)
        const bytes = (await readBytes(fromPortablePath(folder, path))) ?? new Uint8Array()
        files.push({ path, sha256: hashOf(bytes), bytes: bytes.byteLength })
        for (const photo of await listPhotos(target)) {
          files.push({ path: toPortablePath(folder, photo.file), sha256: photo.hash, bytes: photo.bytes })
        }
      }
      const manifest: Manifest = { version: 1, kind, at, files }
      if (!isNeeded(manifest)) return null
      await writeJsonFile(join(folder, MANIFEST), manifest)
      await rename(folder, join(root, id))
      await removeOldest()
      return toBackup(id, manifest)
    } catch (error) {
      throw writeError(error)
    } finally {
      await rm(folder, { recursive: true, force: true }).catch(() => undefined)
    }
  }

  async function readManifests(): Promise<readonly (readonly [id: string, manifest: Manifest])[]> {
    const names = await nullIfMissing(readdir(root)).catch((error: unknown) => {
      throw writeError(error)
    })
    const manifests = await Promise.all(
      (names ?? [])
        .filter((name) => !name.endsWith(UNFINISHED_SUFFIX))
        .map(async (name) => {
          const manifest = await readJsonFile(join(root, name, MANIFEST), manifestSchema)
          return manifest.state === 'read' ? [[name, manifest.value] as const] : []
        }),
    )
    return manifests.flat().toSorted(([, a], [, b]) => b.at - a.at)
  }

  async function removeOldest(): Promise<void> {
    for (const [id] of (await readManifests()).slice(MAX_BACKUPS)) {
      await rm(join(root, id), { recursive: true, force: true }).catch(() => undefined)
    }
  }

  return {
    list: async () => (await readManifests()).map(([id, manifest]) => toBackup(id, manifest)),
    create: (kind) =>
      limit(async () => {
        const backup = await write(kind, () => true)
        if (backup === null) throw new AppError('internal')
        return backup
      }),
    createDaily: () =>
      limit(async () => {
        const [newest] = await readManifests()
        if (newest !== undefined && now() - newest[1].at < DAY_MS) return null
        return write(
          'daily',
          ({ files }) => files.length > 0 && !haveSameContent(files, newest?.[1].files ?? []),
        )
      }),
    removeUnfinished: () =>
      limit(async () => {
        const names = await readdir(root).catch(() => [])
        for (const name of names.filter((each) => each.endsWith(UNFINISHED_SUFFIX)))
          await rm(join(root, name), { recursive: true, force: true }).catch(() => undefined)
      }),
    async restoreAtStart(id) {
      if (!(await readManifests()).some(([backupId]) => backupId === id)) throw new AppError('notFound')
      await writeJsonFile(restoreFile(dataFolder), { id })
    },
  }
}

/**
 * Restores the backup that was requested before the start, after backing up the present state. Must run
 * before anything in the data folder is opened. Returns whether a backup was restored. Rejects, with nothing
 * changed, if the backup is damaged.
 */
export async function restoreRequestedBackup(dataFolder: string, backups: Backups): Promise<boolean> {
  const request = await readJsonFile(restoreFile(dataFolder), restoreSchema)
  if (request.state !== 'read') return false
  // The restore is attempted only once.
  await rm(restoreFile(dataFolder), { force: true })
  const folder = join(backupsFolder(dataFolder), request.value.id)
  const manifest = await readJsonFile(join(folder, MANIFEST), manifestSchema)
  if (manifest.state !== 'read') throw new AppError('backupDamaged')
  const isPhoto = ({ path }: Manifest['files'][number]): boolean => path.includes('/photos/')
  const files = await Promise.all(
    manifest.value.files
      .filter((file) => !isPhoto(file))
      .map(async ({ path, sha256 }) => {
        const bytes = await readBytes(fromPortablePath(folder, path))
        if (bytes === null || hashOf(bytes) !== sha256)
          throw new AppError('backupDamaged', { params: { reason: FILE_REASONS.fileNotInOrder(path) } })
        return { path, bytes }
      }),
  )
  await backups.create('beforeRestore')
  // Photos first. A damaged one is skipped, because the rest can still be restored.
  for (const { path, sha256 } of manifest.value.files.filter(isPhoto)) {
    await restorePhoto(fromPortablePath(folder, path), fromPortablePath(dataFolder, path), sha256)
  }
  for (const { path, bytes } of files) {
    const target = fromPortablePath(dataFolder, path)
    // The WAL of a database belongs to the replaced file.
    for (const suffix of ['-wal', '-shm']) await rm(`${target}${suffix}`, { force: true })
    await writeFileAtomically(target, bytes)
  }
  return true
}

function toBackup(id: string, { kind, at, files }: Manifest): Backup {
  return { id, kind, at, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) }
}

function haveSameContent(one: Manifest['files'], other: Manifest['files']): boolean {
  const describe = (files: Manifest['files']): string =>
    JSON.stringify(
      files.map(({ path, sha256 }) => [path, sha256]).toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
    )
  return describe(one) === describe(other)
}
