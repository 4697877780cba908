import { AppError } from '../../electron/contract/app-error.ts'
import type { CampaignService, ListItemsParams } from '../../electron/service/types.ts'
import { decodePage } from '../../electron/store/decode-page.ts'
import type { CommitOutcome, DownloadVerdict, PageOutcome, StoreWriter } from '../../electron/store/types.ts'

/** What the model service answers to one request; the rest is as a well-behaved service would have it. */
export interface ModelAnswer {
  /** Null: an answer out of form. */
  readonly ids: readonly string[] | null
  readonly withoutEntity?: readonly string[]
  readonly totalCount?: unknown
  readonly limit?: unknown
  readonly skip?: unknown
  /** Campaign that the items name; the one asked for if left out. */
  readonly campaignId?: string
}

export type ModelBehaviour = (request: ListItemsParams, list: readonly string[]) => ModelAnswer

/** The answer of a service that does all that the interface says, with pages of `cap` at most. */
export function wellBehaved(
  cap = Infinity,
): (...parameters: Parameters<ModelBehaviour>) => ModelAnswer & { readonly ids: readonly string[] } {
  return ({ skip, limit }, list) => {
    const applied = Math.min(limit, cap)
    return { ids: list.slice(skip, skip + applied), totalCount: list.length, limit: applied, skip }
  }
}

export function idsOf(count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, at) => `item-${String(from + at)}`)
}

export interface ModelService extends CampaignService {
  /** Requests for pages, in the order of their arrival. */
  readonly requests: ListItemsParams[]
  /** Most requests that were under way at the same time. */
  readonly mostInFlight: number
}

export interface ModelOptions {
  /** The list as it is at this moment; may change between requests. */
  readonly list: () => readonly string[]
  readonly behaviour?: ModelBehaviour
  readonly record?: () => Promise<Uint8Array<ArrayBuffer>>
  /** Called before each answer; may wait, change the list, or throw. */
  readonly before?: (request: ListItemsParams, count: number) => void | Promise<void>
}

/** A campaign service in memory, for tests of paging: `GET /campaign-items` over a list of ids. */
export function modelService(options: ModelOptions): ModelService {
  const { list, behaviour = wellBehaved(), before } = options
  const requests: ListItemsParams[] = []
  let inFlight = 0
  let mostInFlight = 0

  return {
    requests,
    get mostInFlight() {
      return mostInFlight
    },
    getCampaign: (id) => options.record?.() ?? Promise.resolve(bytes({ _id: id, name: `Campaign ${id}` })),
    async listItems(request, { signal } = {}) {
      requests.push(request)
      inFlight += 1
      mostInFlight = Math.max(mostInFlight, inFlight)
      try {
        await before?.(request, requests.length)
        // The answer takes a turn of the loop, so that several requests are under way at once.
        await new Promise((resolve) => setImmediate(resolve))
        if (signal?.aborted === true) throw new AppError('cancelled')
        return page(behaviour(request, list()), request)
      } finally {
        inFlight -= 1
      }
    },
  }
}

function page(answer: ModelAnswer, request: ListItemsParams): Uint8Array<ArrayBuffer> {
  const { ids, withoutEntity = [], totalCount, limit, skip } = answer
  const campaignId = answer.campaignId ?? request.campaignId ?? 'campaign'
  const entity = (id: string) => ({
    _id: id,
    campaignId: { _id: campaignId, name: `Campaign ${campaignId}` },
  })
  return bytes({
    campaignItemIds: ids,
    campaignItemEntities: Object.fromEntries(
      (ids ?? []).filter((id) => !withoutEntity.includes(id)).map((id) => [id, entity(id)]),
    ),
    totalCount,
    limit,
    skip,
  })
}

export function bytes(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(value))
}

export interface Copy {
  readonly ids: ReadonlySet<string>
  readonly verdict: DownloadVerdict
}

/** The store's writing side in memory, with its rules: one staging area a download, complete copies are kept. */
export interface ModelStore extends StoreWriter {
  readonly copies: ReadonlyMap<string, Copy>
  readonly remembered: ReadonlyMap<string, { readonly name: string | null; readonly items: number }>
  /** Staging areas that were begun and neither committed nor abandoned. */
  readonly open: number
  readonly recordStates: readonly string[]
}

export function modelStore(): ModelStore {
  const staging = new Map<number, { readonly campaignId: string | null; readonly ids: Set<string> }>()
  const copies = new Map<string, Copy>()
  const remembered = new Map<string, { name: string | null; items: number }>()
  const recordStates: string[] = []
  let next = 1

  const find = (downloadId: number) => {
    const found = staging.get(downloadId)
    if (found === undefined) throw new AppError('notFound')
    return found
  }

  return {
    copies,
    remembered,
    recordStates,
    get open() {
      return staging.size
    },
    beginDownload(campaignId) {
      staging.set(next, { campaignId, ids: new Set() })
      return Promise.resolve({ downloadId: next++, journal: [], record: null, seal: null })
    },
    beginPass: () => Promise.resolve(),
    async stagePage(downloadId, place, data) {
      const { campaignId, ids } = find(downloadId)
      await new Promise((resolve) => setImmediate(resolve))
      const { items, ...rest } = decodePage(data, campaignId)
      const before = ids.size
      for (const { id } of items) ids.add(id)
      const fresh = ids.size - before
      const outcome: PageOutcome = {
        ...rest,
        place,
        fresh,
        added: fresh,
        unchanged: 0,
        altered: 0,
        repeated: items.length - fresh,
        seen: ids.size,
        staged: ids.size,
      }
      return outcome
    },
    stageRecord(_downloadId, record) {
      recordStates.push(record.state)
      return Promise.resolve({ name: record.state === 'fetched' ? 'Recorded name' : null })
    },
    async commitDownload(downloadId, verdict): Promise<CommitOutcome> {
      const { campaignId, ids } = find(downloadId)
      await new Promise((resolve) => setImmediate(resolve))
      staging.delete(downloadId)
      if (campaignId === null) throw new AppError('badInput')
      const replaced = verdict.state === 'complete' || copies.get(campaignId)?.verdict.state !== 'complete'
      if (replaced) copies.set(campaignId, { ids, verdict })
      return { replaced, itemCount: ids.size, added: ids.size, changed: 0, removed: 0 }
    },
    abandonDownload(downloadId) {
      staging.delete(downloadId)
      return Promise.resolve()
    },
    releaseDownload(downloadId) {
      staging.delete(downloadId)
      return Promise.resolve()
    },
    listUnfinished: () => Promise.resolve([]),
    rememberCampaigns(campaigns) {
      for (const { id, name, items } of campaigns) remembered.set(id, { name, items })
      return Promise.resolve()
    },
    removeCampaigns: () => Promise.resolve(),
    markSeen: () => Promise.resolve(),
  }
}
