import type { ReadHandle } from '../database/handles.ts'
import { releaseUnshared } from '../release-buffers.ts'
import { integersFrom, indexesFrom } from '../index-columns.ts'
import type { WordKind } from '../ingest/word-index.ts'

/** Words of one kind; see word-index.ts. */
export interface SegmentWords {
  readonly words: Uint8Array
  readonly wordEnds: Int32Array
  readonly itemEnds: Int32Array
  readonly items: Uint16Array
}

/** The words of consecutive items of a snapshot. */
export interface WordSegment {
  /** Index of the first item in the snapshot. */
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
  readonly itemEnds: Uint8Array
  readonly items: Uint8Array
}

const NO_WORDS: SegmentWords = {
  words: new Uint8Array(0),
  wordEnds: new Int32Array(0),
  itemEnds: new Int32Array(0),
  items: new Uint16Array(0),
}

/** Bytes that all snapshots of a reader may still cache. */
export interface MemoryBudget {
  remaining: number
}

/** Reads the words of a snapshot, and caches them up to a limit. */
export class WordSegments {
  readonly #handle: ReadHandle
  readonly #budget: MemoryBudget
  readonly #snapshotKey: number
  readonly #cached: WordSegment[] = []
  #bytes = 0

  constructor(handle: ReadHandle, budget: MemoryBudget, snapshotKey: number) {
    this.#handle = handle
    this.#budget = budget
    this.#snapshotKey = snapshotKey
  }

  /**
   * Yields all segments in order. Must run inside a read transaction.
   * @param itemCount the items of the snapshot
   */
  *all(itemCount: number): Generator<WordSegment> {
    yield* this.#cached
    const cached = this.#cached.at(-1)
    let last = cached?.first ?? -1
    // A query for each of thousands of snapshots takes longer than the search.
    if (cached !== undefined && cached.first + cached.count >= itemCount) return
    const next = this.#handle.rows<StoredWords>(
      `SELECT first, count, kind, words, word_ends AS wordEnds, place_ends AS itemEnds, places AS items FROM copy_words
        WHERE copy_key = ?
          AND first = (SELECT min(later.first) FROM copy_words AS later
            WHERE later.copy_key = copy_words.copy_key AND later.first > ?)`,
    )
    for (;;) {
      const segment = segmentFrom(next.all(this.#snapshotKey, last))
      if (segment === null) return
      this.#cache(segment)
      yield segment
      last = segment.first
      if (segment.first + segment.count >= itemCount) return
    }
  }

  /** Uses the only segment from memory of another owner, which does not count here. */
  share(segment: WordSegment): void {
    this.release()
    this.#cached.push(segment)
  }

  /** Releases the cache. */
  release(): void {
    this.#budget.remaining += this.#bytes
    this.#bytes = 0
    this.#cached.length = 0
  }

  /** Caches segments from the start without gaps, so that reading can continue after them. */
  #cache(segment: WordSegment): void {
    const before = this.#cached.at(-1)
    if (segment.first !== (before === undefined ? 0 : before.first + before.count)) return
    const bytes = bytesOfSegment(segment)
    if (bytes > this.#budget.remaining) return
    this.#budget.remaining -= bytes
    this.#bytes += bytes
    this.#cached.push(segment)
  }
}

function segmentFrom(rows: readonly StoredWords[]): WordSegment | null {
  const [row] = rows
  if (row === undefined) return null
  const kinds = { plain: NO_WORDS, written: NO_WORDS, folded: NO_WORDS }
  for (const { kind, words, wordEnds, itemEnds, items } of rows) {
    kinds[kind] = {
      words,
      wordEnds: integersFrom(wordEnds),
      itemEnds: integersFrom(itemEnds),
      items: indexesFrom(items),
    }
    releaseUnshared(wordEnds, itemEnds, items)
  }
  return { first: row.first, count: row.count, kinds }
}

/** Returns the bytes of a segment in memory. */
export function bytesOfSegment({ kinds }: WordSegment): number {
  return Object.values(kinds).reduce((sum, kind) => sum + bytesOf(kind), 0)
}

function bytesOf({ words, wordEnds, itemEnds, items }: SegmentWords): number {
  return words.byteLength + wordEnds.byteLength + itemEnds.byteLength + items.byteLength
}
