import { basename, dirname } from 'node:path'
import * as v from 'valibot'
import pLimit from 'p-limit'
import { naturalNumber } from '../contract/base-schemas.ts'
import { jobKey } from '../contract/jobs.ts'
import { storedDownloadSchema, type StoredDownload } from '../download/stored-downloads.ts'
import { isProcessAlive } from '../store/database/live-process.ts'
import { withFileLock } from './file-lock.ts'
import { readJsonFile } from './json-file.ts'
import type { Logger } from './types.ts'
import { writeFileAtomically } from './files.ts'

/** Short, to lose little; long enough that thousands of short downloads do not burden the disk. */
const WRITE_DELAY_MS = 250
/** Interval at which a process renews its entries. */
const RENEWAL_INTERVAL_MS = 5 * 60_000
/** Age at which an entry counts as abandoned, because another process may have its process id. */
const MAX_ENTRY_AGE_MS = 3 * RENEWAL_INTERVAL_MS

const entrySchema = v.object({
  ...storedDownloadSchema.entries,
  /** Id of the process that works on it; null or absent: none. */
  process: v.optional(v.nullable(naturalNumber), null),
  /** Id of the `QueueFile` that wrote it. In containers, ended processes often had the id of this one. */
  writer: v.optional(v.nullable(v.string()), null),
  /** In milliseconds since 1970. */
  savedAt: v.optional(naturalNumber, 0),
})
const queueSchema = v.object({ downloads: v.array(entrySchema) })

type Entry = v.InferOutput<typeof entrySchema>

/** The part of the queue that belongs to this process. */
export interface QueueState {
  /** Its unfinished downloads, in order. */
  readonly downloads: readonly StoredDownload[]
  /**
   * The keys of the jobs that it handled; see `jobKey`. Entries of earlier processes for them are dropped.
   */
  readonly handled: ReadonlySet<string>
}

/** The file with the unfinished downloads of a connection, which several processes can share. */
export interface QueueFile {
  /**
   * Returns the entries that no running process works on; none if the file is missing or damaged. Never
   * rejects.
   */
  read(): Promise<readonly StoredDownload[]>
  /** Reads the entries that no running process works on and assigns them to this process. Never rejects. */
  take(): Promise<readonly StoredDownload[]>
  /** Returns the entries that other running processes work on. Never rejects. */
  readTaken(): Promise<readonly StoredDownload[]>
  /**
   * Schedules a write of the state that `readState` then returns. Failures are only logged, because downloads
   * do not need the file.
   */
  saveSoon(readState: () => Promise<QueueState>): void
  /** Writes pending changes and resolves when they are on disk. */
  flush(): Promise<void>
  /** Writes pending changes and releases the entries for other processes. */
  release(): Promise<void>
}

export function createQueueFile(file: string, logger?: Logger): QueueFile {
  const writer = crypto.randomUUID()
  const isOwn = (entry: Entry): boolean => entry.writer === writer
  /** The entries that this process wrote last, to avoid writing them again. */
  let writtenJson = '[]'
  let pendingState: (() => Promise<QueueState>) | null = null
  let timer: NodeJS.Timeout | undefined
  let renewal: NodeJS.Timeout | undefined
  let ownDownloads: readonly StoredDownload[] = []
  const limit = pLimit(1)

  async function readEntries(): Promise<readonly Entry[]> {
    const stored = await readJsonFile(file, queueSchema)
    return stored.state === 'read' ? stored.value.downloads : []
  }

  /**
   * Rewrites the file under its lock. `change` receives the entries of other processes, and returns those to
   * keep and the downloads that now belong to `owner` (a process id; null: no process).
   */
  async function update(
    owner: number | null,
    change: (others: readonly Entry[]) => {
      readonly others: readonly Entry[]
      readonly downloads: readonly StoredDownload[]
    },
  ): Promise<void> {
    await withFileLock({ folder: dirname(file), name: basename(file) }, async () => {
      const { others, downloads } = change((await readEntries()).filter((entry) => !isOwn(entry)))
      const savedAt = Date.now()
      const ownEntries = downloads.flatMap((download) =>
        entryOf(download, { process: owner, writer: owner === null ? null : writer, savedAt }),
      )
      await writeFileAtomically(file, `${JSON.stringify({ downloads: [...others, ...ownEntries] })}\n`)
      ownDownloads = downloads
      writtenJson = JSON.stringify(downloads)
      scheduleRenewal(owner !== null && downloads.length > 0)
    })
  }

  /** Starts or stops renewing the entries, which distinguishes this process from a later one with its id. */
  function scheduleRenewal(isNeeded: boolean): void {
    clearInterval(renewal)
    if (!isNeeded) return
    renewal = setInterval(() => {
      void enqueue(() => update(process.pid, (others) => ({ others, downloads: ownDownloads })))
    }, RENEWAL_INTERVAL_MS).unref()
  }

  function enqueue(work: () => Promise<void>): Promise<void> {
    return limit(work).catch((error: unknown) => {
      logger?.unexpected(error, 'writing the queue of downloads')
    })
  }

  function writePending(owner: number | null = process.pid): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    // Outside of the limit, because reading the state may read this file.
    const next = pendingState?.() ?? null
    pendingState = null
    return enqueue(async () => {
      const state = await next
      const downloads = state?.downloads ?? ownDownloads
      // An empty queue is not written to a new file.
      if (JSON.stringify(downloads) === writtenJson && (owner !== null || downloads.length === 0)) return
      const handled = state?.handled ?? new Set<string>()
      await update(owner, (others) => ({
        others: others.filter((entry) => isTaken(entry) || !handled.has(jobKey(entry))),
        downloads,
      }))
    })
  }

  return {
    async read() {
      return (await limit(readEntries)).filter((entry) => !isTaken(entry)).map(downloadOf)
    },
    async readTaken() {
      return (await limit(readEntries)).filter(isTaken).map(downloadOf)
    },
    async take() {
      let taken: readonly StoredDownload[] = []
      await enqueue(async () => {
        if ((await readEntries()).every(isTaken)) return
        await update(process.pid, (others) => {
          taken = others.filter((entry) => !isTaken(entry)).map(downloadOf)
          return { others: others.filter(isTaken), downloads: [...taken, ...ownDownloads] }
        })
      })
      return taken
    },
    saveSoon(readState) {
      pendingState = readState
      timer ??= setTimeout(() => void writePending(), WRITE_DELAY_MS)
    },
    flush: () => writePending(),
    async release() {
      await writePending(null)
      clearInterval(renewal)
    },
  }
}

/** Returns whether another running process works on an entry. */
function isTaken({ process: pid, savedAt }: Entry): boolean {
  if (pid === null || pid === process.pid) return false
  return Math.abs(Date.now() - savedAt) < MAX_ENTRY_AGE_MS && isProcessAlive(pid)
}

/** Returns the entry of a download; empty if its id is invalid. */
function entryOf(
  download: StoredDownload,
  owner: Pick<Entry, 'process' | 'writer' | 'savedAt'>,
): readonly Entry[] {
  // Validation also drops fields that the file does not contain.
  const result = v.safeParse(entrySchema, { ...download, ...owner })
  return result.success ? [result.output] : []
}

function downloadOf({
  process: _process,
  writer: _writer,
  savedAt: _savedAt,
  ...download
}: Entry): StoredDownload {
  return download
}
