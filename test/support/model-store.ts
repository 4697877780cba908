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

export interface Copy {
  /** Items by id, as JSON. */
  readonly items: ReadonlyMap<string, string>
  readonly verdict: DownloadVerdict
  readonly newestUpdatedAt: string | null
}

/**
 * The writing side of a store in memory: it has one staging area per download, and keeps complete snapshots.
 */
export interface ModelStore extends StoreWriter {
  readonly copies: ReadonlyMap<string, Copy>
  readonly remembered: ReadonlyMap<string, { readonly name: string | null; readonly items: number | null }>
  /** Staging areas that are not committed, abandoned or released. */
  readonly open: number
  /** Staging areas that were released. */
  readonly released: number
  readonly recordStates: readonly string[]
  /** The reports of each download in order of staging, the latest download last. */
  readonly journals: readonly (readonly PageOutcome[])[]
}

interface Staged {
  readonly campaignId: string | null
  readonly kind: DownloadKind
  readonly keepsItems: boolean
  readonly items: Map<string, string>
  readonly journal: PageOutcome[]
  record: DownloadStart['record']
  pass: number
  seen: Set<string>
  newestUpdatedAt: string | null
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

export function modelStore(): ModelStore {
  const staging = new Map<number, Staged>()
  const left = new Map<number, Staged>()
  const copies = new Map<string, Copy>()
  const remembered = new Map<string, { name: string | null; items: number | null }>()
  const recordStates: string[] = []
  /** The items of the last finished discovery by campaign. */
  let discovered = new Map<string, [id: string, text: string][]>()
  let mark = 0
  const journals: PageOutcome[][] = []
  let next = 1

  const find = (downloadId: number): Staged => {
    const found = staging.get(downloadId)
    if (found === undefined) throw new AppError('notFound')
    return found
  }

  const completeSnapshotOf = (campaignId: string | null): DownloadStart['completeSnapshot'] => {
    const copy = campaignId === null ? undefined : copies.get(campaignId)
    if (copy?.verdict.state !== 'complete') return null
    return { itemCount: copy.items.size, newestUpdatedAt: copy.newestUpdatedAt }
  }

  function takeLeft(campaignId: string | null, kind: DownloadKind): Staged | null {
    for (const [id, staged] of left) {
      if (staged.campaignId !== campaignId) continue
      left.delete(id)
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
    await turn()
    if (range.pass !== staged.pass) throw new AppError('badInput')
    const { items, bodies, ...rest } = decodePage(data, staged.campaignId)
    const texts = bodies()
    const current = copies.get(staged.campaignId ?? '')?.items ?? new Map<string, string>()
    const fresh = new Map(
      namedCampaigns(items.filter(({ id }) => !staged.items.has(id))).map((named) => [named.id, named.items]),
    )
    const campaigns = rest.campaigns.map((named) => ({ ...named, items: fresh.get(named.id) ?? 0 }))
    const counts = { fresh: 0, added: 0, unchanged: 0, altered: 0, repeated: 0 }
    for (const { id } of items) {
      const text = Buffer.from(texts.get(id) ?? new Uint8Array()).toString()
      const before = staged.items.get(id)
      if (before === undefined) {
        counts.fresh += 1
        if (!current.has(id)) counts.added += 1
        if (current.get(id) === text) counts.unchanged += 1
      } else if (before !== text) counts.altered += 1
      if (staged.seen.has(id)) counts.repeated += 1
      staged.seen.add(id)
      staged.items.set(id, text)
    }
    staged.newestUpdatedAt = newerTimestamp(staged.newestUpdatedAt, rest.newestUpdatedAt)
    const outcome: PageOutcome = {
      ...rest,
      ...counts,
      ...(staged.campaignId === null ? { campaigns } : {}),
      range,
      seen: staged.seen.size,
      staged: staged.items.size,
      ...(discovery === undefined ? {} : { discovery }),
    }
    staged.journal.push(outcome)
    return outcome
  }

  return {
    copies,
    remembered,
    recordStates,
    journals,
    get open() {
      return staging.size
    },
    get released() {
      return left.size
    },
    beginDownload(campaignId, kind, { fresh = false, keepsItems = false } = {}) {
      const completeSnapshot = completeSnapshotOf(campaignId)
      if (kind === 'recent' && completeSnapshot === null) return Promise.reject(new AppError('badInput'))
      const resumed = fresh ? null : takeLeft(campaignId, kind)
      const staged: Staged = resumed ?? {
        campaignId,
        kind,
        keepsItems,
        items: new Map(),
        journal: [],
        record: null,
        pass: 1,
        seen: new Set(),
        newestUpdatedAt: null,
      }
      if (resumed === null) journals.push(staged.journal)
      staging.set(next, staged)
      return Promise.resolve({
        downloadId: next++,
        journal: [...staged.journal],
        record: staged.record,
        discovered: kind === 'full' ? (discovered.get(campaignId ?? '')?.length ?? null) : null,
        completeSnapshot,
      })
    },
    beginPass(downloadId, pass) {
      const staged = find(downloadId)
      if (pass > staged.pass) staged.seen = new Set()
      staged.pass = pass
      return Promise.resolve()
    },
    finishDiscovery(downloadId, newest) {
      const { keepsItems, items } = find(downloadId)
      staging.delete(downloadId)
      mark = newest
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
      const kept = discovered.get(campaignId ?? '') ?? []
      const some = kept.splice(0, 100)
      if (some.length === 0) return null
      const range = {
        pass: 1,
        part: 'discovery',
        round: 0,
        start: items.size,
        end: items.size + some.length,
      } as const
      const members = some.map(([id, text]) => `${JSON.stringify(id)}:${text}`)
      const ids = JSON.stringify(some.map(([id]) => id))
      const page = Buffer.from(`{"campaignItemIds":${ids},"campaignItemEntities":{${members.join(',')}}}`)
      return stage(downloadId, range, page, { mark, isLast: kept.length === 0 })
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
      const { campaignId, kind, items, pass, seen, newestUpdatedAt } = find(downloadId)
      await turn()
      staging.delete(downloadId)
      if (campaignId === null) throw new AppError('badInput')
      const copy = copies.get(campaignId)
      const replaced = verdict.state === 'complete' || copy?.verdict.state !== 'complete'
      const isWhole = kind === 'full' && verdict.state === 'complete'
      const staged = [...items].filter(([id]) => !isWhole || pass === 1 || seen.has(id))
      const whole = new Map([...(isWhole ? [] : (copy?.items ?? [])), ...staged])
      if (replaced) {
        const newest = isWhole
          ? newestUpdatedAt
          : newerTimestamp(copy?.newestUpdatedAt ?? null, newestUpdatedAt)
        copies.set(campaignId, { items: whole, verdict, newestUpdatedAt: newest })
      }
      return { replaced, itemCount: whole.size, added: 0, changed: 0, removed: 0, refusedDeletions: null }
    },
    abandonDownload(downloadId) {
      staging.delete(downloadId)
      return Promise.resolve()
    },
    releaseDownload(downloadId) {
      const staged = staging.get(downloadId)
      if (staging.delete(downloadId) && staged !== undefined) left.set(downloadId, staged)
      return Promise.resolve()
    },
    listUnfinished: () => Promise.resolve([]),
    addCampaigns(campaigns) {
      for (const { id, name, items } of campaigns) remembered.set(id, { name, items })
      return Promise.resolve()
    },
    setRecordState(campaignId, state) {
      if (!copies.has(campaignId)) return Promise.resolve(false)
      recordStates.push(`${campaignId} ${state}`)
      return Promise.resolve(true)
    },
    removeCampaigns: () => Promise.resolve(),
    markSeen: () => Promise.resolve(),
  }
}
