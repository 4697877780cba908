import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { AppError } from '../../contract/app-error.ts'
import type { Backup, BackupKind } from '../../contract/backup.ts'
import { DAY_MS } from '../../contract/instant.ts'
import { nullIfMissing, writeError } from '../files.ts'
import { readJsonFile, writeJsonFile } from '../json-file.ts'
import { collectFiles } from './collect-files.ts'
import { MANIFEST, manifestSchema, type Manifest } from './manifest.ts'
import { requestRestore } from './restore-request.ts'
import type { CopyReviews } from './source-files.ts'

/** Older backups are removed. */
export const MAX_BACKUPS = 10

/** Suffix of folders of backups that are being written, or were when the application crashed. */
export const UNFINISHED_SUFFIX = '.unfinished'

/** Backups of settings and reviews in the data folder. Downloaded campaigns are not backed up. */
export interface Backups {
  /** The newest first. */
  list(): Promise<readonly Backup[]>
  /** Rejects with `diskFull`, `folderReadOnly` or `cacheUnavailable`; earlier backups do not change. */
  create(kind: BackupKind): Promise<Backup>
  /** Creates a backup of the state that a restore will replace; null if there is nothing to back up. */
  createBeforeRestore(): Promise<Backup | null>
  /** Creates a backup if the newest is at least a day old and something changed; null if none is needed. */
  createDaily(): Promise<Backup | null>
  /** Removes what a crash left of a backup. No other process may be writing one. Never rejects. */
  removeUnfinished(): Promise<void>
  /**
   * Schedules this backup to be restored at the next start. Resolves with a function that withdraws this.
   * Rejects with `notFound`.
   */
  restoreAtStart(id: string): Promise<() => Promise<void>>
}

export interface BackupsOptions {
  readonly dataFolder: string
  readonly copyReviews: CopyReviews
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

/** Returns the folder with the backups. */
export function backupsFolder(dataFolder: string): string {
  return join(dataFolder, 'backups')
}

export function createBackups({ dataFolder, copyReviews, now = Date.now }: BackupsOptions): Backups {
  const root = backupsFolder(dataFolder)
  // One at a time, because two would write the same files.
  const limit = pLimit(1)

  async function write(kind: BackupKind, isNeeded: (manifest: Manifest) => boolean): Promise<Backup | null> {
    const at = now()
    // The suffix distinguishes backups of the same millisecond.
    const id = `${new Date(at).toISOString().replaceAll(/[:.]/gu, '-')}-${crypto.randomUUID().slice(0, 8)}`
    const folder = join(root, `${id}${UNFINISHED_SUFFIX}`)
    try {
      const files = await collectFiles(dataFolder, folder, copyReviews)
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
    createBeforeRestore: () => limit(() => write('beforeRestore', ({ files }) => files.length > 0)),
    createDaily: () =>
      limit(async () => {
        // One from the future was made while the clock was ahead.
        const newest = (await readManifests()).find(([, { at }]) => at <= now())
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
      return requestRestore(dataFolder, { id })
    },
  }
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
