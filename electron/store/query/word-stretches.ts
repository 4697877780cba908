import type { ReadHandle } from '../database/handles.ts'
import { integersFrom, placesFrom } from '../index-columns.ts'

/** The words of some neighbouring items of a copy; see word-index.ts. */
export interface WordStretch {
  /** Place of the first item in the copy. */
  readonly first: number
  readonly count: number
  readonly words: Uint8Array
  readonly wordEnds: Int32Array
  readonly placeEnds: Int32Array
  readonly places: Uint16Array
}

interface StoredWords {
  readonly first: number
  readonly count: number
  readonly words: Uint8Array
  readonly wordEnds: Uint8Array
  readonly placeEnds: Uint8Array
  readonly places: Uint8Array
}

/** How many bytes the copies of a reader may hold together. */
export interface Budget {
  left: number
}

/** The words of a copy, held as far as the budget goes; those of a large cache are too much, and read each time. */
export class WordStretches {
  readonly #handle: ReadHandle
  readonly #budget: Budget
  readonly #copyKey: number
  readonly #held: WordStretch[] = []
  #bytes = 0

  constructor(handle: ReadHandle, budget: Budget, copyKey: number) {
    this.#handle = handle
    this.#budget = budget
    this.#copyKey = copyKey
  }

  /** All of them in order. Must run inside a snapshot. */
  *all(): Generator<WordStretch> {
    const next = this.#handle.rows<StoredWords>(
      `SELECT first, count, words, word_ends AS wordEnds, place_ends AS placeEnds, places
        FROM copy_words WHERE copy_key = ? AND first > ? ORDER BY first LIMIT 1`,
    )
    yield* this.#held
    let last = this.#held.at(-1)?.first ?? -1
    for (let row = next.get(this.#copyKey, last); row !== undefined; row = next.get(this.#copyKey, last)) {
      const stretch = {
        first: row.first,
        count: row.count,
        words: row.words,
        wordEnds: integersFrom(row.wordEnds),
        placeEnds: integersFrom(row.placeEnds),
        places: placesFrom(row.places),
      }
      this.#hold(stretch)
      yield stretch
      last = row.first
    }
  }

  /** Gives back what it took of the budget. */
  release(): void {
    this.#budget.left += this.#bytes
    this.#bytes = 0
    this.#held.length = 0
  }

  /** Only the beginning is held: what follows a gap would have to be looked for. */
  #hold(stretch: WordStretch): void {
    const before = this.#held.at(-1)
    if (stretch.first !== (before === undefined ? 0 : before.first + before.count)) return
    const { words, wordEnds, placeEnds, places } = stretch
    const bytes = words.byteLength + wordEnds.byteLength + placeEnds.byteLength + places.byteLength
    if (bytes > this.#budget.left) return
    this.#budget.left -= bytes
    this.#bytes += bytes
    this.#held.push(stretch)
  }
}
