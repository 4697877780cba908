import {
  MAX_CONNECTIONS_WITH_SEARCHES,
  MAX_RECENT_SEARCHES,
  MAX_RECENT_SEARCH_LENGTH,
  type Preferences,
  type RecentSearch,
} from '../../electron/contract/preferences.ts'
import type { PreferencesModel } from './preferences.svelte.ts'

/** Shorter texts are found again by typing them. */
const MIN_LENGTH = 2

/** Returns the recent searches of a connection, the latest first. */
export function recentSearchesOf(preferences: Preferences, connectionId: string): readonly RecentSearch[] {
  return preferences.recentSearches.find((each) => each.connectionId === connectionId)?.searches ?? []
}

/** Adds a search, instead of earlier ones that are its beginning. */
export function addRecentSearch(model: PreferencesModel, connectionId: string, added: RecentSearch): void {
  const search = added.search.trim()
  if (search.length < MIN_LENGTH || search.length > MAX_RECENT_SEARCH_LENGTH) return
  const before = recentSearchesOf(model.current, connectionId)
  if (before[0]?.search === search && before[0].mode === added.mode) return
  const others = before.filter((each) => !search.startsWith(each.search))
  replace(model, connectionId, [{ ...added, search }, ...others].slice(0, MAX_RECENT_SEARCHES))
}

export function removeRecentSearch(
  model: PreferencesModel,
  connectionId: string,
  search: RecentSearch,
): void {
  replace(
    model,
    connectionId,
    recentSearchesOf(model.current, connectionId).filter((each) => each !== search),
  )
}

/** Removes all recent searches of a connection. */
export function clearRecentSearches(model: PreferencesModel, connectionId: string): void {
  if (recentSearchesOf(model.current, connectionId).length > 0) replace(model, connectionId, [])
}

function replace(model: PreferencesModel, connectionId: string, searches: readonly RecentSearch[]): void {
  const others = model.current.recentSearches.filter((each) => each.connectionId !== connectionId)
  model.change({
    recentSearches: (searches.length === 0 ? others : [{ connectionId, searches }, ...others]).slice(
      0,
      MAX_CONNECTIONS_WITH_SEARCHES,
    ),
  })
}
