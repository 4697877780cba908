import { wordsOf } from '../../contract/fold.ts'
import type { ItemQuery, SearchedTexts, SearchMode } from '../../contract/query.ts'
import type { CacheBudget, SharedCache } from '../cache-budget.ts'
import type { CampaignIndex } from './campaign-index.ts'
import { createPatternFinder } from './pattern-search.ts'
import { continuesPattern } from './search-pattern.ts'
import { indexesMatching, parseTerms } from './field-search.ts'
import type { Scope } from './scope.ts'
import { checkOfSnapshot } from './snapshot-progress.ts'
import type { ThrowIfCancelled } from '../protocol.ts'
import type { JoinedCache } from './joined-cache.ts'
import { foldedLine, FoldedTexts } from './folded-texts.ts'
import { JoinedSearch } from './joined-search.ts'
import type { PosNumbers } from './pos-numbers.ts'
import type { ScopeBits } from './scope-bits.ts'
import type { FieldTerm } from '../../contract/search-fields.ts'
import type { ReadHandle } from '../database/handles.ts'
import { WordSearch } from './words.ts'

/** Cached so that a change of sort or filter does not search again. */
const MAX_CACHED_SEARCHES = 4

/** Bytes of the hits of a snapshot besides their indexes. */
const ENTRY_BYTES = 128

/** Returns the ascending indexes of matching items in a snapshot. */
type Finder = (snapshot: CampaignIndex, throwIfCancelled: ThrowIfCancelled) => Int32Array
/** What precedes a pattern in the key of its hits. */
const PATTERN_KEY = 'pattern '

/** Items of a search, of which not all may be needed. */
interface SearchMatches {
  readonly count: number
  /** Returns the ascending indexes of the first items. */
  readonly first: (maxCount: number) => readonly number[]
}

/** Runs searches and caches their hits. */
export class Searches {
  readonly #words = new WordSearch()
  readonly #joined: JoinedSearch | null
  readonly #posNumbers: PosNumbers | null
  readonly #foldedTexts: FoldedTexts
  /** The hits of each search by the numbers of the indexes. */
  readonly #cache: SharedCache<ReadonlyMap<number, Int32Array>>

  /** @param shared what is cached for many campaigns; null to search one campaign after another */
  constructor(
    caches: CacheBudget,
    shared: {
      readonly handle: ReadHandle
      readonly joined: JoinedCache
      readonly posNumbers: PosNumbers
      readonly foldedTexts: FoldedTexts
    } | null,
  ) {
    this.#joined = shared === null ? null : new JoinedSearch(shared.handle, shared.joined, this.#words)
    this.#posNumbers = shared?.posNumbers ?? null
    this.#cache = caches.createCache({ maxEntries: MAX_CACHED_SEARCHES, bytesOf: bytesOfHits })
    this.#foldedTexts = shared?.foldedTexts ?? new FoldedTexts(caches)
  }

  /**
   * Reads what searches for words or POS numbers need. Must run inside a read transaction. Throws
   * `superseded`.
   */
  prepare(scope: Scope, texts: SearchedTexts, throwIfCancelled: ThrowIfCancelled): void {
    if (texts === 'posNumbers') this.#posNumbers?.prepare(scope, throwIfCancelled)
    else if (scope.snapshots.length > 1) this.#joined?.prepare(scope, throwIfCancelled)
  }

  /** Returns what {@link hits} does, and fewer of the indexes. */
  matches(
    scope: Scope,
    query: Pick<ItemQuery, 'search' | 'searchMode'>,
    throwIfCancelled: ThrowIfCancelled,
  ): SearchMatches {
    const joined = this.#joinedHits(scope, query, throwIfCancelled)
    if (joined !== null) return { count: joined.count, first: (maxCount) => joined.firstIndexes(maxCount) }
    const indexes = this.hits(scope, query, throwIfCancelled)
    const count = indexes?.length ?? scope.total
    return {
      count,
      first: (maxCount) =>
        Array.from({ length: Math.min(count, maxCount) }, (_, index) => indexes?.[index] ?? index),
    }
  }

  /**
   * Returns the ascending indexes of a search, or null if it is empty or all items match. Throws
   * `searchInvalid`, `searchTooSlow` and `superseded`. Must run inside a read transaction.
   */
  hits(
    scope: Scope,
    query: Pick<ItemQuery, 'search' | 'searchMode'>,
    throwIfCancelled: ThrowIfCancelled,
  ): Int32Array | null {
    const joined = this.#joinedHits(scope, query, throwIfCancelled)
    if (joined !== null) return joined.count === scope.total ? null : joined.indexes()
    const { search, searchMode } = query
    const finder = this.#createFinder(search, searchMode, throwIfCancelled)
    if (finder === null) return null
    const hitsBySnapshot = new Map(this.#cache.get(finder.key))
    const cachedSnapshots = hitsBySnapshot.size
    const parts = scope.snapshots.map((snapshot, snapshotIndex) => {
      let hits = hitsBySnapshot.get(snapshot.number)
      if (hits === undefined) {
        hits = finder.find(snapshot, checkOfSnapshot(scope, snapshotIndex, throwIfCancelled))
        hitsBySnapshot.set(snapshot.number, hits)
      }
      return hits
    })
    if (hitsBySnapshot.size > cachedSnapshots) this.#cache.set(finder.key, hitsBySnapshot)
    const count = parts.reduce((sum, part) => sum + part.length, 0)
    if (count === scope.total) return null
    const indexes = new Int32Array(count)
    let offset = 0
    for (const [snapshotIndex, part] of parts.entries()) {
      const start = scope.starts[snapshotIndex] ?? 0
      for (let index = 0; index < part.length; index += 1)
        indexes[offset + index] = start + (part[index] ?? 0)
      offset += part.length
    }
    return indexes
  }

  /**
   * Returns the items of a search for words in several campaigns or for a POS number, or null for another
   * one.
   */
  #joinedHits(
    scope: Scope,
    { search, searchMode }: Pick<ItemQuery, 'search' | 'searchMode'>,
    throwIfCancelled: ThrowIfCancelled,
  ): ScopeBits | null {
    if (this.#joined !== null && searchMode === 'words' && scope.snapshots.length > 1) {
      const words = wordsOf(search)
      return words.length === 0 ? null : this.#joined.itemsWithAll(scope, words, throwIfCancelled)
    }
    if (this.#posNumbers === null || searchMode !== 'fields') return null
    const posNumber = posNumberOf(parseTerms(search))
    return posNumber === null ? null : this.#posNumbers.itemsWith(scope, posNumber, throwIfCancelled)
  }

  /** Returns the finder of a search with its cache key, or null if it is empty. */
  #createFinder(
    search: string,
    mode: SearchMode,
    throwIfCancelled: ThrowIfCancelled,
  ): { key: string; find: Finder } | null {
    switch (mode) {
      case 'pattern':
        return search === '' ? null : this.#createPatternFinder(search, throwIfCancelled)
      case 'words': {
        const words = wordsOf(search)
        const find: Finder = (snapshot, check) => this.#words.matchingIndexes(snapshot, words, check)
        return words.length === 0 ? null : { key: `words ${words.toSorted().join(' ')}`, find }
      }
      case 'fields': {
        const terms = parseTerms(search)
        const texts = { words: this.#words, foldedTexts: this.#foldedTexts }
        const find: Finder = (snapshot, check) => indexesMatching(snapshot, terms, texts, check)
        return terms.length === 0 ? null : { key: `fields ${search}`, find }
      }
    }
  }

  /** Searches only the hits of a cached pattern that this one continues, as it does while it is typed. */
  #createPatternFinder(search: string, throwIfCancelled: ThrowIfCancelled): { key: string; find: Finder } {
    const findIn = createPatternFinder(search, this.#words, throwIfCancelled)
    const key = `${PATTERN_KEY}${search}`
    const earlier = [...this.#cache.keys()]
      .filter(
        (each) => each.startsWith(PATTERN_KEY) && continuesPattern(search, each.slice(PATTERN_KEY.length)),
      )
      .toSorted((one, other) => other.length - one.length)[0]
    const hits = earlier === undefined ? undefined : this.#cache.get(earlier)
    return { key, find: (snapshot, check) => findIn(snapshot, hits?.get(snapshot.number) ?? null, check) }
  }
}

function bytesOfHits(hitsBySnapshot: ReadonlyMap<number, Int32Array>): number {
  let bytes = 0
  for (const { byteLength } of hitsBySnapshot.values()) bytes += ENTRY_BYTES + byteLength
  return bytes
}

/** Returns the folded text of a search for only a part of a POS number, or null for another one. */
function posNumberOf(terms: readonly FieldTerm[]): string | null {
  const [term] = terms
  if (term === undefined || terms.length > 1 || term.negated || term.match.kind !== 'column') return null
  const { column, values } = term.match
  const [value] = values
  if (column !== 'posNumber' || value?.kind !== 'text' || values.length > 1) return null
  const folded = foldedLine(value.text)
  return folded === '' ? null : folded
}
