import { AppError } from '../../contract/app-error.ts'
import { PATTERN_REASONS } from '../../contract/strings/store.ts'
import { textsAt, type TextBlock } from '../text-blocks.ts'
import type { SearchPattern } from './search-pattern.ts'
import { finishesWithin } from './time-limit.ts'
import type { ThrowIfCancelled } from './cancellation.ts'

/** What all of a search may take, in milliseconds. */
const SEARCH_LIMIT_MS = 2_000
/**
 * How long a slice runs until it is asked whether the search is still wanted. A sound pattern goes through
 * thousands of items in that time; one that does not even get through one block is given one longer slice.
 */
const SLICE_MS = 200
const LAST_SLICE_MS = 400

/**
 * A running search. A pattern is untrusted input to an engine that goes back and forth: all matching happens
 * under a time limit, in slices between which a newer search can take the place of this one.
 */
export class Search {
  readonly #pattern: SearchPattern
  readonly #throwIfCancelled: ThrowIfCancelled
  #left = SEARCH_LIMIT_MS

  constructor(pattern: SearchPattern, throwIfCancelled: ThrowIfCancelled) {
    this.#pattern = pattern
    this.#throwIfCancelled = throwIfCancelled
  }

  /**
   * Places in the copy of the items of these blocks of which at least one text matches. Throws
   * `searchTooSlow`, `searchInvalid` and `superseded`.
   */
  matches(blocks: readonly TextBlock[]): readonly number[] {
    const scan = new BlockScan(this.#pattern, blocks)
    let sliceMs = SLICE_MS
    let progress = -1
    for (;;) {
      this.#throwIfCancelled()
      if (this.#finishes(scan, Math.min(sliceMs, this.#left))) return scan.matches
      const stalled = scan.progress === progress
      if (this.#left <= 0 || (stalled && sliceMs === LAST_SLICE_MS)) throw new AppError('searchTooSlow')
      sliceMs = stalled ? LAST_SLICE_MS : SLICE_MS
      progress = scan.progress
    }
  }

  #finishes(scan: BlockScan, limitMs: number): boolean {
    const start = performance.now()
    try {
      return finishesWithin(limitMs, () => {
        scan.run()
      })
    } catch (cause) {
      // The engine compiles a pattern when it first runs, and only then finds that it is beyond its means.
      if (cause instanceof SyntaxError) {
        throw new AppError('searchInvalid', { cause, params: { reason: PATTERN_REASONS.tooLarge } })
      }
      if (cause instanceof RangeError) throw new AppError('searchTooSlow', { cause })
      throw cause
    } finally {
      this.#left -= performance.now() - start
    }
  }
}

/** Goes through blocks. It can be stopped at any moment and run on: what it has found is not lost. */
class BlockScan {
  readonly matches: number[] = []
  readonly #pattern: SearchPattern
  readonly #blocks: readonly TextBlock[]
  #block = 0
  #item = 0

  constructor(pattern: SearchPattern, blocks: readonly TextBlock[]) {
    this.#pattern = pattern
    this.#blocks = blocks
  }

  /** Counts up with every item that is done. */
  get progress(): number {
    return (this.#blocks[this.#block]?.first ?? 0) + this.#item
  }

  run(): void {
    for (let block = this.#blocks[this.#block]; block !== undefined; block = this.#blocks[this.#block]) {
      const { lines } = this.#pattern
      if (lines === null) this.#scanTexts(block)
      else this.#scanLines(block, lines)
      this.#block += 1
      this.#item = 0
    }
  }

  /** One text after the other. */
  #scanTexts(block: TextBlock): void {
    for (; this.#item < block.ends.length; this.#item += 1) {
      this.#matchTexts(block, this.#item, textsAt(block, this.#item))
    }
  }

  /** The whole text at once. What is found stays in its line, so that it belongs to one item. */
  #scanLines(block: TextBlock, lines: RegExp): void {
    const { text, ends } = block
    while (this.#item < ends.length) {
      lines.lastIndex = this.#item === 0 ? 0 : (ends[this.#item - 1] ?? 0)
      let at = this.#item
      // Only whether and where it ends: what a match consists of would take longer to tell than to find.
      if (!lines.test(text)) at = ends.length
      else while (at < ends.length && (ends[at] ?? 0) <= lines.lastIndex) at += 1
      this.#scanIrregular(block, at)
      if (at < ends.length) this.#add(block, at)
      this.#item = at + 1
    }
  }

  /** The items before `end` that the text does not hold, in their places among the others. */
  #scanIrregular(block: TextBlock, end: number): void {
    if (block.irregular.size === 0) return
    for (; this.#item < end; this.#item += 1) {
      const texts = block.irregular.get(this.#item)
      if (texts !== undefined) this.#matchTexts(block, this.#item, texts)
    }
  }

  #matchTexts(block: TextBlock, at: number, texts: readonly string[]): void {
    if (texts.some((text) => this.#pattern.whole.test(text))) this.#add(block, at)
  }

  /** An item may come twice, when the scan was stopped between finding it and going on. */
  #add(block: TextBlock, at: number): void {
    const place = block.first + at
    if (this.matches.at(-1) !== place) this.matches.push(place)
  }
}
