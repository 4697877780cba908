import { basename, dirname } from 'node:path'
import * as v from 'valibot'
import pLimit from 'p-limit'
import { DOWNLOAD_MODES } from '../contract/jobs.ts'
import { campaignIdSchema, jobIdSchema } from '../contract/schemas.ts'
import type { StoredDownload } from '../download/types.ts'
import { isProcessAlive } from '../store/database/live-process.ts'
import { withFileLock } from './file-lock.ts'
import { readJsonFile } from './json-file.ts'
import type { Logger } from './types.ts'
import { writeWholeFile } from './files.ts'

/** Often enough that little is lost, seldom enough that ten thousand short downloads are no burden for the disk. */
const WRITE_AFTER_MS = 250
/** How often a process with a queue renews its entries, and the age from which their process number proves nothing. */
const RENEW_MS = 5 * 60_000
const MAX_SILENCE_MS = 3 * RENEW_MS

const naturalNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const entrySchema = v.object({
  jobId: jobIdSchema,
  campaignId: v.nullable(campaignIdSchema),
  campaignName: v.nullable(v.string()),
  mode: v.picklist(DOWNLOAD_MODES),
  held: v.boolean(),
  thenDownload: v.optional(v.nullable(v.picklist(DOWNLOAD_MODES)), null),
  deletions: v.optional(
    v.nullable(v.object({ deleted: naturalNumber, of: naturalNumber, examples: v.array(v.string()) })),
    null,
  ),
  acceptedDeletions: v.optional(naturalNumber, 0),
  /** The process that works on it; null or left out: none does. */
  process: v.optional(v.nullable(naturalNumber), null),
  /** In milliseconds since 1970. */
  savedAt: v.optional(naturalNumber, 0),
})
const queueSchema = v.object({ downloads: v.array(entrySchema) })

type Entry = v.InferOutput<typeof entrySchema>

/** What this process has to say about the queue. */
export interface QueueState {
  /** The downloads that this process works on and that are not done, in their order. */
  readonly downloads: readonly StoredDownload[]
  /** Campaigns (null: the discovery) that this process has dealt with: what earlier processes left of them is dropped. */
  readonly handled: ReadonlySet<string | null>
}

/** The downloads of a connection that are not done, on disk. Several processes can share the file. */
export interface QueueFile {
  /** Returns the entries that no running process works on; none when the file is missing or broken. Never rejects. */
  read(): Promise<readonly StoredDownload[]>
  /** Reads them, and makes them entries of this process. Never rejects. */
  take(): Promise<readonly StoredDownload[]>
  /** Writes what `current` returns then, soon. A failure to write is logged: the downloads themselves do not need it. */
  saveSoon(current: () => Promise<QueueState>): void
  /** Writes what is still to be written, and resolves when it is on disk. */
  flush(): Promise<void>
  /** Does the same, and leaves the entries to whichever process takes them next. */
  release(): Promise<void>
}

export function createQueueFile(file: string, logger?: Logger): QueueFile {
  /** What this process wrote last, to write nothing twice. */
  let written = '[]'
  let pending: (() => Promise<QueueState>) | null = null
  let timer: NodeJS.Timeout | undefined
  let renewal: NodeJS.Timeout | undefined
  let last: readonly StoredDownload[] = []
  const inTurn = pLimit(1)

  async function readEntries(): Promise<readonly Entry[]> {
    const found = await readJsonFile(file, queueSchema)
    return found.state === 'read' ? found.value.downloads : []
  }

  /**
   * Rewrites the file under its lock. `change` gets the entries of others, and returns those of them that stay and what
   * this process (`owner`; null: any) works on from now on.
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
      written = JSON.stringify(downloads)
      renewSoon(owner !== null && downloads.length > 0)
    })
  }

  /** So that a process number that another program has by then is not taken for this process. */
  function renewSoon(needed: boolean): void {
    clearInterval(renewal)
    if (!needed) return
    renewal = setInterval(() => {
      void enqueue(() => update(process.pid, (others) => ({ others, downloads: last })))
    }, RENEW_MS).unref()
  }

  function enqueue(work: () => Promise<void>): Promise<void> {
    return inTurn(work).catch((error: unknown) => {
      logger?.unexpected(error, 'writing the queue of downloads')
    })
  }

  function writePending(owner: number | null = process.pid): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    // Asked before its turn comes: what it returns may have to be taken from the file first.
    const next = pending?.() ?? null
    pending = null
    return enqueue(async () => {
      const state = await next
      const downloads = state?.downloads ?? last
      // No file for a queue that was always empty.
      if (JSON.stringify(downloads) === written && (owner !== null || downloads.length === 0)) return
      const handled = state?.handled ?? new Set()
      await update(owner, (others) => ({
        others: others.filter((entry) => isTaken(entry) || !handled.has(entry.campaignId)),
        downloads,
      }))
    })
  }

  return {
    async read() {
      return (await inTurn(readEntries)).filter((entry) => !isTaken(entry)).map(downloadOf)
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
      timer ??= setTimeout(() => void writePending(), WRITE_AFTER_MS)
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

/** None for an id that no file can hold. */
function entryOf(download: StoredDownload, pid: number | null, savedAt: number): readonly Entry[] {
  // Validating also leaves out what the file does not keep.
  const result = v.safeParse(entrySchema, { ...download, process: pid, savedAt })
  return result.success ? [result.output] : []
}

function downloadOf({ process: _process, savedAt: _savedAt, ...download }: Entry): StoredDownload {
  return download
}
