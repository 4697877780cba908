import type { Fault } from '../../../electron/contract/faults.ts'
import type { FoundItems, SearchedTexts } from '../../../electron/contract/query.ts'
import { api, faultOf } from '../../api.ts'
import { isDownloaded } from '../../state/campaign-text.ts'
import { Latest } from '../../state/latest.ts'
import { openCampaignSearch } from '../../state/navigation.ts'
import type { CampaignTable } from '../../state/campaign-table.svelte.ts'
import { openSearch, type PaletteContext, type PaletteEntry } from './entries.ts'
import {
  itemGroup,
  localGroups,
  SHOWN_ENTRIES,
  sortedGroups,
  type PaletteGroup,
  type PaletteGroupId,
} from './groups.ts'
import { itemSearchOf, parsePaletteText } from './palette-text.ts'

/**
 * Time that the previous results stay while items are searched, in milliseconds. A search usually takes less,
 * so that the groups appear together in their order; later items appear below the others, which do not move.
 */
const HOLD_MS = 50

/** A line that can be chosen: an entry, or what leads to the other entries of a group. */
export type PaletteOption =
  | { readonly kind: 'entry'; readonly id: string; readonly entry: PaletteEntry }
  | {
      readonly kind: 'more'
      readonly id: string
      readonly group: PaletteGroupId
      /** Number of the other entries. */
      readonly count: number
    }

/** Returns the keys that do what choosing the line does; empty if there are none. */
export function keysOfOption(option: PaletteOption): string {
  if (option.kind === 'entry') return option.entry.keys
  return option.group === 'items' ? 'Mod+Enter' : ''
}

/** A group with its lines. */
interface ShownGroup {
  readonly id: PaletteGroupId
  readonly total: number
  readonly options: readonly PaletteOption[]
}

/** Where items are searched: in all campaigns, or in the open one. */
type ItemScope = 'all' | 'open'

interface PaletteModelOptions {
  readonly context: PaletteContext
  readonly campaignTable: CampaignTable
  readonly onclose: () => void
}

/** The text of the palette, its results and the chosen one. */
export class PaletteModel {
  readonly #options: PaletteModelOptions
  readonly #request = new Latest()
  readonly #hold = new Latest()
  /**
   * The results of the text without items, while the items are searched and the previous results are shown.
   */
  #pending: readonly PaletteGroup[] | null = null
  #expanded: PaletteGroupId | null = null
  /** Whether the first item is chosen as soon as it is found. */
  #choosesFirst = false
  #groups = $state.raw<readonly PaletteGroup[]>([])
  #activeId = $state<string | null>(null)

  typed = $state('')
  itemScope = $state<ItemScope>('all')
  /** Whether items are searched that will be shown below the other groups. */
  searching = $state(false)
  /** Why items could not be searched. */
  fault = $state.raw<Fault | null>(null)
  /** The text of the shown results. */
  shownText = $state.raw(parsePaletteText(''))

  readonly groups = $derived(this.#groups.map(shownGroup))
  readonly options = $derived(this.groups.flatMap(({ options }) => options))
  /** Number of all results. */
  readonly total = $derived(this.#groups.reduce((sum, { total }) => sum + total, 0))
  /** Index of the selected line; -1 without lines. */
  readonly activeIndex = $derived(
    Math.max(
      this.options.findIndex(({ id }) => id === this.#activeId),
      Math.min(0, this.options.length - 1),
    ),
  )

  constructor(options: PaletteModelOptions) {
    this.#options = options
    this.#prepare('words')
    this.#search()
  }

  /** The open campaign, to which the search of items can be limited; null if there is none with items. */
  get openCampaign(): PaletteContext['navigation']['campaign'] {
    const { campaign } = this.#options.context.navigation
    return campaign !== null && isDownloaded(campaign) ? campaign : null
  }

  /** Shows the results of a text. */
  type(text: string): void {
    this.typed = text
    this.#expanded = null
    this.#search()
  }

  /** Searches the items of the open campaign instead of all, or the reverse. */
  switchScope(): void {
    if (this.openCampaign === null) return
    this.itemScope = this.itemScope === 'all' ? 'open' : 'all'
    this.#search()
  }

  /** Selects the line under the pointer. */
  point(index: number): void {
    this.#activeId = this.options[index]?.id ?? null
  }

  /** Selects the next or previous line; after the last one comes the first. */
  move(by: -1 | 1): void {
    this.#showPending()
    const { length } = this.options
    if (length > 0) this.point((this.activeIndex + by + length) % length)
  }

  /** Chooses the selected line. Results that are not shown yet are used as soon as they are known. */
  chooseActive(): void {
    this.#showPending()
    const active = this.options[this.activeIndex]
    if (active !== undefined) this.choose(active)
    else this.#choosesFirst = this.searching
  }

  choose(option: PaletteOption): void {
    if (option.kind === 'more') this.showMore(option.group)
    else this.#leave(option.entry.run)
  }

  /** Shows the list of the items that the typed text finds, also before they are counted. */
  showItems(): void {
    this.#showPending()
    this.showMore('items')
  }

  /** Shows the other entries of a group: items and campaigns in their list, others here. */
  showMore(group: PaletteGroupId): void {
    const { context, campaignTable } = this.#options
    const { navigation } = context
    if (group === 'items') {
      const search = itemSearchOf(this.shownText)
      if (search !== null) this.#leave(() => openSearch(navigation, this.#campaignId(), search))
    } else if (group === 'campaigns' && (this.#expanded === group || this.shownText.scope === group)) {
      this.#leave(() => void openCampaignSearch(navigation, campaignTable, this.shownText.words))
    } else this.#expand(group)
  }

  /** Ignores the results of a running search. */
  close(): void {
    this.#request.cancel()
    this.#hold.cancel()
  }

  #leave(run: () => void): void {
    this.#options.onclose()
    run()
  }

  #campaignId(): string | null {
    return this.itemScope === 'open' ? (this.openCampaign?.id ?? null) : null
  }

  /** Shows all entries of a group, and selects the first one that was not shown. */
  #expand(group: PaletteGroupId): void {
    this.#expanded = group
    const groups = localGroups(this.#options.context, this.shownText, group)
    const expanded = groups.find(({ id }) => id === group)
    if (expanded === undefined) return
    this.#groups = this.#groups.map((each) => (each.id === group ? expanded : each))
    this.#activeId = expanded.entries[SHOWN_ENTRIES]?.id ?? null
  }

  /** Lets the first search of items answer as fast as the next ones. */
  #prepare(texts: SearchedTexts): void {
    const { connectionId, campaigns } = this.#options.context.session
    if (connectionId === null || !campaigns.some(isDownloaded)) return
    // The search reports what fails, and supersedes this.
    api.call('items.prepareFind', { connectionId, texts }).catch(() => undefined)
  }

  #search(): void {
    const { context } = this.#options
    const text = parsePaletteText(this.typed)
    const isLatest = this.#request.begin()
    this.#hold.cancel()
    this.#choosesFirst = false
    const local = localGroups(context, text, null)
    const search = itemSearchOf(text)
    if (text.scope === 'posNumbers' && search === null) this.#prepare('posNumbers')
    const { connectionId, campaigns } = context.session
    if (search === null || connectionId === null || !campaigns.some(isDownloaded)) {
      this.#show(local, false)
      return
    }
    const campaignId = this.#campaignId()
    this.#pending = local
    this.#hold.after(HOLD_MS, () => this.#showPending())
    const input = { ...search, campaignIds: campaignId === null ? null : [campaignId] }
    api.call('items.find', { connectionId, search: input, count: SHOWN_ENTRIES }).then(
      (found) => {
        if (isLatest()) this.#receive(found, null)
      },
      (error: unknown) => {
        if (isLatest()) this.#receive({ count: 0, rows: [] }, faultOf(error))
      },
    )
  }

  #receive(found: FoundItems, fault: Fault | null): void {
    const { context } = this.#options
    const { words } = parsePaletteText(this.typed)
    const items = itemGroup(context, found, words, this.#campaignId() === null)
    // Groups that are shown already do not move.
    if (this.#pending === null) this.#groups = [...this.#groups, ...items]
    else this.#show(sortedGroups([...this.#pending, ...items]), false)
    this.searching = false
    this.fault = fault
    if (this.#choosesFirst) this.chooseActive()
  }

  #showPending(): void {
    if (this.#pending !== null) this.#show(this.#pending, true)
  }

  #show(groups: readonly PaletteGroup[], searching: boolean): void {
    this.#hold.cancel()
    this.#pending = null
    this.#groups = groups
    this.#activeId = null
    this.searching = searching
    this.fault = null
    this.shownText = parsePaletteText(this.typed)
  }
}

function shownGroup({ id, entries, total }: PaletteGroup): ShownGroup {
  const options = entries.map((entry): PaletteOption => ({ kind: 'entry', id: entry.id, entry }))
  const count = total - entries.length
  return {
    id,
    total,
    options: count === 0 ? options : [...options, { kind: 'more', id: `more-${id}`, group: id, count }],
  }
}
