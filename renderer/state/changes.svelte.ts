import type {
  ChangeKind,
  ChangesQuery,
  ChangesWindow,
  DownloadRecord,
  FieldChange,
  ItemChange,
} from '../../electron/contract/changes.ts'
import type { Fault } from '../../electron/contract/faults.ts'
import { api, faultOf } from '../api.ts'
import { RowPages } from '../lists/row-pages.ts'
import { PagedList, type PagedResult } from './paged-list.svelte.ts'

/** Rows that are loaded together with the counts. */
const FIRST_ROWS = 100
/** Time in milliseconds for which the previous list stays visible. */
const PATIENCE = 300

export type ChangesFilters = Pick<ChangesQuery, 'kinds' | 'field' | 'unseenOnly'>

const NO_FILTERS: ChangesFilters = { kinds: [], field: null, unseenOnly: false }

/** The changes of a query, with the counts for its filters. */
export interface ShownChanges extends PagedResult<ItemChange> {
  readonly query: ChangesQuery
  readonly kinds: Readonly<Record<ChangeKind, number>>
  readonly fields: ChangesWindow['fields']
  readonly campaign: readonly FieldChange[]
}

/** Returns whether a download changed any existing item. */
export function broughtAnything(download: DownloadRecord): boolean {
  return download.added + download.changed + download.gone + download.campaignFields > 0
}

/**
 * Returns the default download to compare with, so that the last download with changes is shown: the one
 * before it. Null if only the oldest remains.
 */
export function usualSince(downloads: readonly DownloadRecord[]): number | null {
  const last = downloads.findIndex(broughtAnything)
  return downloads[Math.max(0, last) + 1]?.downloadKey ?? null
}

/** The view of a campaign's changes: compared downloads, filters, and list. */
export class ChangesState extends PagedList<ItemChange, ShownChanges> {
  connectionId = $state('')
  campaignId = $state('')
  /** The newest first; null while loading. */
  downloads = $state.raw<readonly DownloadRecord[] | null>(null)
  /** The download to compare with; null: all stored changes. */
  since = $state.raw<number | null>(null)
  filters = $state.raw<ChangesFilters>(NO_FILTERS)
  fault = $state.raw<Fault | null>(null)

  /** The downloads that the current copy can be compared with. */
  readonly earlier = $derived(this.downloads?.slice(1) ?? [])
  readonly comparedWith = $derived(
    this.earlier.find((download) => download.downloadKey === this.since) ?? null,
  )
  readonly narrowed = $derived(this.filters.kinds.length > 0 || this.filters.field !== null)

  /** Shows the changes of a campaign: unseen ones if there are any, else those of the last download. */
  async show(connectionId: string, campaignId: string, unseen: boolean): Promise<void> {
    const same = connectionId === this.connectionId && campaignId === this.campaignId
    if (same && this.result !== null) {
      this.redraw()
      await this.refresh()
      return
    }
    this.connectionId = connectionId
    this.campaignId = campaignId
    this.downloads = null
    this.fault = null
    this.filters = { ...NO_FILTERS, unseenOnly: unseen }
    this.clearAfter(PATIENCE)
    await this.#open(true)
  }

  /** Loads again after the data changed, and keeps the position. */
  async refresh(): Promise<void> {
    await this.#open(false)
  }

  /** Compares with a download; null: all stored changes. */
  async compareWith(downloadKey: number | null): Promise<void> {
    this.since = downloadKey
    await this.#narrow({ unseenOnly: false })
  }

  async toggleKind(kind: ChangeKind): Promise<void> {
    const { kinds } = this.filters
    await this.#narrow({
      kinds: kinds.includes(kind) ? kinds.filter((other) => other !== kind) : [...kinds, kind],
    })
  }

  async setField(field: string | null): Promise<void> {
    await this.#narrow({ field })
  }

  /** Filters by unseen changes, which are searched in all stored changes. */
  async setUnseenOnly(unseenOnly: boolean): Promise<void> {
    this.since = unseenOnly ? null : this.since
    await this.#narrow({ unseenOnly })
  }

  async clearFilters(): Promise<void> {
    await this.#narrow({ kinds: [], field: null })
  }

  /** Marks changes as seen; null: all of the campaign. */
  async markSeen(ids: readonly string[] | null): Promise<void> {
    await api.call('changes.markSeen', {
      connectionId: this.connectionId,
      campaignId: this.campaignId,
      ids,
    })
    await this.refresh()
  }

  async #narrow(filters: Partial<ChangesFilters>): Promise<void> {
    this.filters = { ...this.filters, ...filters }
    this.firstInView = 0
    this.active = null
    await this.#open(false)
  }

  protected override clear(): void {
    super.clear()
    this.firstInView = 0
  }

  /** @param anew whether the download to compare with must be chosen */
  async #open(anew: boolean): Promise<void> {
    const { connectionId, campaignId } = this
    await this.request(async (isCurrent) => {
      const downloads = await api.call('changes.downloads', { connectionId, campaignId })
      if (!isCurrent()) return
      if (anew) this.since = this.filters.unseenOnly ? null : usualSince(downloads)
      const known = downloads.some((download) => download.downloadKey === this.since)
      const query: ChangesQuery = { campaignId, since: known ? this.since : null, ...this.filters }
      const first = await api.call('changes.read', { connectionId, query, start: 0, count: FIRST_ROWS })
      const pages = this.#pagesOf(connectionId, query, first)
      const from = anew ? 0 : this.firstInView
      await pages.prime(from, from + FIRST_ROWS / 2)
      if (!isCurrent()) {
        pages.close()
        return
      }
      if (anew) this.clear()
      this.downloads = downloads
      const { count, kinds, fields, campaign } = first
      this.active = count === 0 ? null : Math.min(this.active ?? 0, count - 1)
      const target = { kind: 'at', position: Math.min(from, Math.max(0, count - 1)) } as const
      this.replace({ query, count, kinds, fields, campaign, rows: pages, target }, pages)
      this.fault = null
    })
  }

  protected override failed(fault: Fault): void {
    this.stopWaiting()
    // Changes of another campaign must not be shown under this one's name.
    if (this.result?.query.campaignId !== this.campaignId) this.clear()
    this.fault = fault
  }

  #pagesOf(connectionId: string, query: ChangesQuery, first: ChangesWindow): RowPages<ItemChange> {
    return new RowPages<ItemChange>({
      count: first.count,
      load: async (start, count) => {
        // The first rows were loaded with the counts.
        if (start + count <= first.rows.length) return first.rows.slice(start, start + count)
        return (await api.call('changes.read', { connectionId, query, start, count })).rows
      },
      onFailure: (error) => {
        this.tell(faultOf(error))
      },
    })
  }
}
