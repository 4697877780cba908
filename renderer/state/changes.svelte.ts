import { comparedDownload } from '../../electron/contract/change-period.ts'
import type {
  ChangeKind,
  ChangesLayout,
  ChangesQuery,
  ChangesWindow,
  DownloadRecord,
  FieldChange,
  ItemChange,
} from '../../electron/contract/changes.ts'
import type { Connection, ValueLabel } from '../../electron/contract/connection.ts'
import type { Fault } from '../../electron/contract/faults.ts'
import { api, faultOf } from '../api.ts'
import { messages } from '../../electron/contract/messages.ts'
import { shownGroups, type ShownGroup } from './change-groups.ts'
import { GroupFolds } from './group-folds.svelte.ts'
import { RowPages } from '../lists/row-pages.ts'
import { ActionUnavailable } from './history.svelte.ts'
import { PagedList, type PagedResult } from './paged-list.svelte.ts'
import type { ChangesPlace } from './places.ts'
import { recordInTab, searchMergeKey, type TabHistoryContext } from './tab-history.ts'
import type { ViewAction } from './view-history.ts'

/** Number of rows fetched together with the counts, so that the list appears with its rows. */
const FIRST_ROW_COUNT = 100
/** How long the previous result stays visible while the next one is loading. */
const CLEAR_DELAY_MS = 300

export type ChangesFilters = Pick<ChangesQuery, 'kinds' | 'unseenOnly'> &
  Required<Pick<ChangesQuery, 'hiddenFields' | 'groupBy'>>

/** The time of the update changes with any other field, so it adds no information. */
const DEFAULT_HIDDEN_FIELDS: readonly string[] = ['updatedAt']

const NO_FILTERS: ChangesFilters = {
  kinds: [],
  unseenOnly: false,
  hiddenFields: DEFAULT_HIDDEN_FIELDS,
  groupBy: 'download',
}

/** The compared download, the filters and the search. */
type ChangesSelection = Pick<ChangesState, 'since' | 'filters' | 'search'>

/** Records a change of the selection before it happens. */
type RecordSelection = (action: ViewAction, before: ChangesSelection, after: ChangesSelection) => void

/** The result of a query of changes, with the counts that the filters show. */
export interface ShownChanges extends PagedResult<ItemChange> {
  readonly query: ChangesQuery
  readonly layout: ChangesLayout
  readonly groups: readonly ShownGroup[]
  readonly itemCount: number
  readonly unseenCount: number
  readonly hiddenCount: number
  readonly kinds: Readonly<Record<ChangeKind, number>>
  readonly fields: ChangesWindow['fields']
  readonly campaign: readonly FieldChange[]
  readonly omittedCampaignFields: number
}

function isEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((path) => other.includes(path))
}

/** Returns whether a download changed anything. */
export function hasChanges(download: DownloadRecord): boolean {
  return download.added + download.changed + download.deleted + download.campaignFields > 0
}

/**
 * Returns the key of the download before the latest one that changed anything, the default to compare
 * with; null if there is none.
 * @param downloads the newest first.
 */
export function defaultComparison(downloads: readonly DownloadRecord[]): number | null {
  const latest = downloads.findIndex(hasChanges)
  return downloads[Math.max(0, latest) + 1]?.downloadKey ?? null
}

/** The changes of a campaign: the compared download, the filters and the list of changes. */
export class ChangesState extends PagedList<ItemChange, ShownChanges> {
  readonly #record: RecordSelection
  readonly #statusLabels: () => readonly ValueLabel[]
  /** Whether the default comparison applies: until a result is shown, or the person chooses another one. */
  #isInitial = true

  /** The collapsed groups. */
  readonly folds = new GroupFolds()

  connectionId = $state('')
  campaignId = $state('')
  /** Newest first; null while loading. */
  downloads = $state.raw<readonly DownloadRecord[] | null>(null)
  /** The download to compare with, or the period; null for all stored changes. */
  since = $state.raw<ChangesQuery['since']>(null)
  filters = $state.raw<ChangesFilters>(NO_FILTERS)
  search = $state('')
  fault = $state.raw<Fault | null>(null)
  /** When the changes were read, in milliseconds since 1970: periods end then. */
  readAt = $state(Date.now())

  /** The downloads that the latest one can be compared with. */
  readonly earlier = $derived(this.downloads?.slice(1) ?? [])
  /**
   * The compared download; null if all stored changes are shown, also because none is older than the period.
   */
  readonly comparedWith = $derived(comparedDownload(this.since, this.downloads ?? [], this.readAt) ?? null)
  readonly narrowed = $derived(
    this.filters.kinds.length > 0 || !isEqual(this.filters.hiddenFields, DEFAULT_HIDDEN_FIELDS),
  )

  /** @param statusLabels returns the names of the statuses, which the search finds too */
  constructor(record: RecordSelection, statusLabels: () => readonly ValueLabel[]) {
    super()
    this.#record = record
    this.#statusLabels = statusLabels
  }

  /**
   * Shows the changes of a campaign: the unseen ones, or those of the last download.
   * @param place where they were left, if the person returns to them
   */
  async show(
    connectionId: string,
    campaignId: string,
    unseen: boolean,
    place: ChangesPlace | null = null,
  ): Promise<void> {
    const isSame = connectionId === this.connectionId && campaignId === this.campaignId
    if (place?.connectionId === connectionId && place.campaignId === campaignId) {
      await this.#return(place, isSame)
      return
    }
    if (isSame && this.result !== null) {
      this.redraw()
      await this.refresh()
      return
    }
    this.connectionId = connectionId
    this.campaignId = campaignId
    this.downloads = null
    this.fault = null
    this.since = null
    this.filters = { ...NO_FILTERS, unseenOnly: unseen }
    this.search = ''
    this.folds.openAll()
    this.clearAfter(CLEAR_DELAY_MS)
    this.#isInitial = true
    await this.#open()
  }

  /** Captures what is shown. Returns null while nothing is. */
  capture(): ChangesPlace | null {
    const { connectionId, campaignId, since, filters, search, active, firstInView } = this
    if (this.result?.query.campaignId !== campaignId) return null
    const target = this.currentTarget
    return {
      kind: 'changes',
      ...{ connectionId, campaignId, since, filters, search, active, firstInView, target },
      closedGroups: this.folds.closed,
    }
  }

  /** Shows the changes as they were left. */
  async #return(place: ChangesPlace, isSame: boolean): Promise<void> {
    const { since, filters, search, active, target } = place
    if (isSame && this.result !== null) this.result = { ...this.result, target }
    else {
      this.connectionId = place.connectionId
      this.campaignId = place.campaignId
      this.downloads = null
      this.fault = null
      this.clearAfter(CLEAR_DELAY_MS)
    }
    this.since = since
    this.filters = filters
    this.search = search
    this.active = active
    this.folds.restore(place.closedGroups)
    this.#isInitial = false
    await this.#open(place)
  }

  /** Reloads the changes and keeps the scroll offset, after the data has changed. */
  async refresh(): Promise<void> {
    await this.#open()
  }

  /** Compares with a download or shows those of a period, or with null all stored changes. */
  async compareWith(since: ChangesQuery['since']): Promise<void> {
    this.#isInitial = false
    await this.#select('comparison', { filters: { ...this.filters, unseenOnly: false }, since })
  }

  async toggleKind(kind: ChangeKind): Promise<void> {
    const { kinds } = this.filters
    await this.#filter({
      kinds: kinds.includes(kind) ? kinds.filter((other) => other !== kind) : [...kinds, kind],
    })
  }

  /** Shows or hides the changes of a field. */
  async toggleField(path: string): Promise<void> {
    const { hiddenFields } = this.filters
    await this.#filter({
      hiddenFields: hiddenFields.includes(path)
        ? hiddenFields.filter((other) => other !== path)
        : [...hiddenFields, path],
    })
  }

  /** Shows the changes of all fields. */
  async showAllFields(): Promise<void> {
    await this.#filter({ hiddenFields: [] })
  }

  async setGroupBy(groupBy: ChangesFilters['groupBy']): Promise<void> {
    this.folds.openAll()
    await this.#filter({ groupBy })
  }

  /** Shows only unseen changes, from all downloads, or changes of any kind. */
  async setUnseenOnly(unseenOnly: boolean): Promise<void> {
    await this.#filter({ unseenOnly }, unseenOnly ? null : this.since)
  }

  /** Shows only changes that contain all words of a text. */
  async find(search: string): Promise<void> {
    await this.#select('search', { search })
  }

  async clearFilters(): Promise<void> {
    await this.#filter({ kinds: [], hiddenFields: DEFAULT_HIDDEN_FIELDS })
  }

  /** Restores the compared download, the filters and the search, as undo and redo do. */
  async restore(selection: ChangesSelection): Promise<void> {
    this.#isInitial = false
    await this.#apply(selection)
  }

  async #apply({ since, filters, search }: ChangesSelection): Promise<void> {
    this.since = since
    this.filters = filters
    this.search = search
    this.firstInView = 0
    this.active = null
    await this.#open()
  }

  async #filter(filters: Partial<ChangesFilters>, since: ChangesQuery['since'] = this.since): Promise<void> {
    await this.#select('filter', { filters: { ...this.filters, ...filters }, since })
  }

  /** Changes parts of the selection as one action that can be undone. */
  async #select(action: ViewAction, parts: Partial<ChangesSelection>): Promise<void> {
    const before = { since: this.since, filters: this.filters, search: this.search }
    const after = { ...before, ...parts }
    if (JSON.stringify(after) !== JSON.stringify(before)) this.#record(action, before, after)
    await this.#apply(after)
  }

  protected override clear(): void {
    super.clear()
    this.firstInView = 0
  }

  /** @param place where the changes were left, if the person returns to them */
  async #open(place: ChangesPlace | null = null): Promise<void> {
    const { connectionId, campaignId } = this
    const isInitial = this.#isInitial
    await this.request(async (isCurrent) => {
      const readAt = Date.now()
      const downloads = await api.call('changes.downloads', { connectionId, campaignId })
      if (!isCurrent()) return
      // The second download is the first one with changes.
      if (this.downloads?.length === 1 && downloads.length > 1)
        this.filters = { ...this.filters, unseenOnly: true }
      if (isInitial) this.since = this.filters.unseenOnly ? null : defaultComparison(downloads)
      const isDeleted =
        typeof this.since === 'number' && !downloads.some(({ downloadKey }) => downloadKey === this.since)
      const since = isDeleted ? null : this.since
      const { search } = this
      const query: ChangesQuery = {
        ...{ campaignId, since, field: null, ...this.filters },
        ...(search.trim() === '' ? {} : { search, statusLabels: [...this.#statusLabels()] }),
      }
      const first = await api.call('changes.read', { connectionId, query, start: 0, count: FIRST_ROW_COUNT })
      const pages = this.#pagesOf(connectionId, query, first)
      const from = isInitial ? 0 : (place?.firstInView ?? this.firstInView)
      await pages.prime(from, from + FIRST_ROW_COUNT / 2)
      if (!isCurrent()) {
        pages.close()
        return
      }
      if (isInitial) this.clear()
      this.#isInitial = false
      this.downloads = downloads
      this.readAt = readAt
      const { count, kinds, fields, campaign, omittedCampaignFields = 0 } = first
      const { itemCount, unseenCount, hiddenCount } = first
      const layout = first.layout ?? { groups: [], lines: new Uint8Array(count).fill(1) }
      this.active = count === 0 ? null : Math.min(this.active ?? 0, count - 1)
      const index = Math.min(from, Math.max(0, count - 1))
      const target = place === null ? ({ kind: 'at', index } as const) : { ...place.target, index }
      this.replace(
        {
          ...{
            query,
            count,
            layout,
            groups: shownGroups(layout.groups),
            itemCount,
            unseenCount,
            hiddenCount,
            kinds,
            fields,
          },
          ...{ campaign, omittedCampaignFields, rows: pages, target },
        },
        pages,
      )
      this.fault = null
    })
  }

  protected override failed(fault: Fault): void {
    this.stopWaiting()
    // The changes of another campaign must not be shown under the name of this one.
    if (this.result?.query.campaignId !== this.campaignId) this.clear()
    this.fault = fault
  }

  #pagesOf(connectionId: string, query: ChangesQuery, first: ChangesWindow): RowPages<ItemChange> {
    return new RowPages<ItemChange>({
      count: first.count,
      load: async (start, count) => {
        // The first rows arrived with the counts.
        if (start + count <= first.rows.length) return first.rows.slice(start, start + count)
        return (await api.call('changes.read', { connectionId, query, start, count })).rows
      },
      onFailure: (error) => this.reportFault(faultOf(error)),
    })
  }
}

/** Creates the changes of the window. What they are compared with, their filters and search can be undone. */
export function createChanges(
  context: TabHistoryContext & { readonly connection: Connection | null },
): ChangesState {
  const changes: ChangesState = new ChangesState(
    (action, before, after) => {
      const { connectionId, campaignId } = changes
      recordInTab(context, { connectionId, campaignId }, 'changes', {
        ...{ action, before, after },
        mergeKey: searchMergeKey(before, after),
        restore: async (selection) => {
          if (changes.connectionId !== connectionId || changes.campaignId !== campaignId)
            throw new ActionUnavailable(messages.history.reasons.campaignRemoved)
          await changes.restore(selection)
        },
      })
    },
    () => context.connection?.labels.itemStatus ?? [],
  )
  return changes
}
