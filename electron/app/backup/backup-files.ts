import { mkdir, rm } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import pLimit from 'p-limit'
import { AppError } from '../../contract/app-error.ts'
import {
  BACKUP_FILE_EXTENSION,
  type BackupConnection,
  type BackupProgress,
  type OpenedBackup,
  type RestoreChoice,
  type RestoreTarget,
  type WrittenBackup,
} from '../../contract/backup.ts'
import type { Connection } from '../../contract/connection.ts'
import { messages } from '../../contract/messages.ts'
import { writeError } from '../files.ts'
import { writeJsonFile } from '../json-file.ts'
import { connectionLayout, exportProfilesPath, viewsFilePath } from '../layout.ts'
import type { Connections } from '../types.ts'
import { backupsFolder, UNFINISHED_SUFFIX } from './backups.ts'
import { collectFiles } from './collect-files.ts'
import { MANIFEST, type FileManifest } from './manifest.ts'
import { requestRestore } from './restore-request.ts'
import { parseSettings } from './settings-content.ts'
import { readBytes, type CopyReviews } from './source-files.ts'
import { startBackupTask, type RunningTask } from './task.ts'

export interface BackupFilesOptions {
  readonly dataFolder: string
  readonly appVersion: string
  readonly copyReviews: CopyReviews
  readonly connections: Pick<Connections, 'list'>
  /** Identifies the data folder in the files. */
  readonly sourceId: () => Promise<string>
  readonly workerUrl: URL
  readonly onProgress: (progress: BackupProgress) => void
  /** Formats a day of a time in milliseconds since 1970. */
  readonly dayText: (milliseconds: number) => string
  readonly now?: () => number
}

interface OpenedFile {
  readonly shown: OpenedBackup
  /** Folder with the unpacked files. */
  readonly folder: string
}

/** Returns whether a path is that of a backup file, by its extension. */
export function isBackupFile(path: string): boolean {
  return extname(path).toLowerCase() === `.${BACKUP_FILE_EXTENSION}`
}

/** Backup files outside the data folder: writing, and the one that is open for restoring. */
export class BackupFiles {
  readonly #options: BackupFilesOptions
  // One at a time, so that only one reports its progress.
  readonly #limit = pLimit(1)
  #cancel: (() => void) | null = null
  #task: RunningTask<unknown> | null = null
  /** Files that a person has requested and that are not complete. */
  #unfinishedFiles = 0
  #isStopped = false
  #opened: OpenedFile | null = null
  #writtenFile: string | null = null
  #requestedFile: string | null = null

  constructor(options: BackupFilesOptions) {
    this.#options = options
  }

  /** Remembers a file that the system, or a person who dropped it, requests to open. */
  request(file: string): void {
    this.#requestedFile = file
  }

  /** Whether a requested file was not taken yet. */
  get hasRequested(): boolean {
    return this.#requestedFile !== null
  }

  /** Returns the requested file once; null if there is none. */
  takeRequested(): string | null {
    const file = this.#requestedFile
    this.#requestedFile = null
    return file
  }

  /**
   * Writes the present state to a file. Rejects with `fileNotWritten`, `cancelled`, and the errors of
   * reading; an earlier file has not changed then.
   */
  async write(file: string, kind: FileManifest['kind'] = 'file'): Promise<WrittenBackup> {
    if (kind === 'scheduledFile') return this.#limit(() => this.#write(file, kind))
    this.#unfinishedFiles += 1
    try {
      return await this.#limit(() => this.#write(file, kind))
    } finally {
      this.#unfinishedFiles -= 1
    }
  }

  /** Whether a file that a person has requested is being written. */
  get isWriting(): boolean {
    return this.#unfinishedFiles > 0
  }

  /**
   * Path of the file that was written last at the request of a person. Throws `notFound` if there is none.
   */
  get writtenFile(): string {
    if (this.#writtenFile === null) throw new AppError('notFound')
    return this.#writtenFile
  }

  /** Stops writing or reading, which then rejects with `cancelled`. */
  cancel(): void {
    this.#cancel?.()
  }

  /**
   * Checks a backup file and unpacks it, until it is restored or closed. Closes the previous one. Rejects
   * with `backupFileUnusable`, `backupFileNewer` and `cancelled`.
   */
  open(file: string): Promise<OpenedBackup> {
    return this.#limit(async () => {
      await this.close()
      const { workerUrl, onProgress } = this.#options
      const folder = await this.#createFolder()
      try {
        if (this.#isStopped) throw new AppError('cancelled')
        const task = startBackupTask({ type: 'read', file, folder }, workerUrl, onProgress)
        const { manifest, bytes } = await this.#run(task, true)
        await writeJsonFile(join(folder, MANIFEST), manifest)
        const { at, appVersion, contents } = manifest
        const shown: OpenedBackup = {
          openId: crypto.randomUUID(),
          fileName: basename(file),
          bytes,
          at,
          appVersion,
          contents,
          targets: await this.#findTargets(contents.connections),
          present: await this.#countPresent(),
        }
        this.#opened = { shown, folder }
        return shown
      } catch (error) {
        await rm(folder, { recursive: true, force: true }).catch(() => undefined)
        throw error
      } finally {
        this.#cancel = null
      }
    })
  }

  /**
   * Schedules the chosen parts of the open file to be restored at the next start. Resolves with a function
   * that withdraws this, and opens the file again.
   */
  async restoreAtStart(openId: string, choice: RestoreChoice): Promise<() => Promise<void>> {
    const opened = this.#opened
    if (opened?.shown.openId !== openId) throw new AppError('notFound')
    const { shown, folder } = opened
    const targets = Object.fromEntries(Object.entries(shown.targets).map(([id, target]) => [id, target.id]))
    const heading = messages.backups.mergedHeading({ day: this.#options.dayText(shown.at) }).slice(0, 200)
    const withdraw = await requestRestore(
      this.#options.dataFolder,
      { choice, targets, heading },
      folder,
    ).catch((error: unknown) => {
      throw writeError(error)
    })
    this.#opened = null
    return async () => {
      await withdraw()
      await this.close()
      this.#opened = opened
    }
  }

  /** Closes the open file and removes what was unpacked. Does nothing if `openId` is that of another file. */
  async close(openId?: string): Promise<void> {
    const opened = this.#opened
    if (opened === null || (openId !== undefined && opened.shown.openId !== openId)) return
    this.#opened = null
    await rm(opened.folder, { recursive: true, force: true }).catch(() => undefined)
  }

  /** Cancels all writing and reading, and closes the open file. Resolves when no unfinished file is left. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#task?.cancel()
    await this.#limit(() => this.close())
  }

  async #write(file: string, kind: FileManifest['kind']): Promise<WrittenBackup> {
    const { dataFolder, copyReviews, workerUrl, appVersion, now } = this.#options
    const isScheduled = kind === 'scheduledFile'
    const onProgress = isScheduled ? () => undefined : this.#options.onProgress
    let isCancelled = false
    if (!isScheduled) this.#cancel = () => (isCancelled = true)
    const throwIfCancelled = (): void => {
      if (isCancelled || this.#isStopped) throw new AppError('cancelled')
    }
    const folder = await this.#createFolder()
    try {
      onProgress({ phase: 'collecting', bytes: null })
      const at = (now ?? Date.now)()
      const collected = await collectFiles(dataFolder, folder, copyReviews, throwIfCancelled).catch(
        (error: unknown) => {
          throw writeError(error)
        },
      )
      const sourceId = await this.#options.sourceId()
      throwIfCancelled()
      const paths = collected.map(({ path }) => path)
      const task = startBackupTask(
        { type: 'write', file, folder, paths, kind, at, appVersion, sourceId },
        workerUrl,
        onProgress,
      )
      const written = await this.#run(task, !isScheduled)
      if (!isScheduled) this.#writtenFile = file
      return { fileName: basename(file), ...written }
    } finally {
      if (!isScheduled) this.#cancel = null
      await rm(folder, { recursive: true, force: true }).catch(() => undefined)
    }
  }

  async #run<Value>(task: RunningTask<Value>, isShown: boolean): Promise<Value> {
    this.#task = task
    if (isShown) this.#cancel = task.cancel
    try {
      return await task.done
    } finally {
      this.#task = null
    }
  }

  /**
   * Creates an empty folder, which the next start removes after a crash. It is on the drive of the data
   * folder, so that photos are linked into it, and files to restore are moved out of it.
   */
  async #createFolder(): Promise<string> {
    const folder = join(backupsFolder(this.#options.dataFolder), `${crypto.randomUUID()}${UNFINISHED_SUFFIX}`)
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
      throw writeError(error)
    })
    return folder
  }

  /** Returns the connections here that those of a backup belong to, by the ids in the backup. */
  async #findTargets(restored: readonly BackupConnection[]): Promise<OpenedBackup['targets']> {
    const present = await this.#options.connections.list()
    const pairs = restored.flatMap((connection) => {
      const found = findTarget(connection, restored, present)
      return found === null ? [] : [[connection.id, found] as const]
    })
    const files = pairs.map(([, { id }]) => connectionLayout(this.#options.dataFolder, id).reviewsFile)
    const summaries = await startBackupTask({ type: 'count', files }, this.#options.workerUrl).done
    return Object.fromEntries(
      pairs.flatMap(([id, target], index): [string, RestoreTarget][] => {
        const summary = summaries[index]
        return summary === undefined ? [] : [[id, { id: target.id, name: target.name, ...summary }]]
      }),
    )
  }

  async #countPresent(): Promise<OpenedBackup['present']> {
    const { dataFolder } = this.#options
    const [views, profiles] = await Promise.all([
      readBytes(viewsFilePath(dataFolder)),
      readBytes(exportProfilesPath(dataFolder)),
    ])
    const parsedViews = views === null ? null : parseSettings('views', views)
    const parsedProfiles = profiles === null ? null : parseSettings('profiles', profiles)
    return {
      views: parsedViews !== null && 'value' in parsedViews ? parsedViews.value.saved.length : 0,
      profiles:
        parsedProfiles !== null && 'value' in parsedProfiles ? parsedProfiles.value.profiles.length : 0,
    }
  }
}

/**
 * Finds the connection here that one of a backup belongs to: the same one, or the only one with its address.
 * Two connections with one address have different keys, and cannot be told apart without them.
 */
function findTarget(
  { id, kind, baseUrl }: BackupConnection,
  restored: readonly BackupConnection[],
  present: readonly Connection[],
): Connection | null {
  const same = present.find((each) => each.id === id)
  if (same !== undefined) return same
  const isAlike = (each: Pick<Connection, 'kind' | 'baseUrl'>): boolean =>
    each.kind === kind && each.baseUrl === baseUrl
  const [only, ...others] = present.filter(isAlike)
  if (only === undefined || others.length > 0 || restored.filter(isAlike).length > 1) return null
  // The connection was given this address, and is in the backup with its former one.
  return restored.some((each) => each.id === only.id) ? null : only
}
