import { access, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import pLimit from 'p-limit'
import { AppError, toFault } from '../../contract/app-error.ts'
import {
  BACKUP_FILE_EXTENSION,
  backupScheduleChangeSchema,
  type BackupSchedule,
  type BackupScheduleChange,
} from '../../contract/backup.ts'
import type { ReadonlyOutput } from '../../contract/base-schemas.ts'
import type { Fault } from '../../contract/faults.ts'
import { DAY_MS } from '../../contract/instant.ts'
import { createSettingsFile } from '../settings-files.ts'
import type { BackupFiles } from './backup-files.ts'
import type { FileManifest } from './manifest.ts'

/** `backup-schedule.json`. It belongs to this computer, so that no backup contains it. */
const scheduleSchema = v.object({
  ...backupScheduleChangeSchema.entries,
  folder: v.nullable(v.string()),
  lastAt: v.nullable(v.number()),
  failure: v.nullable(v.string()),
  /** Identifies this data folder in its files. */
  sourceId: v.string(),
})
type StoredSchedule = ReadonlyOutput<typeof scheduleSchema>

/** A backup is due a little before a whole day has passed, or it would be made later each day. */
const TOLERANCE_MS = 3_600_000
const INTERVALS_MS = { daily: DAY_MS - TOLERANCE_MS, weekly: 7 * DAY_MS - TOLERANCE_MS } as const

/** Names of scheduled files, by their time in UTC. Other files are never removed. */
const NAME = /^Campaign Desk \d{4}-\d\d-\d\d \d{6}\.cdbackup$/u

function fileNameAt(milliseconds: number): string {
  const [day = '', time = ''] = new Date(milliseconds).toISOString().split('T')
  return `Campaign Desk ${day} ${time.slice(0, 8).replaceAll(':', '')}.${BACKUP_FILE_EXTENSION}`
}

export interface ScheduledBackupsOptions {
  readonly dataFolder: string
  readonly files: Pick<BackupFiles, 'write'>
  /** Rejects with `folderNotAllowed` if the organization does not allow a file there. */
  readonly requireAllowedPath: (file: string) => Promise<void>
  /**
   * Receives each change that no call has made.
   * @param failure the failure to report; null if it has been reported or there is none
   */
  readonly onChange: (schedule: BackupSchedule, failure: Fault | null) => void
  readonly now?: () => number
}

/** Writes backup files to a folder at intervals, and removes older ones of this data folder. */
export class ScheduledBackups {
  readonly #options: ScheduledBackupsOptions
  readonly #file: ReturnType<typeof createSettingsFile<StoredSchedule>>
  // One at a time, because a change that reads the file during another one would lose it.
  readonly #changes = pLimit(1)
  readonly #runs = pLimit(1)

  constructor(options: ScheduledBackupsOptions) {
    this.#options = options
    this.#file = createSettingsFile<StoredSchedule>(
      join(options.dataFolder, 'backup-schedule.json'),
      scheduleSchema,
      { every: 'never', keep: 7, folder: null, lastAt: null, failure: null, sourceId: '' },
      'preferencesDamaged',
    )
  }

  async get(): Promise<BackupSchedule> {
    return toSchedule((await this.#file.load()).value)
  }

  /** Rejects with `settingsNotSaved`. */
  set(change: BackupScheduleChange): Promise<BackupSchedule> {
    return this.#change(() => change)
  }

  /** Sets the folder that the person has chosen. */
  setFolder(folder: string): Promise<BackupSchedule> {
    return this.#change(() => ({ folder, lastAt: null, failure: null }))
  }

  /** Returns the id of this data folder, which is created first. */
  async sourceId(): Promise<string> {
    const { sourceId } = (await this.#file.load()).value
    if (sourceId !== '') return sourceId
    const created: string = crypto.randomUUID()
    let current = created
    await this.#change(({ sourceId: present }) => {
      current = present === '' ? created : present
      return { sourceId: current }
    })
    return current
  }

  /** Writes a file if one is due. A failure is reported once and tried again next time. Never rejects. */
  async runIfDue(): Promise<void> {
    await this.#runs(async () => {
      const schedule = (await this.#file.load()).value
      const now = this.#now()
      if (!isDue(schedule, now) || schedule.folder === null) return
      try {
        await requireFolder(schedule.folder)
        const file = join(schedule.folder, fileNameAt(now))
        await this.#options.requireAllowedPath(file)
        await this.#options.files.write(file, 'scheduledFile')
        const changed = await this.#change(() => ({ lastAt: now, failure: null }))
        await this.#removeOldest(schedule.folder, schedule.keep)
        this.#options.onChange(changed, null)
      } catch (error) {
        const fault = toFault(error)
        // The application is closing; the next start tries again.
        if (fault.code === 'cancelled') return
        const changed = await this.#change(() => ({ failure: fault.message })).catch(() => null)
        if (changed !== null) this.#options.onChange(changed, schedule.failure === null ? fault : null)
      }
    })
  }

  #now(): number {
    return (this.#options.now ?? Date.now)()
  }

  #change(update: (schedule: StoredSchedule) => Partial<StoredSchedule>): Promise<BackupSchedule> {
    return this.#changes(async () => {
      const { value } = await this.#file.load()
      const changed = { ...value, ...update(value) }
      await this.#file.save(changed)
      return toSchedule(changed)
    })
  }

  /** Removes all but the newest scheduled files of this data folder. A file that cannot be read stays. */
  async #removeOldest(folder: string, keep: number): Promise<void> {
    // The start needs no archives.
    const { readFileManifest } = await import('./read-file.ts')
    const sourceId = await this.sourceId()
    const names = (await readdir(folder).catch(() => [])).filter((name) => NAME.test(name))
    const manifests = await Promise.all(
      names.map(async (name): Promise<readonly (readonly [name: string, manifest: FileManifest])[]> => {
        const manifest = await readFileManifest(join(folder, name)).catch(() => null)
        return manifest?.kind === 'scheduledFile' && manifest.sourceId === sourceId ? [[name, manifest]] : []
      }),
    )
    const newestFirst = manifests.flat().toSorted(([, one], [, other]) => other.at - one.at)
    for (const [name] of newestFirst.slice(keep))
      await rm(join(folder, name), { force: true }).catch(() => undefined)
  }
}

function isDue({ every, lastAt }: StoredSchedule, now: number): boolean {
  if (every === 'never') return false
  // A clock that was set back must not stop the backups.
  return lastAt === null || lastAt > now || now - lastAt >= INTERVALS_MS[every]
}

/** Rejects with `backupFolderMissing`: a missing folder, such as that of a drive, must not be created. */
async function requireFolder(folder: string): Promise<void> {
  try {
    await access(folder)
  } catch (cause) {
    throw new AppError('backupFolderMissing', { cause, params: { file: folder } })
  }
}

function toSchedule({ every, keep, folder, lastAt, failure }: StoredSchedule): BackupSchedule {
  return { every, keep, folder, lastAt, failure }
}
