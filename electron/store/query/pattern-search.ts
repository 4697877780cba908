import { ITEMS_PER_BLOCK } from '../ingest/index-builder.ts'
import { artworkNamesOf } from '../item-columns.ts'
import { IS_LONG, searchedTexts } from '../item-shape.ts'
import { partOfTextBlock, type TextBlock } from '../text-blocks.ts'
import { isAbbreviated } from '../abbreviated-value.ts'
import { setBit, createBits, indexesOf, type Bits } from './bits.ts'
import type { CampaignIndex } from './campaign-index.ts'
import { rowsWithKeys } from '../rows-with-keys.ts'
import { parsePattern } from './search-pattern.ts'
import { Search } from './search-scan.ts'
import type { ThrowIfCancelled } from '../protocol.ts'
import type { SegmentWords } from './word-segments.ts'
import { addWordItems, type WordSearch } from './words.ts'

/** Below this share of candidates, rows are read instead of blocks. */
const ROWS_DIVISOR = 50
/** Above this share of candidates, all texts are scanned. */
const SCAN_DIVISOR = 2
/** Rows between two checks for cancellation. */
const ROWS_PER_CHECK = 2_000
/** Characters of rows in memory at once. */
const MAX_CHARACTERS = 4_000_000
/** Parts of blocks per run, because starting a run takes time. */
const PARTS_PER_RUN = 64

type Cell = string | null
type SearchedCells = readonly [
  itemName: Cell,
  posNumber: Cell,
  elementName: Cell,
  artworkNames: Cell,
  artworkList: Cell,
]

/**
 * Returns a function that finds the ascending indexes of matching items in a snapshot. It searches the
 * indexed words if a match lies within one, else the texts of the given candidates (null for all) or those
 * with the required words, else all texts. Throws `searchInvalid`; the function throws `searchTooSlow` and
 * `superseded`, and must run inside a read transaction.
 */
export function createPatternFinder(
  source: string,
  words: WordSearch,
  throwIfCancelled: ThrowIfCancelled,
): (snapshot: CampaignIndex, given: Int32Array | null, throwIfCancelled: ThrowIfCancelled) => Int32Array {
  const pattern = parsePattern(source)
  const search = new Search(pattern, throwIfCancelled)
  return (snapshot, given, check) => {
    check(0)
    if (pattern.isInWord) return matchesInWords(snapshot, search, check)
    const candidates = fewest(
      given,
      pattern.requiredWords === null
        ? null
        : indexesOf(words.itemsWith(snapshot, pattern.requiredWords, check)),
    )
    if (candidates !== null) {
      if (candidates.length * ROWS_DIVISOR < snapshot.count)
        return matchesInRows(snapshot, candidates, search)
      if (candidates.length * SCAN_DIVISOR < snapshot.count)
        return matchesInBlocks(snapshot, candidates, search)
    }
    const bits = createBits(snapshot.count)
    addMatches(snapshot, 0, search, bits, check)
    addLongMatches(snapshot, search, bits)
    return indexesOf(bits)
  }
}

function fewest(one: Int32Array | null, other: Int32Array | null): Int32Array | null {
  return one !== null && (other === null || one.length < other.length) ? one : other
}

/** Adds the matches from an index on, at which a block starts. */
function addMatches(
  snapshot: CampaignIndex,
  start: number,
  search: Search,
  bits: Bits,
  throwIfCancelled: ThrowIfCancelled,
): void {
  for (const blocks of snapshot.blocks()) {
    throwIfCancelled((blocks[0]?.first ?? 0) / snapshot.count)
    for (const index of search.matches(blocks.filter(({ first }) => first >= start))) setBit(bits, index)
  }
}

/** Adds the matching long items, whose texts are not in the index. */
function addLongMatches(snapshot: CampaignIndex, search: Search, bits: Bits): void {
  for (const index of matchesInRows(snapshot, snapshot.longIndexes, search)) setBit(bits, index)
}

/** Searches the words, and the texts where no words are indexed yet. */
function matchesInWords(
  snapshot: CampaignIndex,
  search: Search,
  throwIfCancelled: ThrowIfCancelled,
): Int32Array {
  const bits = createBits(snapshot.count)
  addElementMatches(snapshot, search, bits)
  let end = 0
  for (const segment of snapshot.words.all(snapshot.count)) {
    const { plain, written } = segment.kinds
    const plainCount = plain.wordEnds.length
    for (const word of search.matches([blockOfWords(plain, 0), blockOfWords(written, plainCount)])) {
      if (word < plainCount) addWordItems(segment, plain, word, bits)
      else addWordItems(segment, written, word - plainCount, bits)
    }
    end = segment.first + segment.count
  }
  if (end < snapshot.count) addMatches(snapshot, end, search, bits, throwIfCancelled)
  addLongMatches(snapshot, search, bits)
  return indexesOf(bits)
}

/** Adds the items whose element name matches. It is coded and not among the words. */
function addElementMatches(snapshot: CampaignIndex, search: Search, bits: Bits): void {
  const { codes, dictionary } = snapshot.codedValues('elementName')
  const names = dictionary.map((value) => (value === null || isAbbreviated(value) ? [] : [String(value)]))
  const hits = search.matches([blockOf(names)])
  if (hits.length === 0) return
  const isHit = new Uint8Array(dictionary.length)
  for (const code of hits) isHit[code] = 1
  for (let index = 0; index < snapshot.count; index += 1)
    if (isHit[codes[index] ?? 0] === 1) setBit(bits, index)
}

function blockOfWords({ words, wordEnds }: SegmentWords, first: number): TextBlock {
  const text = Buffer.from(words.buffer, words.byteOffset, words.byteLength).toString()
  // Offsets of ASCII text equal byte offsets.
  const ends = text.length === words.byteLength ? wordEnds : lineEndsOf(text, wordEnds.length)
  return { first, text, ends, irregular: new Map() }
}

function lineEndsOf(text: string, count: number): Int32Array {
  const ends = new Int32Array(count)
  let end = 0
  for (let line = 0; line < count; line += 1) {
    end = text.indexOf('\n', end) + 1
    ends[line] = end
  }
  return ends
}

/** Returns the matching candidates, by reading their texts from the blocks. */
function matchesInBlocks(snapshot: CampaignIndex, indexes: Int32Array, search: Search): Int32Array {
  const isLong = (index: number): boolean => ((snapshot.shapes[index] ?? 0) & IS_LONG) !== 0
  const candidates = indexes.filter((index) => !isLong(index))
  const hits = [...matchesInRows(snapshot, indexes.filter(isLong), search)]
  let start = 0
  let parts: TextBlock[] = []
  for (let index = 0; index < candidates.length;) {
    const first = Math.floor((candidates[index] ?? 0) / ITEMS_PER_BLOCK) * ITEMS_PER_BLOCK
    const indexesInBlock: number[] = []
    const position = index - start
    for (; (candidates[index] ?? Infinity) < first + ITEMS_PER_BLOCK; index += 1)
      indexesInBlock.push((candidates[index] ?? 0) - first)
    const stored = snapshot.storedTexts(first)
    if (stored === undefined) throw new Error('The index of a snapshot has a gap')
    parts.push({ ...partOfTextBlock(stored, indexesInBlock), first: position })
    if (parts.length < PARTS_PER_RUN && index < candidates.length) continue
    for (const match of search.matches(parts)) hits.push(candidates[start + match] ?? 0)
    start = index
    parts = []
  }
  return Int32Array.from(hits).sort()
}

/** Returns the matching candidates, by reading their rows. */
function matchesInRows(snapshot: CampaignIndex, candidates: Int32Array, search: Search): Int32Array {
  const hits: number[] = []
  for (let start = 0; start < candidates.length; start += ROWS_PER_CHECK) {
    const part = candidates.subarray(start, start + ROWS_PER_CHECK)
    const keys = part.map((index) => snapshot.keys[index] ?? 0)
    const texts: (readonly string[])[] = Array.from(part, () => [])
    let characters = 0
    const match = (): void => {
      for (const index of search.matches([blockOf(texts)])) hits.push(part[index] ?? 0)
      texts.fill([])
      characters = 0
    }
    for (const [index, [itemName, posNumber, elementName, joined, list]] of rowsWithKeys<SearchedCells>(
      snapshot.handle,
      keys,
      'item_name, pos_number, element_name, artwork_names, artwork_list',
    )) {
      const artworkNames = artworkNamesOf(joined, list)
      const fields = searchedTexts({ itemName, posNumber, elementName, artworkNames })
      texts[index] = fields
      for (const text of fields) characters += text.length
      if (characters > MAX_CHARACTERS) match()
    }
    match()
  }
  return Int32Array.from(hits).sort()
}

/** Returns a block whose texts are all irregular. */
export function blockOf(texts: readonly (readonly string[])[]): TextBlock {
  return { first: 0, text: '', ends: new Int32Array(texts.length), irregular: new Map(texts.entries()) }
}
