import * as v from 'valibot'
import { DOWNLOAD_MODES } from '../contract/jobs.ts'
import { campaignIdSchema, jobIdSchema } from '../contract/schemas.ts'
import type { KeptDownload } from '../download/types.ts'
import { readJsonFile, writeJsonFile } from './json-file.ts'
import type { Logger } from './types.ts'

/** Often enough that little is lost, seldom enough that ten thousand short downloads are no burden for the disk. */
const WRITE_AFTER_MS = 250

const queueSchema = v.object({
  downloads: v.array(
    v.object({
      jobId: jobIdSchema,
      campaignId: v.nullable(campaignIdSchema),
      campaignName: v.nullable(v.string()),
      mode: v.picklist(DOWNLOAD_MODES),
      held: v.boolean(),
    }),
  ),
})

/** The downloads of a connection that are still to come, on disk. */
export interface QueueFile {
  /** What is in the file; nothing when it is missing or broken. Never rejects. */
  load(): Promise<readonly KeptDownload[]>
  /** Writes soon what `current` gives then. A failure to write is logged: the downloads themselves do not need it. */
  saveSoon(current: () => Promise<readonly KeptDownload[]>): void
  /** Writes what is still to be written now, and resolves when it is on disk. */
  flush(): Promise<void>
}

export function createQueueFile(file: string, logger?: Logger): QueueFile {
  let written: string | null = null
  let pending: (() => Promise<readonly KeptDownload[]>) | null = null
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  async function write(current: () => Promise<readonly KeptDownload[]>): Promise<void> {
    try {
      const downloads = (await current()).map(({ jobId, campaignId, campaignName, mode, held }) => ({
        jobId,
        campaignId,
        campaignName,
        mode,
        held,
      }))
      const text = JSON.stringify(downloads)
      // No file for a queue that was always empty.
      if (text === (written ?? '[]')) return
      await writeJsonFile(file, { downloads })
      written = text
    } catch (error) {
      logger?.unexpected(error, 'writing the queue of downloads')
    }
  }

  function writePending(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const current = pending
    pending = null
    if (current !== null) writing = writing.then(() => write(current))
    return writing
  }

  return {
    async load() {
      const found = await readJsonFile(file, queueSchema)
      if (found.state !== 'read') return []
      // So that an empty queue is written over one that was not.
      written = 'as an earlier run has left it'
      return found.value.downloads
    },
    saveSoon(current) {
      pending = current
      timer ??= setTimeout(() => void writePending(), WRITE_AFTER_MS)
    },
    flush: writePending,
  }
}
