import type { RecentSearch } from '../../electron/contract/preferences.ts'
import type { NamedView } from './built-in-views.ts'
import type { PreferencesModel } from './preferences.svelte.ts'
import {
  addRecentSearch,
  clearRecentSearches,
  recentSearchesOf,
  removeRecentSearch,
} from './recent-searches.ts'
import { cycleIndex } from './suggestions.ts'

/**
 * What an empty search field offers: a recent search, a saved view with a search, or to clear the recent
 * ones.
 */
export type SearchStart =
  | { readonly kind: 'recent'; readonly recent: RecentSearch }
  | { readonly kind: 'saved'; readonly view: NamedView }
  | { readonly kind: 'clear' }

/** Maximum number of offered recent searches, and of saved ones. */
const MAX_OFFERED = 6

interface StartSource {
  readonly preferences: PreferencesModel
  readonly connectionId: () => string
  /** Returns the saved views of the list. */
  readonly savedViews: () => readonly NamedView[]
}

/** The searches with which a person can start, below the empty search field. */
export class SearchStarts {
  readonly #source: StartSource
  #isOpen = $state(false)
  /** Index of the active search; -1: none. */
  activeIndex = $state(-1)

  readonly list = $derived.by<readonly SearchStart[]>(() => {
    if (!this.#isOpen) return []
    const { preferences, connectionId, savedViews } = this.#source
    const recent = recentSearchesOf(preferences.current, connectionId())
      .slice(0, MAX_OFFERED)
      .map((each) => ({ kind: 'recent', recent: each }) as const)
    const saved = savedViews()
      .filter(({ query }) => query.search !== '')
      .slice(0, MAX_OFFERED)
      .map((view) => ({ kind: 'saved', view }) as const)
    return [...recent, ...(recent.length === 0 ? [] : [{ kind: 'clear' } as const]), ...saved]
  })

  constructor(source: StartSource) {
    this.#source = source
  }

  open(): void {
    this.#isOpen = true
    this.activeIndex = -1
  }

  /** Moves to the next or previous search, cyclically including the field itself. */
  move(by: 1 | -1): void {
    this.activeIndex = cycleIndex(this.activeIndex, by, this.list.length)
  }

  close(): void {
    this.#isOpen = false
    this.activeIndex = -1
  }

  /** Adds a search to the recent ones. */
  record(search: RecentSearch): void {
    addRecentSearch(this.#source.preferences, this.#source.connectionId(), search)
  }

  /** Removes the active recent search and returns its text; null if none is active. */
  removeActive(): string | null {
    const active = this.list[this.activeIndex]
    if (active?.kind !== 'recent') return null
    removeRecentSearch(this.#source.preferences, this.#source.connectionId(), active.recent)
    this.activeIndex = -1
    return active.recent.search
  }

  /** Removes all recent searches of the connection. */
  clearRecent(): void {
    clearRecentSearches(this.#source.preferences, this.#source.connectionId())
  }
}
