import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import type { DownloadJob, DownloadMode } from '../../electron/contract/jobs.ts'
import { createDownloads } from '../../electron/download/downloads.ts'
import type { Downloads } from '../../electron/download/types.ts'
import { createService } from '../../electron/service/create-service.ts'
import type { ServiceOptions } from '../../electron/service/types.ts'
import type { Store } from '../../electron/store/operations.ts'
import { startTestService, type TestService, type TestServiceOptions } from './service/start.ts'
import { temporaryStore } from './store.ts'

/** Requests that a busy machine delays are not repeated. */
export const LIMITS: Limits = {
  timeouts: { responseMs: 60_000, idleMs: 60_000 },
  retry: { attempts: 3, baseDelayMs: 1, maxDelayMs: 5_000 },
}

type Limits = Required<Pick<ServiceOptions, 'timeouts' | 'retry'>>

export interface DownloadSetup extends AsyncDisposable {
  readonly service: TestService
  readonly store: Store
  readonly downloads: Downloads
  /** Every reported job in order. */
  readonly reportedJobs: DownloadJob[]
  /** Downloads a campaign until it ends. */
  run(campaignId: string, mode?: DownloadMode): Promise<DownloadJob>
  /** Ids of the campaign’s items on this computer, sorted. */
  storedIds(campaignId: string): Promise<readonly string[]>
  /** Ids of the campaign’s items at the service, sorted. */
  serviceIds(campaignId: string): readonly string[]
}

/** Real parts together: an HTTP service, its client, the downloads, a store with its worker. */
export async function setUpDownloads(
  options: TestServiceOptions = {},
  limits: Limits = LIMITS,
): Promise<DownloadSetup> {
  const service = await startTestService({ items: 600, campaigns: 3, key: 'key', ...options })
  const opened = await temporaryStore({ readers: 1 })
  const { store } = opened
  const reportedJobs: DownloadJob[] = []
  const downloads = createDownloads({
    connectionId: 'connection',
    service: createService({
      baseUrl: service.url,
      key: 'key',
      fetch: (request) => fetch(request),
      ...limits,
    }),
    store,
    onProgress: (job) => reportedJobs.push(job),
    onChanged: () => undefined,
  })
  const parts: DownloadSetup = {
    service,
    store,
    downloads,
    reportedJobs,
    async run(campaignId, mode) {
      const [job] = downloads.start([campaignId], { mode })
      return downloads.waitForEnd(job?.jobId ?? '')
    },
    storedIds: (campaignId) => storedIdsIn(store, campaignId),
    serviceIds: (campaignId) => service.items.idsOf(campaignId).sort(),
    async [Symbol.asyncDispose]() {
      await service.close()
      await downloads.close()
      await opened[Symbol.asyncDispose]()
    },
  }
  return parts
}

/** The numbers of missing and unexpected ids, which are short to read in a failure. */
export function difference(
  actual: readonly string[],
  expected: readonly string[],
): { readonly missing: number; readonly unexpected: number } {
  const [has, wants] = [new Set(actual), new Set(expected)]
  return {
    missing: expected.filter((id) => !has.has(id)).length,
    unexpected: actual.filter((id) => !wants.has(id)).length + actual.length - has.size,
  }
}

export const NO_DIFFERENCE = { missing: 0, unexpected: 0 }

/** Ids of a campaign’s items in a store, sorted. */
export async function storedIdsIn(store: Store, campaignId: string): Promise<readonly string[]> {
  const result = await store.openResult({ ...EMPTY_QUERY, campaignIds: [campaignId] }, 'test')
  const ids: string[] = []
  for (let start = 0; start < result.count; start += 1_000) {
    const { rows } = await store.readWindow(result.resultId, start, 1_000)
    ids.push(...rows.map((row) => row.campaignItemId))
  }
  return ids.sort()
}
