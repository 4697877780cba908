import { Script } from 'node:vm'
import { AppError } from '../../contract/app-error.ts'
import { messages } from '../../contract/messages.ts'
import { textsAt, type TextBlock } from '../text-blocks.ts'
import type { SearchPattern } from './search-pattern.ts'
import type { ThrowIfCancelled } from '../protocol.ts'

/** Time limit of a search, in milliseconds. */
const SEARCH_LIMIT_MS = 2_000
/**
 * Time between two checks for cancellation, in milliseconds. Most patterns scan thousands of items in this
 * time; one that makes no progress gets one longer slice.
 */
const SLICE_MS = 200
const LAST_SLICE_MS = 400

/**
 * Runs an untrusted pattern, which may backtrack for long, under a time limit and in slices that a newer
 * search can interrupt.
 */
export class Search {
  readonly #pattern: SearchPattern
  readonly #throwIfCancelled: ThrowIfCancelled
  #remainingMs = SEARCH_LIMIT_MS

  constructor(pattern: SearchPattern, throwIfCancelled: ThrowIfCancelled) {
    this.#pattern = pattern
    this.#throwIfCancelled = throwIfCancelled
  }

  /**
   * Returns the indexes of the items in these blocks with a matching text. Throws `searchTooSlow`,
   * `searchInvalid` and `superseded`.
   */
  matches(blocks: readonly TextBlock[]): readonly number[] {
    const scan = new BlockScan(this.#pattern, blocks)
    let sliceMs = SLICE_MS
    let progress = -1
    for (;;) {
      this.#throwIfCancelled()
      if (this.#finishes(scan, Math.min(sliceMs, this.#remainingMs))) return scan.matches
      const stalled = scan.progress === progress
      if (this.#remainingMs <= 0 || (stalled && sliceMs === LAST_SLICE_MS))
        throw new AppError('searchTooSlow')
      sliceMs = stalled ? LAST_SLICE_MS : SLICE_MS
      progress = scan.progress
    }
  }

  #finishes(scan: BlockScan, limitMs: number): boolean {
    const start = performance.now()
    try {
      return finishesWithin(limitMs, () => scan.run())
    } catch (cause) {
      // The engine compiles a pattern on its first run, and may reject it then.
      if (cause instanceof SyntaxError) {
        throw new AppError('searchInvalid', { cause, params: { reason: messages.reasons.pattern.tooLarge } })
      }
      if (cause instanceof RangeError) throw new AppError('searchTooSlow', { cause })
      throw cause
    } finally {
      this.#remainingMs -= performance.now() - start
    }
  }
}

/** Scans blocks. It can be interrupted at any time and resumed. */
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

  /** Grows with every scanned item. */
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

  /** Matches one text after the other. */
  #scanTexts(block: TextBlock): void {
    for (; this.#item < block.ends.length; this.#item += 1) {
      this.#matchTexts(block, this.#item, textsAt(block, this.#item))
    }
  }

  /** Matches the whole text at once. A match never spans lines, so it belongs to one item. */
  #scanLines(block: TextBlock, lines: RegExp): void {
    const { text, ends } = block
    while (this.#item < ends.length) {
      lines.lastIndex = this.#item === 0 ? 0 : (ends[this.#item - 1] ?? 0)
      let item = this.#item
      // `test` is faster than `exec`, and only the end of the match is needed.
      if (!lines.test(text)) item = ends.length
      else while (item < ends.length && (ends[item] ?? 0) <= lines.lastIndex) item += 1
      this.#scanIrregular(block, item)
      if (item < ends.length) this.#add(block, item)
      this.#item = item + 1
    }
  }

  /** Matches the irregular items before `end`, in order. */
  #scanIrregular(block: TextBlock, end: number): void {
    if (block.irregular.size === 0) return
    for (; this.#item < end; this.#item += 1) {
      const texts = block.irregular.get(this.#item)
      if (texts !== undefined) this.#matchTexts(block, this.#item, texts)
    }
  }

  #matchTexts(block: TextBlock, item: number, texts: readonly string[]): void {
    if (texts.some((text) => this.#pattern.textPattern.test(text))) this.#add(block, item)
  }

  /** An interrupted scan may find the last item again. */
  #add(block: TextBlock, item: number): void {
    const index = block.first + item
    if (this.matches.at(-1) !== index) this.matches.push(index)
  }
}

/** A global property with the work of a script, because a script has access to nothing else. */
const WORK = '__campaignDeskLimitedWork'
const script = new Script(`globalThis.${WORK}()`)

/**
 * Runs work and interrupts it after a time limit, which no other means can do during a regular expression.
 * Returns false if it was interrupted. The work must not need cleanup.
 */
export function finishesWithin(limitMs: number, work: () => void): boolean {
  Object.defineProperty(globalThis, WORK, { value: work, configurable: true })
  try {
    script.runInThisContext({ timeout: Math.max(1, Math.ceil(limitMs)) })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      return false
    throw error
  } finally {
    Reflect.deleteProperty(globalThis, WORK)
  }
}
