import { LRUCache } from 'lru-cache'
import { cached } from '../cached.ts'
import { ITEM_COLUMN_KEYS, ITEM_COLUMNS } from '../../contract/columns.ts'
import { fold } from '../../contract/fold.ts'
import { isAbbreviated } from '../abbreviated-value.ts'
import { CODED_COLUMNS } from '../index-columns.ts'
import { columnName } from '../item-columns.ts'
import { lengthOfBits } from '../ingest/word-index.ts'
import { allBits, intersect, setBit, noBits, indexesOf, unite, type Bits } from './bits.ts'
import type { CodedValues, CampaignIndex } from './campaign-index.ts'
import type { RequiredWords } from './required-words.ts'
import type { TextBlock } from '../text-blocks.ts'
import type { ThrowIfCancelled } from './cancellation.ts'
import type { SegmentWords, WordSegment } from './word-segments.ts'

/** Columns that a word is looked for in and whose values many items share. */
const SHARED_COLUMNS = CODED_COLUMNS.filter((key) => ITEM_COLUMNS[key].search !== undefined)

/** The columns in which words and phrases are found, in SQL. */
export const SEARCHED_COLUMNS = ITEM_COLUMN_KEYS.filter((key) => ITEM_COLUMNS[key].search !== undefined)
  .map(columnName)
  .join(', ')

/** Words whose items are held, so that one more word in a search costs only itself. */
const MAX_CACHED_WORDS = 16
/** With a hit in fewer bytes than this, going through the bytes is quicker than asking for the next hit. */
const BYTES_A_HIT = 200
const HITS_TO_JUDGE_BY = 500
const NOT_ASCII = /[^\0-\x7f]/

/** Finds the items that have a word somewhere. */
export class WordSearch {
  /** For each folded word, its items in each snapshot.. */
  readonly #cache = new LRUCache<string, WeakMap<CampaignIndex, Bits>>({ max: MAX_CACHED_WORDS })
  readonly #foldedValues = new WeakMap<CodedValues, readonly string[]>()

  /**
   * Places in the copy of the items in which each of the folded words stands somewhere, ascending. Must run
   * inside a snapshot. Throws `superseded`.
   */
  places(copy: CampaignIndex, words: readonly string[], throwIfCancelled: ThrowIfCancelled): Int32Array {
    return indexesOf(this.allOf(copy, words, throwIfCancelled))
  }

  /** The same as bits that the caller may change. There has to be a word. */
  allOf(copy: CampaignIndex, words: readonly string[], throwIfCancelled: ThrowIfCancelled): Bits {
    // Long words have fewer items: that the others add nothing is seen early.
    const [first, ...others] = words.toSorted((a, b) => b.length - a.length)
    if (first === undefined) return noBits(copy.count)
    const bits = Uint16Array.from(this.#bits(copy, first, throwIfCancelled))
    for (const word of others) {
      if (bits.every((unit) => unit === 0)) break
      intersect(bits, this.#bits(copy, word, throwIfCancelled))
    }
    return bits
  }

  /**
   * The items that have what a pattern needs, as bits that the caller may change. Must run inside a snapshot.
   */
  withNeed(copy: CampaignIndex, need: RequiredWords, throwIfCancelled: ThrowIfCancelled): Bits {
    if ('word' in need) return Uint16Array.from(this.#bits(copy, need.word, throwIfCancelled))
    const [parts, join] = 'all' in need ? [need.all, intersect] : [need.any, unite]
    const [first, ...others] = parts.map((part) => this.withNeed(copy, part, throwIfCancelled))
    if (first === undefined) return allBits(copy.count)
    for (const bits of others) join(first, bits)
    return first
  }

  #bits(copy: CampaignIndex, word: string, throwIfCancelled: ThrowIfCancelled): Bits {
    const inCopies = cached(this.#cache, word, () => new WeakMap<CampaignIndex, Bits>())
    let bits = inCopies.get(copy)
    if (bits === undefined) {
      bits = noBits(copy.count)
      for (const column of SHARED_COLUMNS) this.#markShared(copy.coded(column), word, bits)
      const needle = Buffer.from(word)
      let end = 0
      for (const segment of copy.words.all()) {
        throwIfCancelled()
        setItemsWithWord(segment, segment.kinds.plain, needle, bits)
        setItemsWithWord(segment, segment.kinds.folded, needle, bits)
        end = segment.first + segment.count
      }
      if (end < copy.count) markUnindexed(copy, end, word, bits, throwIfCancelled)
      for (const [place, cells] of copy.longRows<readonly (string | null)[]>(SEARCHED_COLUMNS)) {
        throwIfCancelled()
        if (cells.some((cell) => cell !== null && fold(cell).includes(word))) setBit(bits, place)
      }
      inCopies.set(copy, bits)
    }
    return bits
  }

  #markShared(values: CodedValues, word: string, bits: Bits): void {
    let folded = this.#foldedValues.get(values)
    if (folded === undefined) {
      folded = values.dictionary.map((value) =>
        value === null || isAbbreviated(value) ? '' : fold(String(value)),
      )
      this.#foldedValues.set(values, folded)
    }
    const hit = Uint8Array.from(folded, (text) => (text.includes(word) ? 1 : 0))
    if (!hit.includes(1)) return
    const { codes } = values
    for (let place = 0; place < codes.length; place += 1) {
      if (hit[codes[place] ?? 0] === 1) setBit(bits, place)
    }
  }
}

/** Marks the items from a place on, of which there are no words yet, by reading their texts. */
function markUnindexed(
  copy: CampaignIndex,
  from: number,
  word: string,
  bits: Bits,
  throwIfCancelled: ThrowIfCancelled,
): void {
  for (const blocks of copy.blocks()) {
    throwIfCancelled()
    // A segment of words is a whole number of blocks.
    for (const block of blocks) if (block.first >= from) markInBlock(block, word, bits)
  }
}

function markInBlock(block: TextBlock, word: string, bits: Bits): void {
  const { text, ends } = foldedBlock(block)
  let item = 0
  // A word has no line end: where it is found, it stands in a text of one item.
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, ends[item] ?? text.length)) {
    while ((ends[item] ?? Infinity) <= at) item += 1
    setBit(bits, block.first + item)
  }
  for (const [place, texts] of block.irregular) {
    if (texts.some((each) => fold(each).includes(word))) setBit(bits, block.first + place)
  }
}

/** Folding can make texts longer or shorter, but not those of plain letters. */
function foldedBlock({ text, ends }: TextBlock): Pick<TextBlock, 'text' | 'ends'> {
  if (!NOT_ASCII.test(text)) return { text: fold(text), ends }
  const parts = Array.from(ends, (end, at) => fold(text.slice(ends[at - 1] ?? 0, end)))
  let length = 0
  return { text: parts.join(''), ends: Int32Array.from(parts, (part) => (length += part.length)) }
}

/** Marks the items of all words of one kind in the segment that hold the needle. */
function setItemsWithWord(segment: WordSegment, kind: SegmentWords, needle: Uint8Array, bits: Bits): void {
  const { words, wordEnds } = kind
  const bytes = Buffer.from(words.buffer, words.byteOffset, words.byteLength)
  let word = 0
  let hits = 0
  let at = bytes.indexOf(needle)
  while (at >= 0) {
    while ((wordEnds[word] ?? Infinity) <= at) word += 1
    setWordItems(segment, kind, word, bits)
    const end = wordEnds[word] ?? bytes.length
    hits += 1
    if (hits === HITS_TO_JUDGE_BY && end / hits < BYTES_A_HIT) {
      markBytewise(segment, kind, needle, bits, word + 1)
      return
    }
    at = bytes.indexOf(needle, end)
  }
}

/**
 * The same, from a word on, for a needle with so many hits that a call for each would weigh more than the
 * bytes.
 */
function markBytewise(
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
  for (let at = wordEnds[word - 1] ?? 0; at < words.length; at += 1) {
    if (words[at] === first) {
      let same = 1
      while (same < needle.length && words[at + same] === needle[same]) same += 1
      if (same === needle.length) {
        setWordItems(segment, kind, word, bits)
        at = end - 1
      }
    }
    if (at === end - 1) {
      word += 1
      end = wordEnds[word] ?? 0
    }
  }
}

/** Marks the items of one word of a kind. */
export function setWordItems(
  { first, count }: WordSegment,
  { placeEnds, places }: SegmentWords,
  word: number,
  bits: Bits,
): void {
  const shared = placeEnds.length
  if (word >= shared) {
    const start = placeEnds[shared - 1] ?? 0
    setBit(bits, first + (places[start + word - shared] ?? 0))
    return
  }
  const [start, end] = [placeEnds[word - 1] ?? 0, placeEnds[word] ?? 0]
  if (end - start < lengthOfBits(count)) {
    for (let at = start; at < end; at += 1) setBit(bits, first + (places[at] ?? 0))
    return
  }
  // A segment begins at a multiple of 16.
  const offset = first / 16 - start
  for (let at = start; at < end; at += 1) bits[offset + at] = (bits[offset + at] ?? 0) | (places[at] ?? 0)
}
