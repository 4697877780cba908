import { LRUCache } from 'lru-cache'
import { ITEM_COLUMN_KEYS, ITEM_COLUMNS } from '../../contract/columns.ts'
import { fold } from '../../contract/fold.ts'
import { isAbbreviated } from '../abbreviated-value.ts'
import { CODED_COLUMNS } from '../index-columns.ts'
import { columnName } from '../item-columns.ts'
import { lengthOfBits } from '../ingest/word-index.ts'
import { createFullBits, intersect, setBit, createBits, indexesOf, unite, type Bits } from './bits.ts'
import type { CodedValues, CampaignIndex } from './campaign-index.ts'
import type { RequiredWords } from './required-words.ts'
import type { TextBlock } from '../text-blocks.ts'
import type { ThrowIfCancelled } from '../protocol.ts'
import type { SegmentWords, WordSegment } from './word-segments.ts'

/** Searched columns that are coded. */
export const SEARCHED_CODED_COLUMNS = CODED_COLUMNS.filter((key) => ITEM_COLUMNS[key].search !== undefined)

/** The searched columns in SQL. */
export const SEARCHED_COLUMNS = ITEM_COLUMN_KEYS.filter((key) => ITEM_COLUMNS[key].search !== undefined)
  .map(columnName)
  .join(', ')

/** Cached so that another word in a search costs only itself. */
const MAX_CACHED_WORDS = 16
/** With more frequent hits, a loop over the bytes is faster than `indexOf`. */
const MIN_BYTES_PER_HIT = 200
const SAMPLE_HITS = 20
const NOT_ASCII = /[^\0-\x7f]/

/** A folded word. */
interface SearchedWord {
  readonly word: string
  readonly needle: Uint8Array
  /** The items that contain it, by the numbers of the indexes. */
  readonly items: Map<number, Bits>
}

/** Finds the items that contain words. */
export class WordSearch {
  readonly #cache = new LRUCache<string, SearchedWord>({
    max: MAX_CACHED_WORDS,
    memoMethod: (word) => ({ word, needle: Buffer.from(word), items: new Map() }),
  })
  /** The word of the last index, because thousands of indexes are searched for the same one. */
  #last: SearchedWord | null = null
  readonly #foldedValues = new WeakMap<CodedValues, readonly string[]>()

  /**
   * Returns the ascending indexes of the items that contain all folded words. Must run inside a read
   * transaction. Throws `superseded`.
   */
  matchingIndexes(
    snapshot: CampaignIndex,
    words: readonly string[],
    throwIfCancelled: ThrowIfCancelled,
  ): Int32Array {
    const [only, ...others] = words
    return indexesOf(
      only !== undefined && others.length === 0
        ? this.#bits(snapshot, only, throwIfCancelled)
        : this.itemsWithAll(snapshot, words, throwIfCancelled),
    )
  }

  /** Returns the items that contain all words, as new bits. Needs at least one word. */
  itemsWithAll(snapshot: CampaignIndex, words: readonly string[], throwIfCancelled: ThrowIfCancelled): Bits {
    // Longer words have fewer items, so the loop can end early.
    const [first, ...others] = words.toSorted((a, b) => b.length - a.length)
    if (first === undefined) return createBits(snapshot.count)
    const bits = this.#bits(snapshot, first, throwIfCancelled).slice()
    for (const word of others) {
      if (bits.every((unit) => unit === 0)) break
      intersect(bits, this.#bits(snapshot, word, throwIfCancelled))
    }
    return bits
  }

  /** Returns the items that meet a condition, as new bits. Must run inside a read transaction. */
  itemsWith(snapshot: CampaignIndex, condition: RequiredWords, throwIfCancelled: ThrowIfCancelled): Bits {
    if ('word' in condition) return this.#bits(snapshot, condition.word, throwIfCancelled).slice()
    const [parts, join] = 'all' in condition ? [condition.all, intersect] : [condition.any, unite]
    const [first, ...others] = parts.map((part) => this.itemsWith(snapshot, part, throwIfCancelled))
    if (first === undefined) return createFullBits(snapshot.count)
    for (const bits of others) join(first, bits)
    return first
  }

  #bits(snapshot: CampaignIndex, word: string, throwIfCancelled: ThrowIfCancelled): Bits {
    if (this.#last?.word !== word) this.#last = this.#cache.memo(word)
    const { items, needle } = this.#last
    let bits = items.get(snapshot.number)
    if (bits === undefined) {
      bits = createBits(snapshot.count)
      for (const column of SEARCHED_CODED_COLUMNS)
        this.#addCodedMatches(snapshot.codedValues(column), word, bits)
      let end = 0
      for (const segment of snapshot.words.all(snapshot.count)) {
        throwIfCancelled()
        addItemsWithWord(segment, segment.kinds.plain, needle, bits)
        addItemsWithWord(segment, segment.kinds.folded, needle, bits)
        end = segment.first + segment.count
      }
      if (end < snapshot.count) addUnindexedMatches(snapshot, end, word, bits, throwIfCancelled)
      for (const [index, cells] of snapshot.longRows<readonly (string | null)[]>(SEARCHED_COLUMNS)) {
        throwIfCancelled()
        if (cells.some((cell) => cell !== null && fold(cell).includes(word))) setBit(bits, index)
      }
      items.set(snapshot.number, bits)
    }
    return bits
  }

  #addCodedMatches(values: CodedValues, word: string, bits: Bits): void {
    let folded = this.#foldedValues.get(values)
    if (folded === undefined) {
      folded = values.dictionary.map((value) =>
        value === null || isAbbreviated(value) ? '' : fold(String(value)),
      )
      this.#foldedValues.set(values, folded)
    }
    if (!folded.some((text) => text.includes(word))) return
    const isMatch = Uint8Array.from(folded, (text) => (text.includes(word) ? 1 : 0))
    const { codes } = values
    for (let index = 0; index < codes.length; index += 1) {
      if (isMatch[codes[index] ?? 0] === 1) setBit(bits, index)
    }
  }
}

/** Adds the matches from an index on, whose words are not indexed yet, by reading their texts. */
function addUnindexedMatches(
  snapshot: CampaignIndex,
  start: number,
  word: string,
  bits: Bits,
  throwIfCancelled: ThrowIfCancelled,
): void {
  for (const blocks of snapshot.blocks()) {
    throwIfCancelled()
    // Segments are a multiple of the block size.
    for (const block of blocks) if (block.first >= start) addBlockMatches(block, word, bits)
  }
}

function addBlockMatches(block: TextBlock, word: string, bits: Bits): void {
  const { text, ends } = foldedBlock(block)
  let item = 0
  // A word has no line end, so a match belongs to one item.
  for (let offset = text.indexOf(word); offset >= 0; offset = text.indexOf(word, ends[item] ?? text.length)) {
    while ((ends[item] ?? Infinity) <= offset) item += 1
    setBit(bits, block.first + item)
  }
  for (const [index, texts] of block.irregular) {
    if (texts.some((each) => fold(each).includes(word))) setBit(bits, block.first + index)
  }
}

/** Folding may change the length of texts other than ASCII. */
function foldedBlock({ text, ends }: TextBlock): Pick<TextBlock, 'text' | 'ends'> {
  if (!NOT_ASCII.test(text)) return { text: fold(text), ends }
  const parts = Array.from(ends, (end, index) => fold(text.slice(ends[index - 1] ?? 0, end)))
  let length = 0
  return { text: parts.join(''), ends: Int32Array.from(parts, (part) => (length += part.length)) }
}

/** Adds the items of all words of a kind that contain the needle. */
function addItemsWithWord(segment: WordSegment, kind: SegmentWords, needle: Uint8Array, bits: Bits): void {
  const { words, wordEnds } = kind
  if (words.length === 0) return
  const bytes = Buffer.from(words.buffer, words.byteOffset, words.byteLength)
  let word = 0
  let hits = 0
  let offset = bytes.indexOf(needle)
  while (offset >= 0) {
    while ((wordEnds[word] ?? Infinity) <= offset) word += 1
    addWordItems(segment, kind, word, bits)
    const end = wordEnds[word] ?? bytes.length
    hits += 1
    if (hits === SAMPLE_HITS && end / hits < MIN_BYTES_PER_HIT) {
      scanBytes(segment, kind, needle, bits, word + 1)
      return
    }
    offset = bytes.indexOf(needle, end)
  }
}

/** Does what {@link addItemsWithWord} does, but scans bytes, which is faster for frequent needles. */
function scanBytes(
  segment: WordSegment,
  kind: SegmentWords,
  needle: Uint8Array,
  bits: Bits,
  fromWord: number,
): void {
  const { words, wordEnds } = kind
  const first = needle[0]
  let word = fromWord
  let end = wordEnds[word] ?? 0
  for (let index = wordEnds[word - 1] ?? 0; index < words.length; index += 1) {
    if (words[index] === first) {
      let length = 1
      while (length < needle.length && words[index + length] === needle[length]) length += 1
      if (length === needle.length) {
        addWordItems(segment, kind, word, bits)
        index = end - 1
      }
    }
    if (index === end - 1) {
      word += 1
      end = wordEnds[word] ?? 0
    }
  }
}

/** Adds the items of one word. */
export function addWordItems(
  { first, count }: WordSegment,
  { itemEnds, items }: SegmentWords,
  word: number,
  bits: Bits,
): void {
  const sharedCount = itemEnds.length
  if (word >= sharedCount) {
    const start = itemEnds[sharedCount - 1] ?? 0
    setBit(bits, first + (items[start + word - sharedCount] ?? 0))
    return
  }
  const [start, end] = [itemEnds[word - 1] ?? 0, itemEnds[word] ?? 0]
  if (end - start < lengthOfBits(count)) {
    for (let index = start; index < end; index += 1) setBit(bits, first + (items[index] ?? 0))
    return
  }
  // Segments start index a multiple of 16.
  const offset = first / 16 - start
  for (let index = start; index < end; index += 1)
    bits[offset + index] = (bits[offset + index] ?? 0) | (items[index] ?? 0)
}
