import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { BackupFiles } from '../../electron/app/backup/backup-files.ts'
import { createBackups, type Backups } from '../../electron/app/backup/backups.ts'
import { restoreRequestedBackup } from '../../electron/app/backup/restore.ts'
import {
  ScheduledBackups,
  type ScheduledBackupsOptions,
} from '../../electron/app/backup/scheduled-backups.ts'
import { createCopyReviews } from '../../electron/app/backup/source-files.ts'
import { startBackupTask } from '../../electron/app/backup/task.ts'
import { NEW_SETTINGS, type ConnectionSettings } from '../../electron/app/connection-settings.ts'
import { createConnections } from '../../electron/app/connections.ts'
import { connectionLayout } from '../../electron/app/layout.ts'
import type { OpenedBackup, RestoreChoice, RestoreMode } from '../../electron/contract/backup.ts'
import { readReviews } from '../../electron/review/review-rows.ts'
import { photosFolder } from '../../electron/review/photos.ts'
import { BACKUP_WORKER_URL, REVIEW_WORKER_URL } from './entries.ts'
import { hashFiles } from './review-files.ts'
import { temporaryFolder } from './store.ts'

/** A data folder with its backups, as the application creates them. */
export interface BackedUpFolder extends AsyncDisposable {
  readonly path: string
  readonly backups: Backups
  readonly files: BackupFiles
  readonly scheduled: ScheduledBackups
  /** Starts the application, which completes a requested restore. */
  restart(onStep?: (step: string) => void): ReturnType<typeof restoreRequestedBackup>
}

export interface BackedUpFolderOptions extends Partial<Pick<ScheduledBackupsOptions, 'now' | 'onChange'>> {
  readonly onProgress?: ConstructorParameters<typeof BackupFiles>[0]['onProgress']
  readonly workerUrl?: URL
}

export async function backedUpFolder(options: BackedUpFolderOptions = {}): Promise<BackedUpFolder> {
  const folder = await temporaryFolder()
  const dataFolder = folder.path
  const copyReviews = createCopyReviews(dataFolder, REVIEW_WORKER_URL)
  const backups = createBackups({ dataFolder, copyReviews })
  const files: BackupFiles = new BackupFiles({
    dataFolder,
    appVersion: '1.2.3',
    copyReviews,
    connections: createConnections(dataFolder),
    sourceId: () => scheduled.sourceId(),
    workerUrl: options.workerUrl ?? BACKUP_WORKER_URL,
    onProgress: options.onProgress ?? (() => undefined),
    dayText: (milliseconds) => new Date(milliseconds).toISOString().slice(0, 10),
    ...(options.now === undefined ? {} : { now: options.now }),
  })
  const scheduled: ScheduledBackups = new ScheduledBackups({
    dataFolder,
    files,
    requireAllowedPath: () => Promise.resolve(),
    onChange: options.onChange ?? (() => undefined),
    ...(options.now === undefined ? {} : { now: options.now }),
  })
  return {
    path: dataFolder,
    backups,
    files,
    scheduled,
    restart: (onStep) =>
      restoreRequestedBackup({
        dataFolder,
        backups,
        copyReviews,
        mergeReviews: (task) => startBackupTask({ type: 'merge', ...task }, BACKUP_WORKER_URL).done,
        ...(onStep === undefined ? {} : { onStep }),
      }),
    [Symbol.asyncDispose]: () => folder.remove(),
  }
}

/** Returns the choice of everything in an opened backup. */
export function chooseAll({ contents }: OpenedBackup, mode: RestoreMode = 'replace'): RestoreChoice {
  return { settings: true, views: true, connections: contents.connections.map(({ id }) => ({ id, mode })) }
}

/** Writes a file of a data folder. */
export async function putFile(dataFolder: string, path: string, content: unknown): Promise<void> {
  const file = join(dataFolder, ...path.split('/'))
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
}

/** Adds a connection to a data folder. */
export function putConnection(
  dataFolder: string,
  id: string,
  settings: Partial<ConnectionSettings> = {},
): Promise<void> {
  return putFile(dataFolder, `connections/${id}/connection.json`, {
    ...NEW_SETTINGS,
    name: `Connection ${id}`,
    kind: 'service',
    baseUrl: `https://${id}.example/api`,
    createdAt: 1,
    keyMark: null,
    ...settings,
  })
}

/** What a person entered in a data folder, by path; databases as their reviews. */
export async function stateOf(dataFolder: string): Promise<Readonly<Record<string, unknown>>> {
  const connections = join(dataFolder, 'connections')
  const ids = existsSync(connections) ? (await readdir(connections)).toSorted() : []
  const state: Record<string, unknown> = {}
  const addJson = async (path: string): Promise<void> => {
    const file = join(dataFolder, ...path.split('/'))
    if (existsSync(file)) state[path] = JSON.parse(await readFile(file, 'utf8'))
  }
  for (const name of ['preferences', 'views', 'export-profiles']) await addJson(`${name}.json`)
  for (const id of ids) {
    for (const name of ['connection', 'checks', 'pictures']) await addJson(`connections/${id}/${name}.json`)
    const { authorityFile, reviewsFile } = connectionLayout(dataFolder, id)
    if (existsSync(authorityFile))
      state[authorityFile.slice(dataFolder.length)] = await readFile(authorityFile, 'utf8')
    const reviews = readReviews(reviewsFile)
    if (reviews.length === 0) continue
    state[`connections/${id}/reviews`] = reviews
    const photos = photosFolder(reviewsFile)
    const stored = existsSync(photos) ? await hashFiles(photos) : new Map<string, string>()
    const hashes = new Set(reviews.flatMap((review) => review.photos.map(({ hash }) => hash)))
    state[`connections/${id}/photos`] = [...stored]
      .flatMap(([name, hash]) => (hashes.has(hash) && name.endsWith(hash) ? [hash] : []))
      .toSorted()
  }
  return state
}
