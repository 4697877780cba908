import { describe, expect, it } from 'vitest'
import { createDownloads } from '../../electron/download/downloads.ts'
import type { StoredDownload } from '../../electron/download/stored-downloads.ts'
import { createService } from '../../electron/service/create-service.ts'
import {
  storedIdsIn,
  difference,
  setUpDownloads,
  NO_DIFFERENCE,
  type DownloadSetup,
} from '../support/download-setup.ts'

const ITEMS = 300

/** A complete snapshot of a campaign, of which the service then deletes all but this many items. */
async function campaignWithDeletions(
  left: number,
): Promise<{ readonly parts: DownloadSetup; readonly id: string }> {
  const parts = await setUpDownloads({ items: ITEMS, campaigns: 1, limit: { max: 50 } })
  const id = parts.service.plan.campaigns[0]?.id ?? ''
  await parts.run(id)
  for (const item of parts.serviceIds(id).slice(left)) parts.service.items.delete(item)
  return { parts, id }
}

describe('a download that would delete more than half of a snapshot', () => {
  it.each(['full', 'recent'] as const)(
    'waits for a decision, and continues when it is accepted (%s)',
    async (mode) => {
      const { parts, id } = await campaignWithDeletions(100)
      await using _ = parts
      const before = await parts.storedIds(id)
      const job = await parts.run(id, mode)
      expect(job).toMatchObject({
        state: 'paused',
        pausedBy: 'decision',
        deletions: { deleted: 200, of: ITEMS },
        changes: null,
      })
      expect(job.deletions?.examples).toHaveLength(5)
      expect(difference(await parts.storedIds(id), before)).toEqual(NO_DIFFERENCE)

      // Neither resuming nor downloading again accepts the deletions.
      parts.downloads.resume(null)
      parts.downloads.start([id])
      expect(parts.downloads.list()).toMatchObject([{ state: 'done' }, { pausedBy: 'decision' }])

      const requests = parts.service.requests.length
      parts.downloads.decide(job.jobId, true)
      expect(await parts.downloads.waitForEnd(job.jobId)).toMatchObject({
        state: 'done',
        deletions: null,
        changes: { added: 0, changed: 0, deleted: 200 },
      })
      expect(difference(await parts.storedIds(id), parts.serviceIds(id))).toEqual(NO_DIFFERENCE)
      // Only the record and the top of the list: the pages are not transferred again.
      expect(parts.service.requests.length - requests).toBe(2)
    },
  )

  it('is discarded if it is declined, and the next one asks again', async () => {
    const { parts, id } = await campaignWithDeletions(0)
    await using _ = parts
    const before = await parts.storedIds(id)
    const job = await parts.run(id)
    expect(job).toMatchObject({ pausedBy: 'decision', deletions: { deleted: ITEMS, of: ITEMS } })
    parts.downloads.decide(job.jobId, false)
    expect(parts.downloads.list().at(-1)).toMatchObject({ state: 'cancelled', deletions: null })
    expect(difference(await parts.storedIds(id), before)).toEqual(NO_DIFFERENCE)
    expect(await parts.run(id)).toMatchObject({ pausedBy: 'decision' })
  })

  it('asks again if more items would be deleted than were accepted', async () => {
    const { parts, id } = await campaignWithDeletions(140)
    await using _ = parts
    const job = await parts.run(id)
    expect(job.deletions).toMatchObject({ deleted: 160 })
    for (const item of parts.serviceIds(id).slice(10)) parts.service.items.delete(item)
    parts.downloads.decide(job.jobId, true)
    expect(await parts.downloads.waitForEnd(job.jobId)).toMatchObject({
      pausedBy: 'decision',
      deletions: { deleted: 290 },
    })
    expect(await parts.storedIds(id)).toHaveLength(ITEMS)
  })

  it('still waits after a restart, without a request', async () => {
    const { parts, id } = await campaignWithDeletions(10)
    await using _ = parts
    await parts.run(id)
    const kept: readonly StoredDownload[] = parts.downloads.unfinished()
    await parts.downloads.close()
    const requests = parts.service.requests.length
    const next = createDownloads({
      connectionId: 'connection',
      service: createService({ baseUrl: parts.service.url, key: 'key', fetch: (request) => fetch(request) }),
      store: parts.store,
      onProgress: () => undefined,
      onChanged: () => undefined,
    })
    // As stored on disk.
    const [job] = next.restore(JSON.parse(JSON.stringify(kept)) as readonly StoredDownload[])
    expect(job).toMatchObject({ pausedBy: 'decision', deletions: { deleted: 290, of: ITEMS } })
    expect(await next.waitForEnd(job?.jobId ?? '')).toMatchObject({ pausedBy: 'decision' })
    expect(parts.service.requests.length).toBe(requests)
    next.decide(job?.jobId ?? '', true)
    expect(await next.waitForEnd(job?.jobId ?? '')).toMatchObject({
      state: 'done',
      changes: { deleted: 290 },
    })
    expect(await storedIdsIn(parts.store, id)).toHaveLength(10)
    await next.close()
  })

  it('needs no decision if less than half would be deleted', async () => {
    const { parts, id } = await campaignWithDeletions(150)
    await using _ = parts
    expect(await parts.run(id)).toMatchObject({ state: 'done', changes: { deleted: 150 } })
  })
})
