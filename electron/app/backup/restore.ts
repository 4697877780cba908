import { access, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { hashOf } from '../../content/files.ts'
import { AppError } from '../../contract/app-error.ts'
import { BACKUP_KINDS, backupIdSchema, type CompletedRestore } from '../../contract/backup.ts'
import type { ReadonlyOutput } from '../../contract/base-schemas.ts'
import { messages } from '../../contract/messages.ts'
import { renameWithRetries } from '../../export/files/target.ts'
import { photosFolder } from '../../review/photos.ts'
import { isMissing, systemReason, writeFileAtomically } from '../files.ts'
import { readJsonFile, writeJsonFile } from '../json-file.ts'
import { connectionLayout } from '../layout.ts'
import { backupsFolder, type Backups } from './backups.ts'
import {
  CONNECTION_FILES,
  DATA_FILES,
  fileManifestSchema,
  MANIFEST,
  manifestSchema,
  parseBackupPath,
  type BackedUpFile,
} from './manifest.ts'
import { linkPhoto, listPhotos, restorePhoto } from './photo-backup.ts'
import { takeRestoreRequest, unpackedFolder, type RestoreRequest } from './restore-request.ts'
import { restoredConnection } from './settings-content.ts'
import { fromPortablePath, readBytes, toPortablePath, type CopyReviews } from './source-files.ts'
import type { MergeTask } from './task.ts'

export interface RestoreOptions {
  readonly dataFolder: string
  readonly backups: Backups
  readonly copyReviews: CopyReviews
  readonly mergeReviews: (task: Omit<MergeTask, 'type'>) => Promise<unknown>
  /** Called before each step that changes the data folder; a test ends the process there. */
  readonly onStep?: (step: string) => void
}

/** How a prepared restore is completed, also after a crash. */
const planSchema = v.object({
  /** Paths of files to move into place. Photos are first, because reviews refer to them. */
  files: v.array(v.string()),
  /** Paths of files that the backup does not have. */
  removed: v.array(v.string()),
  /** The backup of the state before. */
  before: v.nullable(
    v.object({ id: backupIdSchema, kind: v.picklist(BACKUP_KINDS), at: v.number(), bytes: v.number() }),
  ),
})
type Plan = ReadonlyOutput<typeof planSchema>

const PLAN = 'plan.json'

const preparedFolder = (dataFolder: string): string => join(dataFolder, 'restore-prepared')
const unfinishedFolder = (dataFolder: string): string => `${preparedFolder(dataFolder)}.unfinished`

/**
 * Restores the backup that was requested before the start, after backing up the present state. Must run
 * before anything in the data folder is opened. Everything is prepared in a folder, whose renaming decides:
 * after a crash before it nothing has changed, and after a crash behind it the next start completes the
 * restore. Returns null if nothing was requested. Rejects, with nothing changed, if the backup is damaged or
 * cannot be prepared, and with `restoreIncomplete` if the next start must complete it.
 */
export async function restoreRequestedBackup(options: RestoreOptions): Promise<CompletedRestore | null> {
  const { dataFolder, onStep = () => undefined } = options
  const prepared = preparedFolder(dataFolder)
  if (await exists(prepared)) return complete(dataFolder, onStep)
  const request = await takeRestoreRequest(dataFolder)
  const unfinished = unfinishedFolder(dataFolder)
  await rm(unfinished, { recursive: true, force: true })
  try {
    if (request === null) return null
    onStep('prepare')
    const plan = await prepare(request, join(unfinished, 'files'), options)
    onStep('back up')
    const before = await options.backups.createBeforeRestore()
    await writeJsonFile(join(unfinished, PLAN), { ...plan, before } satisfies Plan)
    onStep('commit')
    await rename(unfinished, prepared)
  } finally {
    await rm(unfinished, { recursive: true, force: true }).catch(() => undefined)
    if (!(await exists(prepared)))
      await rm(unpackedFolder(dataFolder), { recursive: true, force: true }).catch(() => undefined)
  }
  return complete(dataFolder, onStep)
}

/** Moves the prepared files into place. Files that an interrupted run has moved are missing. */
async function complete(dataFolder: string, onStep: (step: string) => void): Promise<CompletedRestore> {
  const prepared = preparedFolder(dataFolder)
  const plan = await readJsonFile(join(prepared, PLAN), planSchema)
  if (plan.state !== 'read') throw new AppError('restoreIncomplete')
  try {
    for (const path of plan.value.files) {
      const source = fromPortablePath(join(prepared, 'files'), path)
      if (!(await exists(source))) continue
      onStep(`replace ${path}`)
      const target = fromPortablePath(dataFolder, path)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await removeLog(target)
      renameWithRetries(source, target)
    }
    for (const path of plan.value.removed) {
      onStep(`remove ${path}`)
      const target = fromPortablePath(dataFolder, path)
      await removeLog(target)
      await rm(target, { force: true })
    }
  } catch (error) {
    throw new AppError('restoreIncomplete', { cause: error, params: { reason: systemReason(error) } })
  }
  onStep('clean up')
  await rm(unpackedFolder(dataFolder), { recursive: true, force: true }).catch(() => undefined)
  await rm(prepared, { recursive: true, force: true })
  return { before: plan.value.before }
}

/** Removes the write-ahead log of a database: it belongs to the replaced file. */
async function removeLog(file: string): Promise<void> {
  if (!file.endsWith('.db')) return
  for (const suffix of ['-wal', '-shm']) await rm(`${file}${suffix}`, { force: true })
}

/** Collects the files to restore in a folder. */
async function prepare(
  request: RestoreRequest,
  folder: string,
  options: RestoreOptions,
): Promise<Omit<Plan, 'before'>> {
  const { dataFolder } = options
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const isFile = 'choice' in request
  const source = isFile ? unpackedFolder(dataFolder) : join(backupsFolder(dataFolder), request.id)
  const manifest = await readJsonFile(join(source, MANIFEST), isFile ? fileManifestSchema : manifestSchema)
  if (manifest.state !== 'read') throw new AppError('backupDamaged')
  const { files } = manifest.value
  const preparation = new Preparation(source, folder, isFile ? request : null, options)
  // A backup that is damaged is refused before anything else happens.
  for (const file of files) await preparation.checkFile(file)
  for (const file of files) await preparation.add(file)
  const photos = await preparation.photoPaths()
  return {
    files: [...photos, ...preparation.files],
    removed: preparation.pathsToRemove(files.map(({ path }) => path)),
  }
}

class Preparation {
  readonly #source: string
  readonly #folder: string
  /** Null for a backup in the data folder, which is restored as it is. */
  readonly #request: Extract<RestoreRequest, { readonly choice: unknown }> | null
  readonly #options: RestoreOptions
  readonly #paths: string[] = []
  readonly #connectionIds = new Set<string>()

  constructor(
    source: string,
    folder: string,
    request: Extract<RestoreRequest, { readonly choice: unknown }> | null,
    options: RestoreOptions,
  ) {
    this.#source = source
    this.#folder = folder
    this.#request = request
    this.#options = options
  }

  /** Paths of the prepared files except photos. */
  get files(): readonly string[] {
    return this.#paths
  }

  /** Throws `backupDamaged` if a file differs from the manifest. A damaged photo is skipped later. */
  async checkFile({ path, sha256 }: BackedUpFile): Promise<void> {
    if (this.#kindOf(path) === 'photo' || !this.#isChosen(path)) return
    const bytes = await readBytes(fromPortablePath(this.#source, path))
    if (bytes === null || hashOf(bytes) !== sha256)
      throw new AppError('backupDamaged', {
        params: { reason: messages.reasons.file.fileNotInOrder({ file: path }) },
      })
  }

  async add(file: BackedUpFile): Promise<void> {
    const { path } = file
    if (!this.#isChosen(path)) return
    const target = this.#targetPath(path)
    const { connectionId } = parseBackupPath(target) ?? {}
    if (connectionId !== null && connectionId !== undefined) {
      if (!this.#merges(path)) this.#connectionIds.add(connectionId)
      await mkdir(connectionLayout(this.#folder, connectionId).folder, { recursive: true, mode: 0o700 })
    }
    if (this.#kindOf(path) === 'photo') await this.#addPhoto(file, target)
    else if (!this.#merges(path)) await this.#write(path, target)
    else if (this.#kindOf(path) === 'reviews') await this.#merge(path, target, connectionId ?? '')
    else if (!(await exists(fromPortablePath(this.#options.dataFolder, target))))
      await this.#write(path, target)
  }

  /** Returns the paths of the prepared photos, which merging adds too. */
  async photoPaths(): Promise<readonly string[]> {
    const ids = new Set(this.#paths.flatMap((path) => parseBackupPath(path)?.connectionId ?? []))
    const photos = await Promise.all(
      [...ids].map((id) => listPhotos(photosFolder(connectionLayout(this.#folder, id).reviewsFile))),
    )
    return photos.flat().map(({ file }) => toPortablePath(this.#folder, file))
  }

  /** Returns the files here that the replaced parts do not have in the backup. */
  pathsToRemove(paths: readonly string[]): readonly string[] {
    const restored = new Set(paths.map((path) => this.#targetPath(path)))
    const candidates = [
      ...Object.keys(DATA_FILES).filter((path) => this.#request !== null && this.#isChosen(path)),
      ...[...this.#connectionIds].flatMap((id) =>
        Object.keys(CONNECTION_FILES).map((name) => `connections/${id}/${name}`),
      ),
    ]
    return candidates.filter((path) => !restored.has(path))
  }

  async #addPhoto({ path, sha256 }: BackedUpFile, target: string): Promise<void> {
    // Merging copies those that it needs.
    if (this.#merges(path)) return
    const from = fromPortablePath(this.#source, path)
    const to = fromPortablePath(this.#folder, target)
    // The photos of a backup file have been checked while unpacking.
    if (this.#request === null) await restorePhoto(from, to, sha256)
    else await linkPhoto(from, to)
  }

  async #write(path: string, target: string): Promise<void> {
    const bytes = await readBytes(fromPortablePath(this.#source, path))
    if (bytes === null) throw new AppError('backupDamaged')
    await writeFileAtomically(
      fromPortablePath(this.#folder, target),
      await this.#contentOf(path, target, bytes),
    )
    this.#paths.push(target)
  }

  async #contentOf(path: string, target: string, bytes: Uint8Array): Promise<Uint8Array> {
    if (this.#request === null) return bytes
    const kind = this.#kindOf(path)
    if (kind === 'connection')
      return restoredConnection(bytes, await readBytes(fromPortablePath(this.#options.dataFolder, target)))
    if (kind !== 'preferences' && kind !== 'views') return bytes
    // They refer to connections, which may have other ids here.
    const changed = Object.entries(this.#request.targets).filter(([from, to]) => from !== to)
    return changed.length === 0
      ? bytes
      : Buffer.from(
          changed.reduce(
            (text, [from, to]) => text.replaceAll(JSON.stringify(from), JSON.stringify(to)),
            Buffer.from(bytes).toString('utf8'),
          ),
        )
  }

  /** Merges reviews into a copy of the present ones, or restores them if there are none. */
  async #merge(path: string, target: string, connectionId: string): Promise<void> {
    const { copyReviews, mergeReviews } = this.#options
    const copy = fromPortablePath(this.#folder, target)
    if (!(await copyReviews(connectionId, copy))) {
      await this.#write(path, target)
      const photos = await listPhotos(photosFolder(fromPortablePath(this.#source, path)))
      for (const { file, hash } of photos)
        await linkPhoto(file, join(photosFolder(copy), hash.slice(0, 2), hash))
      return
    }
    await mergeReviews({
      file: copy,
      restoredFile: fromPortablePath(this.#source, path),
      at: Date.now(),
      heading: this.#request?.heading ?? '',
    })
    this.#paths.push(target)
  }

  #kindOf(path: string): string | undefined {
    return parseBackupPath(path)?.kind
  }

  #modeOf(path: string): 'merge' | 'replace' | null {
    const connectionId = parseBackupPath(path)?.connectionId
    return this.#request?.choice.connections.find(({ id }) => id === connectionId)?.mode ?? null
  }

  /** Returns whether the connection of a path exists here and stays, with merged reviews. */
  #merges(path: string): boolean {
    return this.#modeOf(path) === 'merge'
  }

  #isChosen(path: string): boolean {
    if (this.#request === null) return true
    const { choice } = this.#request
    const { kind, connectionId } = parseBackupPath(path) ?? {}
    if (connectionId !== null) return this.#modeOf(path) !== null
    return kind === 'preferences' ? choice.settings : choice.views
  }

  #targetPath(path: string): string {
    const connectionId = parseBackupPath(path)?.connectionId ?? null
    if (connectionId === null || this.#request === null) return path
    const target = this.#request.targets[connectionId] ?? connectionId
    return path.replace(`connections/${connectionId}/`, `connections/${target}/`)
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}
