import fc from 'fast-check'
import { parse } from 'valibot'
import { describe, expect, it } from 'vitest'
import {
  DEFAULT_PREFERENCES,
  MAX_RECENT_SEARCH_LENGTH,
  MAX_RECENT_SEARCHES,
  preferencesSchema,
} from '../../electron/contract/preferences.ts'
import { SEARCH_MODES } from '../../electron/contract/query.ts'
import { PreferencesModel } from '../../renderer/state/preferences.svelte.ts'
import {
  addRecentSearch,
  clearRecentSearches,
  recentSearchesOf,
  removeRecentSearch,
} from '../../renderer/state/recent-searches.ts'

const searchesOf = (model: PreferencesModel, connectionId: string): readonly string[] =>
  recentSearchesOf(model.current, connectionId).map(({ search }) => search)

describe('recent searches', () => {
  it('begin with the latest, instead of its beginnings, and belong to a connection', () => {
    const model = new PreferencesModel()
    for (const search of ['wob', 'poster', ' wobbler ', 'poster', 'x', ''])
      addRecentSearch(model, 'c1', { search, mode: null })
    addRecentSearch(model, 'c2', { search: 'other', mode: 'pattern' })
    expect(searchesOf(model, 'c1')).toEqual(['poster', 'wobbler'])
    expect(recentSearchesOf(model.current, 'c2')).toEqual([{ search: 'other', mode: 'pattern' }])
  })

  it('are removed one by one, or all of a connection', () => {
    const model = new PreferencesModel()
    for (const search of ['one', 'two', 'three']) addRecentSearch(model, 'c1', { search, mode: null })
    addRecentSearch(model, 'c2', { search: 'other', mode: null })
    const [first] = recentSearchesOf(model.current, 'c1')
    if (first !== undefined) removeRecentSearch(model, 'c1', first)
    expect(searchesOf(model, 'c1')).toEqual(['two', 'one'])
    clearRecentSearches(model, 'c1')
    expect(searchesOf(model, 'c1')).toEqual([])
    expect(searchesOf(model, 'c2')).toEqual(['other'])
  })

  it('can always be stored', () => {
    const added = fc.record({
      connectionId: fc.constantFrom('c1', 'c2', 'c3'),
      search: fc.string({ maxLength: MAX_RECENT_SEARCH_LENGTH + 2, size: 'max' }),
      mode: fc.constantFrom(null, ...SEARCH_MODES),
    })
    fc.assert(
      fc.property(fc.array(added, { maxLength: 3 * MAX_RECENT_SEARCHES }), (all) => {
        const model = new PreferencesModel()
        for (const { connectionId, search, mode } of all)
          addRecentSearch(model, connectionId, { search, mode })
        expect(parse(preferencesSchema, model.current)).toEqual(model.current)
      }),
    )
  })

  it('are missing in the preferences of earlier versions', () => {
    const { recentSearches: _, ...earlier } = DEFAULT_PREFERENCES
    expect(parse(preferencesSchema, earlier)).toEqual(DEFAULT_PREFERENCES)
  })
})
