import { basename, dirname } from 'node:path'
import * as v from 'valibot'
import pLimit from 'p-limit'
import { naturalNumber } from '../contract/base-schemas.ts'
import { storedDownloadSchema, type StoredDownload } from '../download/stored-downloads.ts'
import { isProcessAlive } from '../store/database/live-process.ts'
import { withFileLock } from './file-lock.ts'
import { readJsonFile } from './json-file.ts'
import type { Logger } from './types.ts'
import { writeWholeFile } from './files.ts'

/** Short enough to lose little, long enough to keep ten thousand short downloads from burdening the disk. */
const WRITE_DELAY_MS = 250
/**
 * How often a process with a queue renews its entries, and the age from which their process number proves
 * nothing.
 */
const RENEW_MS = 5 * 60_000
const MAX_SILENCE_MS = 3 * RENEW_MS

const entrySchema = v.object({
  ...storedDownloadSchema.entries,
  /** The process that works on it; null or left out: none. */
  process: v.optional(v.nullable(naturalNumber), null),
  /** In milliseconds since 1970. */
  savedAt: v.optional(naturalNumber, 0),
})
const queueSchema = v.object({ downloads: v.array(entrySchema) })

type Entry = v.InferOutput<typeof entrySchema>

/** The part of the queue that belongs to this process. */
export interface QueueState {
  /** Its unfinished downloads, in their order. */
  readonly downloads: readonly StoredDownload[]
  /** Campaigns (null: the discovery) that it handled: entries of earlier processes for them are dropped. */
  readonly handled: ReadonlySet<string | null>
}

/** The unfinished downloads of a connection, on disk. Several processes can share the file. */
export interface QueueFile {
  /**
   * Returns the entries that no running process works on; none when the file is missing or broken. Never
   * rejects.
   */
  read(): Promise<readonly StoredDownload[]>
  /** Reads these entries and assigns them to this process. Never rejects. */
  take(): Promise<readonly StoredDownload[]>
  /**
   * Schedules a write of the state that `current` returns then. Failures are only logged, because downloads
   * do not need the file.
   */
  saveSoon(current: () => Promise<QueueState>): void
  /** Writes pending changes and resolves when they are on disk. */
  flush(): Promise<void>
  /** Writes pending changes and releases the entries for other processes. */
  release(): Promise<void>
}

export function createQueueFile(file: string, logger?: Logger): QueueFile {
  /** The entries that this process wrote last, to avoid writing them again. */
  let writtenJson = '[]'
  let pending: (() => Promise<QueueState>) | null = null
  let timer: NodeJS.Timeout | undefined
  let renewal: NodeJS.Timeout | undefined
  let last: readonly StoredDownload[] = []
  const limit = pLimit(1)

  async function readEntries(): Promise<readonly Entry[]> {
    const stored = await readJsonFile(file, queueSchema)
    return stored.state === 'read' ? stored.value.downloads : []
  }

  /**
   * Rewrites the file under its lock. `change` gets the entries of others, and returns those of them that
   * stay and what this process (`owner`; null: any) works on from now on.
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
      const own = downloads.flatMap((download) => entryOf(download, owner, savedAt))
      await writeWholeFile(file, `${JSON.stringify({ downloads: [...others, ...own] })}\n`)
      last = downloads
      writtenJson = JSON.stringify(downloads)
      renewSoon(owner !== null && downloads.length > 0)
    })
  }

  /** Renews the entries, so that a reused process number is not mistaken for this process. */
  function renewSoon(needed: boolean): void {
    clearInterval(renewal)
    if (!needed) return
    renewal = setInterval(() => {
      void enqueue(() => update(process.pid, (others) => ({ others, downloads: last })))
    }, RENEW_MS).unref()
  }

  function enqueue(work: () => Promise<void>): Promise<void> {
    return limit(work).catch((error: unknown) => {
      logger?.unexpected(error, 'writing the queue of downloads')
    })
  }

  function writePending(owner: number | null = process.pid): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    // Called before its turn, because its state may have to be read from the file first.
    const next = pending?.() ?? null
    pending = null
    return enqueue(async () => {
      const state = await next
      const downloads = state?.downloads ?? last
      // A queue that was always empty needs no file.
      if (JSON.stringify(downloads) === writtenJson && (owner !== null || downloads.length === 0)) return
      const handled = state?.handled ?? new Set()
      await update(owner, (others) => ({
        others: others.filter((entry) => isTaken(entry) || !handled.has(entry.campaignId)),
        downloads,
      }))
    })
  }

  return {
    async read() {
      return (await limit(readEntries)).filter((entry) => !isTaken(entry)).map(downloadOf)
    },
    async take() {
      let taken: readonly StoredDownload[] = []
      await enqueue(async () => {
        if ((await readEntries()).every(isTaken)) return
        await update(process.pid, (others) => {
          taken = others.filter((entry) => !isTaken(entry)).map(downloadOf)
          return { others: others.filter(isTaken), downloads: [...taken, ...last] }
        })
      })
      return taken
    },
    saveSoon(current) {
      pending = current
      timer ??= setTimeout(() => void writePending(), WRITE_DELAY_MS)
    },
    flush: () => writePending(),
    async release() {
      await writePending(null)
      clearInterval(renewal)
    },
  }
}

const isOwn = (entry: Entry): boolean => entry.process === process.pid

/** Whether another process that runs works on it. */
function isTaken({ process: pid, savedAt }: Entry): boolean {
  if (pid === null || pid === process.pid) return false
  return Math.abs(Date.now() - savedAt) < MAX_SILENCE_MS && isProcessAlive(pid)
}

/** Returns the entry of a download; none if its id is invalid. */
function entryOf(download: StoredDownload, pid: number | null, savedAt: number): readonly Entry[] {
  // Validation also drops fields that the file does not contain.
  const result = v.safeParse(entrySchema, { ...download, process: pid, savedAt })
  return result.success ? [result.output] : []
}

function downloadOf({ process: _process, savedAt: _savedAt, ...download }: Entry): StoredDownload {
  return download
}
