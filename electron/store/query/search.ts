import { LRUCache } from 'lru-cache'
import { cached } from '../cached.ts'
import { wordsOf } from '../../contract/fold.ts'
import type { ItemQuery, SearchMode } from '../../contract/query.ts'
import type { CampaignIndex } from './campaign-index.ts'
import { patternFinder } from './pattern-search.ts'
import { indexesMatching, termsOf } from './field-search.ts'
import type { Scope } from './scope.ts'
import type { ThrowIfCancelled } from './cancellation.ts'
import { WordSearch } from './words.ts'

/** Searches whose hits are held, so that a change of sort or filter does not search again. */
const MAX_CACHED_SEARCHES = 4

/** Gives the places in a snapshot that are hit, ascending. */
type Finder = (copy: CampaignIndex) => Int32Array

/** Hits of a search, item by item. */
export class Searches {
  readonly #words = new WordSearch()
  /** For each search, the hits in each snapshot as places in it.. */
  readonly #cache = new LRUCache<string, WeakMap<CampaignIndex, Int32Array>>({ max: MAX_CACHED_SEARCHES })

  /**
   * Places that the search finds, ascending; null when it asks for nothing, or finds all of them. Throws
   * `searchInvalid`, `searchTooSlow`, `superseded`. Must run inside a snapshot.
   */
  hits(
    scope: Scope,
    { search, searchMode }: Pick<ItemQuery, 'search' | 'searchMode'>,
    throwIfCancelled: ThrowIfCancelled,
  ): Int32Array | null {
    const asked = this.#asked(search, searchMode, throwIfCancelled)
    if (asked === null) return null
    const inCopies = cached(this.#cache, asked.name, () => new WeakMap<CampaignIndex, Int32Array>())
    const parts = scope.copies.map((copy) => {
      let hits = inCopies.get(copy)
      if (hits === undefined) {
        hits = asked.find(copy)
        inCopies.set(copy, hits)
      }
      return hits
    })
    const count = parts.reduce((sum, part) => sum + part.length, 0)
    if (count === scope.total) return null
    const places = new Int32Array(count)
    let filled = 0
    for (const [at, part] of parts.entries()) {
      const start = scope.starts[at] ?? 0
      for (let index = 0; index < part.length; index += 1) places[filled + index] = start + (part[index] ?? 0)
      filled += part.length
    }
    return places
  }

  /**
   * What a search asks for, under a name that is the same for the same; null for one that asks for nothing.
   */
  #asked(
    search: string,
    mode: SearchMode,
    throwIfCancelled: ThrowIfCancelled,
  ): { name: string; find: Finder } | null {
    switch (mode) {
      case 'pattern':
        return search === ''
          ? null
          : { name: `pattern ${search}`, find: patternFinder(search, this.#words, throwIfCancelled) }
      case 'words': {
        const words = wordsOf(search)
        const find: Finder = (copy) => this.#words.places(copy, words, throwIfCancelled)
        return words.length === 0 ? null : { name: `words ${words.toSorted().join(' ')}`, find }
      }
      case 'fields': {
        const terms = termsOf(search)
        const find: Finder = (copy) => indexesMatching(copy, terms, this.#words, throwIfCancelled)
        return terms.length === 0 ? null : { name: `fields ${search}`, find }
      }
    }
  }
}
