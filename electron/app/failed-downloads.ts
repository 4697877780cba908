import * as v from 'valibot'
import pLimit from 'p-limit'
import { jobKey, type DownloadJob } from '../contract/jobs.ts'
import { failedDownloadSchema, type FailedDownload } from '../download/stored-downloads.ts'
import type { Downloads } from '../download/types.ts'
import type { Store } from '../store/operations.ts'
import { readJsonFile, writeJsonFile } from './json-file.ts'
import type { Logger } from './types.ts'

const failuresSchema = v.object({ downloads: v.array(failedDownloadSchema) })

/**
 * Stores the failed downloads of a connection until they are retried or dismissed, also across restarts.
 */
export interface FailedDownloads {
  /** Adds the failures of the last run to the downloads. Never rejects. */
  restore(): Promise<void>
  /** Must be called when a download has ended, was retried or was dismissed. */
  changed(): void
  /** Resolves when everything is on disk. */
  flush(): Promise<void>
}

export function createFailedDownloads(
  file: string,
  { downloads, store, logger }: { downloads: Downloads; store: Store; logger?: Logger | undefined },
): FailedDownloads {
  let savedJson = '[]'
  const limit = pLimit(1)

  async function save(): Promise<void> {
    const jobs = downloads.list().filter(({ state }) => state !== 'cancelled')
    const latest = new Map(jobs.map((job) => [jobKey(job), job]))
    // A later job about the same replaces a failure.
    const failed = jobs.filter((job) => latest.get(jobKey(job)) === job).flatMap(toFailedDownload)
    const json = JSON.stringify(failed)
    if (json === savedJson) return
    try {
      await writeJsonFile(file, { downloads: failed })
      savedJson = json
    } catch (error) {
      logger?.unexpected(error, 'writing the failed downloads')
    }
  }

  return {
    async restore() {
      const stored = await readJsonFile(file, failuresSchema)
      if (stored.state !== 'read') return
      const failed: readonly FailedDownload[] = stored.value.downloads
      savedJson = JSON.stringify(failed)
      // Another process may have downloaded a campaign meanwhile.
      const campaigns = await store.listCampaigns().catch(() => [])
      const fetched = new Map(campaigns.map(({ id, fetchedAt }) => [id, fetchedAt ?? 0]))
      downloads.restoreFailed(
        failed.filter(({ campaignId, endedAt }) => (fetched.get(campaignId ?? '') ?? 0) <= endedAt),
      )
    },
    changed() {
      void limit(save)
    },
    flush: () => limit(() => undefined),
  }
}

/** Returns the failure of a download or discovery to store; empty if it did not fail. */
function toFailedDownload(job: DownloadJob): readonly FailedDownload[] {
  const { jobId, campaignId, campaignName, mode, state, items, totalItems, startedAt, endedAt, error } = job
  // Details that were not fetched are missing in the table, where they can be requested again.
  if (job.kind === 'details') return []
  if ((state !== 'failed' && state !== 'incomplete') || endedAt === null || error === null) return []
  return [{ jobId, campaignId, campaignName, mode, state, items, totalItems, startedAt, endedAt, error }]
}
