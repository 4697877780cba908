import type { CopyMemory } from './copy-memory.ts'
import { parsePattern } from './search-pattern.ts'
import { Search } from './search-scan.ts'
import type { Scope } from './scope.ts'
import type { CheckTurn } from './turn.ts'

/** Searches whose hits are held, so that a change of sort or filter does not search again. */
const HELD_SEARCHES = 4

/** Hits of a search, item by item. */
export class Searches {
  /** For each pattern, the hits in each copy as places in it. Young ones last. */
  readonly #held = new Map<string, WeakMap<CopyMemory, Int32Array>>()

  /**
   * Places at which the pattern matches, ascending. Throws `searchInvalid`, `searchTooSlow`, `superseded`. Must
   * run inside a snapshot.
   */
  hits(scope: Scope, source: string, checkTurn: CheckTurn): Int32Array {
    const search = new Search(parsePattern(source), checkTurn)
    const inCopies = this.#take(source)
    const parts = scope.copies.map((copy) => {
      let hits = inCopies.get(copy)
      if (hits === undefined) {
        hits = hitsIn(copy, search)
        inCopies.set(copy, hits)
      }
      return hits
    })
    const places = new Int32Array(parts.reduce((sum, part) => sum + part.length, 0))
    let filled = 0
    for (const [at, part] of parts.entries()) {
      const start = scope.starts[at] ?? 0
      for (let index = 0; index < part.length; index += 1) places[filled + index] = start + (part[index] ?? 0)
      filled += part.length
    }
    return places
  }

  #take(source: string): WeakMap<CopyMemory, Int32Array> {
    const inCopies = this.#held.get(source) ?? new WeakMap<CopyMemory, Int32Array>()
    this.#held.delete(source)
    this.#held.set(source, inCopies)
    const [oldest] = this.#held.keys()
    if (this.#held.size > HELD_SEARCHES && oldest !== undefined) this.#held.delete(oldest)
    return inCopies
  }
}

function hitsIn(copy: CopyMemory, search: Search): Int32Array {
  const hits: number[] = []
  for (const blocks of copy.blocks()) {
    for (const place of search.matches(blocks)) hits.push(place)
  }
  return Int32Array.from(hits)
}
