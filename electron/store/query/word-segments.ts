import type { ReadHandle } from '../database/handles.ts'
import { integersFrom, placesFrom } from '../index-columns.ts'
import type { WordKind } from '../ingest/word-index.ts'

/** Words of one kind; see word-index.ts. */
export interface SegmentWords {
  readonly words: Uint8Array
  readonly wordEnds: Int32Array
  readonly placeEnds: Int32Array
  readonly places: Uint16Array
}

/** The words of some neighbouring items of a snapshot. */
export interface WordSegment {
  /** Place of the first item in the snapshot. */
  readonly first: number
  readonly count: number
  readonly kinds: Readonly<Record<WordKind, SegmentWords>>
}

interface StoredWords {
  readonly first: number
  readonly count: number
  readonly kind: WordKind
  readonly words: Uint8Array
  readonly wordEnds: Uint8Array
  readonly placeEnds: Uint8Array
  readonly places: Uint8Array
}

const NONE: SegmentWords = {
  words: new Uint8Array(0),
  wordEnds: new Int32Array(0),
  placeEnds: new Int32Array(0),
  places: new Uint16Array(0),
}

/** How many bytes the snapshots of a reader may hold together. */
export interface MemoryBudget {
  left: number
}

/**
 * The words of a snapshot, held as far as the budget goes; those of a large cache are too much, and read each
 * time.
 */
export class WordSegments {
  readonly #handle: ReadHandle
  readonly #budget: MemoryBudget
  readonly #copyKey: number
  readonly #held: WordSegment[] = []
  #bytes = 0

  constructor(handle: ReadHandle, budget: MemoryBudget, copyKey: number) {
    this.#handle = handle
    this.#budget = budget
    this.#copyKey = copyKey
  }

  /** All of them in order. Must run inside a snapshot. */
  *all(): Generator<WordSegment> {
    const next = this.#handle.rows<StoredWords>(
      `SELECT first, count, kind, words, word_ends AS wordEnds, place_ends AS placeEnds, places FROM copy_words
        WHERE copy_key = ?
          AND first = (SELECT min(later.first) FROM copy_words AS later
            WHERE later.copy_key = copy_words.copy_key AND later.first > ?)`,
    )
    yield* this.#held
    let last = this.#held.at(-1)?.first ?? -1
    for (;;) {
      const segment = segmentFrom(next.all(this.#copyKey, last))
      if (segment === null) return
      this.#hold(segment)
      yield segment
      last = segment.first
    }
  }

  /** Gives back what it took of the budget. */
  release(): void {
    this.#budget.left += this.#bytes
    this.#bytes = 0
    this.#held.length = 0
  }

  /** Only the beginning is held: what follows a gap would have to be looked for. */
  #hold(segment: WordSegment): void {
    const before = this.#held.at(-1)
    if (segment.first !== (before === undefined ? 0 : before.first + before.count)) return
    const bytes = Object.values(segment.kinds).reduce((sum, kind) => sum + bytesOf(kind), 0)
    if (bytes > this.#budget.left) return
    this.#budget.left -= bytes
    this.#bytes += bytes
    this.#held.push(segment)
  }
}

function segmentFrom(rows: readonly StoredWords[]): WordSegment | null {
  const [row] = rows
  if (row === undefined) return null
  const kinds = { plain: NONE, written: NONE, folded: NONE }
  for (const { kind, words, wordEnds, placeEnds, places } of rows) {
    kinds[kind] = {
      words,
      wordEnds: integersFrom(wordEnds),
      placeEnds: integersFrom(placeEnds),
      places: placesFrom(places),
    }
  }
  return { first: row.first, count: row.count, kinds }
}

function bytesOf({ words, wordEnds, placeEnds, places }: SegmentWords): number {
  return words.byteLength + wordEnds.byteLength + placeEnds.byteLength + places.byteLength
}
