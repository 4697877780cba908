import { AppError } from '../../electron/contract/app-error.ts'
import { newerTimestamp } from '../../electron/store/decode-json.ts'
import { decodePage, namedCampaigns } from '../../electron/store/decode-page.ts'
import type { StoreWriter } from '../../electron/store/operations.ts'
import type {
  DownloadStart,
  CommitOutcome,
  DownloadKind,
  DownloadVerdict,
  PageOutcome,
  PageRange,
} from '../../electron/store/types.ts'

export interface ModelSnapshot {
  /** Items by id, as JSON. */
  readonly items: ReadonlyMap<string, string>
  readonly verdict: DownloadVerdict
  readonly newestUpdatedAt: string | null
}

/**
 * The write operations of a store in memory, with one staging area for each download and one snapshot for
 * each campaign.
 */
export interface ModelStore extends StoreWriter {
  readonly snapshots: ReadonlyMap<string, ModelSnapshot>
  readonly addedCampaigns: ReadonlyMap<
    string,
    { readonly name: string | null; readonly items: number | null }
  >
  /** Number of staging areas that are not committed, abandoned or released. */
  readonly openCount: number
  /** Number of staging areas that were released. */
  readonly releasedCount: number
  readonly recordStates: readonly string[]
  /** The page outcomes of each download in order of staging, the latest download last. */
  readonly journals: readonly (readonly PageOutcome[])[]
}

interface StagingArea {
  readonly campaignId: string | null
  readonly kind: DownloadKind
  readonly keepsItems: boolean
  readonly items: Map<string, string>
  readonly journal: PageOutcome[]
  record: DownloadStart['record']
  pass: number
  seenIds: Set<string>
  newestUpdatedAt: string | null
}

/** Resolves in a later turn of the event loop, as answers of a worker do. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

export function createModelStore(): ModelStore {
  const staging = new Map<number, StagingArea>()
  const released = new Map<number, StagingArea>()
  const snapshots = new Map<string, ModelSnapshot>()
  const addedCampaigns = new Map<string, { name: string | null; items: number | null }>()
  const recordStates: string[] = []
  /** The items of the last finished discovery by campaign. */
  let discovered = new Map<string, [id: string, text: string][]>()
  let newestDiscovered = 0
  const journals: PageOutcome[][] = []
  let nextDownloadId = 1

  const find = (downloadId: number): StagingArea => {
    const staged = staging.get(downloadId)
    if (staged === undefined) throw new AppError('notFound')
    return staged
  }

  const completeSnapshotOf = (campaignId: string | null): DownloadStart['completeSnapshot'] => {
    const snapshot = campaignId === null ? undefined : snapshots.get(campaignId)
    if (snapshot?.verdict.state !== 'complete') return null
    return { itemCount: snapshot.items.size, newestUpdatedAt: snapshot.newestUpdatedAt }
  }

  function takeReleased(campaignId: string | null, kind: DownloadKind): StagingArea | null {
    for (const [id, staged] of released) {
      if (staged.campaignId !== campaignId) continue
      released.delete(id)
      if (staged.kind === kind) return staged
    }
    return null
  }

  async function stage(
    downloadId: number,
    range: PageRange,
    data: Uint8Array,
    discovery?: PageOutcome['discovery'],
  ): Promise<PageOutcome> {
    const staged = find(downloadId)
    await nextTurn()
    if (range.pass !== staged.pass) throw new AppError('badInput')
    const { items, bodies, ...rest } = decodePage(data, staged.campaignId)
    const texts = bodies()
    const currentItems = snapshots.get(staged.campaignId ?? '')?.items ?? new Map<string, string>()
    const freshItems = new Map(
      namedCampaigns(items.filter(({ id }) => !staged.items.has(id))).map((campaign) => [
        campaign.id,
        campaign.items,
      ]),
    )
    const campaigns = rest.campaigns.map((campaign) => ({
      ...campaign,
      items: freshItems.get(campaign.id) ?? 0,
    }))
    const counts = { fresh: 0, added: 0, unchanged: 0, altered: 0, repeated: 0 }
    for (const { id } of items) {
      const text = Buffer.from(texts.get(id) ?? new Uint8Array()).toString()
      const earlierText = staged.items.get(id)
      if (earlierText === undefined) {
        counts.fresh += 1
        if (!currentItems.has(id)) counts.added += 1
        if (currentItems.get(id) === text) counts.unchanged += 1
      } else if (earlierText !== text) counts.altered += 1
      if (staged.seenIds.has(id)) counts.repeated += 1
      staged.seenIds.add(id)
      staged.items.set(id, text)
    }
    staged.newestUpdatedAt = newerTimestamp(staged.newestUpdatedAt, rest.newestUpdatedAt)
    const outcome: PageOutcome = {
      ...rest,
      ...counts,
      ...(staged.campaignId === null ? { campaigns } : {}),
      range,
      seen: staged.seenIds.size,
      staged: staged.items.size,
      ...(discovery === undefined ? {} : { discovery }),
    }
    staged.journal.push(outcome)
    return outcome
  }

  return {
    snapshots,
    addedCampaigns,
    recordStates,
    journals,
    get openCount() {
      return staging.size
    },
    get releasedCount() {
      return released.size
    },
    beginDownload(campaignId, kind, { fresh = false, keepsItems = false } = {}) {
      const completeSnapshot = completeSnapshotOf(campaignId)
      if (kind === 'recent' && completeSnapshot === null) return Promise.reject(new AppError('badInput'))
      const resumed = fresh ? null : takeReleased(campaignId, kind)
      const staged: StagingArea = resumed ?? {
        campaignId,
        kind,
        keepsItems,
        items: new Map(),
        journal: [],
        record: null,
        pass: 1,
        seenIds: new Set(),
        newestUpdatedAt: null,
      }
      if (resumed === null) journals.push(staged.journal)
      staging.set(nextDownloadId, staged)
      return Promise.resolve({
        downloadId: nextDownloadId++,
        journal: [...staged.journal],
        record: staged.record,
        discovered: kind === 'full' ? (discovered.get(campaignId ?? '')?.length ?? null) : null,
        completeSnapshot,
      })
    },
    beginPass(downloadId, pass) {
      const staged = find(downloadId)
      if (pass > staged.pass) staged.seenIds = new Set()
      staged.pass = pass
      return Promise.resolve()
    },
    finishDiscovery(downloadId, newestUpdate) {
      const { keepsItems, items } = find(downloadId)
      staging.delete(downloadId)
      newestDiscovered = newestUpdate
      discovered = new Map()
      for (const [id, text] of keepsItems ? items : []) {
        const { campaignId } = JSON.parse(text) as { readonly campaignId?: { readonly _id?: string } }
        const campaign = campaignId?._id ?? ''
        discovered.set(campaign, [...(discovered.get(campaign) ?? []), [id, text]])
      }
      return Promise.resolve()
    },
    async stageDiscovered(downloadId) {
      const { campaignId, items } = find(downloadId)
      const remaining = discovered.get(campaignId ?? '') ?? []
      const taken = remaining.splice(0, 100)
      if (taken.length === 0) return null
      const range = {
        pass: 1,
        part: 'discovery',
        round: 0,
        start: items.size,
        end: items.size + taken.length,
      } as const
      const members = taken.map(([id, text]) => `${JSON.stringify(id)}:${text}`)
      const ids = JSON.stringify(taken.map(([id]) => id))
      const page = Buffer.from(`{"campaignItemIds":${ids},"campaignItemEntities":{${members.join(',')}}}`)
      return stage(downloadId, range, page, { mark: newestDiscovered, isLast: remaining.length === 0 })
    },
    stagePage: (downloadId, range, data) => stage(downloadId, range, data),
    stageRecord(downloadId, record) {
      recordStates.push(record.state)
      const name = record.state === 'fetched' ? 'Recorded name' : null
      const staged = staging.get(downloadId)
      if (staged !== undefined) staged.record = { state: record.state, name }
      return Promise.resolve({ name })
    },
    async commitDownload(downloadId, verdict): Promise<CommitOutcome> {
      const { campaignId, kind, items, pass, seenIds, newestUpdatedAt } = find(downloadId)
      await nextTurn()
      staging.delete(downloadId)
      if (campaignId === null) throw new AppError('badInput')
      const snapshot = snapshots.get(campaignId)
      const replaced = verdict.state === 'complete' || snapshot?.verdict.state !== 'complete'
      const isCompleteList = kind === 'full' && verdict.state === 'complete'
      const staged = [...items].filter(([id]) => !isCompleteList || pass === 1 || seenIds.has(id))
      const committed = new Map([...(isCompleteList ? [] : (snapshot?.items ?? [])), ...staged])
      if (replaced) {
        const newest = isCompleteList
          ? newestUpdatedAt
          : newerTimestamp(snapshot?.newestUpdatedAt ?? null, newestUpdatedAt)
        snapshots.set(campaignId, { items: committed, verdict, newestUpdatedAt: newest })
      }
      return { replaced, itemCount: committed.size, added: 0, changed: 0, removed: 0, refusedDeletions: null }
    },
    abandonDownload(downloadId) {
      staging.delete(downloadId)
      return Promise.resolve()
    },
    releaseDownload(downloadId) {
      const staged = staging.get(downloadId)
      if (staging.delete(downloadId) && staged !== undefined) released.set(downloadId, staged)
      return Promise.resolve()
    },
    listUnfinished: () => Promise.resolve([]),
    addCampaigns(campaigns) {
      for (const { id, name, items } of campaigns) addedCampaigns.set(id, { name, items })
      return Promise.resolve()
    },
    storeRecords: () => {
      throw new Error('A download stores its record with its items.')
    },
    setRecordState(campaignId, state) {
      if (!snapshots.has(campaignId)) return Promise.resolve(false)
      recordStates.push(`${campaignId} ${state}`)
      return Promise.resolve(true)
    },
    removeCampaigns: () => Promise.resolve(),
    markSeen: () => Promise.resolve([]),
    markUnseen: () => Promise.resolve(false),
    storeFindings: () => Promise.resolve(),
    recordUses: () => Promise.resolve(),
  }
}
