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

/** Rows fetched together with the counts, so that the list appears with its rows. */
const FIRST_ROWS = 100
/** What was shown before stays in sight for so long, in milliseconds. */
const PATIENCE = 300

export type ChangesFilters = Pick<ChangesQuery, 'kinds' | 'field' | 'unseenOnly'>

const NO_FILTERS: ChangesFilters = { kinds: [], field: null, unseenOnly: false }

/** The changes under a query, with the counts that its filters show. */
export interface ShownChanges extends PagedResult<ItemChange> {
  readonly query: ChangesQuery
  readonly kinds: Readonly<Record<ChangeKind, number>>
  readonly fields: ChangesWindow['fields']
  readonly campaign: readonly FieldChange[]
}

/** Whether a download changed anything that was there before. */
export function broughtAnything(download: DownloadRecord): boolean {
  return download.added + download.changed + download.gone + download.campaignFields > 0
}

/**
 * The download that is compared with at first, so that the last download that brought anything is shown: the
 * one before it. Null where none is left to compare with but the oldest.
 */
export function usualSince(downloads: readonly DownloadRecord[]): number | null {
  const last = downloads.findIndex(broughtAnything)
  return downloads[Math.max(0, last) + 1]?.downloadKey ?? null
}

/** The view of what has changed in a campaign: what is compared, the filters, and the list under them. */
export class ChangesState extends PagedList<ItemChange, ShownChanges> {
  connectionId = $state('')
  campaignId = $state('')
  /** The newest first; null while they are not known. */
  downloads = $state.raw<readonly DownloadRecord[] | null>(null)
  /** The download to compare with; null: everything that is kept counts. */
  since = $state.raw<number | null>(null)
  filters = $state.raw<ChangesFilters>(NO_FILTERS)
  fault = $state.raw<Fault | null>(null)

  /** The downloads that today's copy can be compared with. */
  readonly earlier = $derived(this.downloads?.slice(1) ?? [])
  readonly comparedWith = $derived(
    this.earlier.find((download) => download.downloadKey === this.since) ?? null,
  )
  readonly narrowed = $derived(this.filters.kinds.length > 0 || this.filters.field !== null)

  /**
   * Shows a campaign's changes: those not seen yet where there are any, else what the last download brought.
   */
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

  /** Asks again and keeps the place: after the data changed. */
  async refresh(): Promise<void> {
    await this.#open(false)
  }

  /** Null: everything that is kept. */
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

  /** What is not seen yet is looked for in everything that is kept, however far back. */
  async setUnseenOnly(unseenOnly: boolean): Promise<void> {
    this.since = unseenOnly ? null : this.since
    await this.#narrow({ unseenOnly })
  }

  async clearFilters(): Promise<void> {
    await this.#narrow({ kinds: [], field: null })
  }

  /** Null: all of the campaign's. */
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

  /** @param anew whether it is not known yet what to compare with. */
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
    // Another campaign's changes must not be shown under this one's name.
    if (this.result?.query.campaignId !== this.campaignId) this.clear()
    this.fault = fault
  }

  #pagesOf(connectionId: string, query: ChangesQuery, first: ChangesWindow): RowPages<ItemChange> {
    return new RowPages<ItemChange>({
      count: first.count,
      load: async (start, count) => {
        // What came with the counts need not be asked for again.
        if (start + count <= first.rows.length) return first.rows.slice(start, start + count)
        return (await api.call('changes.read', { connectionId, query, start, count })).rows
      },
      onFailure: (error) => {
        this.tell(faultOf(error))
      },
    })
  }
}
