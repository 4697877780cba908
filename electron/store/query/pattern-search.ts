import { ITEMS_PER_BLOCK } from '../ingest/index-builder.ts'
import { artworkNamesOf } from '../item-columns.ts'
import { IS_LONG, searchedTexts } from '../item-shape.ts'
import { partOfTextBlock, type TextBlock } from '../text-blocks.ts'
import { isAbbreviated } from '../abbreviated-value.ts'
import { setBit, noBits, indexesOf, type Bits } from './bits.ts'
import type { CampaignIndex } from './campaign-index.ts'
import { rowsWithKeys } from './rows-with-keys.ts'
import { parsePattern } from './search-pattern.ts'
import { Search } from './search-scan.ts'
import type { ThrowIfCancelled } from './cancellation.ts'
import type { SegmentWords } from './word-segments.ts'
import { setWordItems, type WordSearch } from './words.ts'

/**
 * With fewer than one of so many items as candidates, their rows are read one by one, and not blocks of
 * texts.
 */
const SMALL_SHARE = 50
/** With more than one of so many, the texts of all are gone through. */
const LARGE_SHARE = 2
/** Rows that are read between two looks at whether the search is still wanted. */
const ROWS_AT_ONCE = 2_000
/** Characters of their texts that are in memory together. */
const MAX_CHARACTERS_AT_ONCE = 4_000_000
/** Parts of blocks that the engine is given at once: it takes a moment to set about them. */
const PARTS_AT_ONCE = 64

type Cell = string | null
type SearchedCells = readonly [
  itemName: Cell,
  posNumber: Cell,
  elementName: Cell,
  artworkNames: Cell,
  artworkList: Cell,
]

/**
 * Finds the places in a copy of the items of which a text matches, ascending, with as little text for the
 * engine as can be: the words of the index where a match lies within one, else the texts that have what the
 * pattern needs, else all. Throws `searchInvalid`; what it gives throws `searchTooSlow` and `superseded`, and
 * must run inside a snapshot.
 */
export function patternFinder(
  source: string,
  words: WordSearch,
  throwIfCancelled: ThrowIfCancelled,
): (copy: CampaignIndex) => Int32Array {
  const pattern = parsePattern(source)
  const search = new Search(pattern, throwIfCancelled)
  return (copy) => {
    if (pattern.isInWord) return matchesInWords(copy, search)
    if (pattern.need !== null) {
      const candidates = indexesOf(words.withNeed(copy, pattern.need, throwIfCancelled))
      if (candidates.length * SMALL_SHARE < copy.count) return matchesInRows(copy, candidates, search)
      if (candidates.length * LARGE_SHARE < copy.count) return matchesAmong(copy, candidates, search)
    }
    const bits = markMatches(copy, 0, search, noBits(copy.count))
    return indexesOf(markLong(copy, search, bits))
  }
}

/** Marks the matches from a place on, at which a block begins. */
function markMatches(copy: CampaignIndex, from: number, search: Search, bits: Bits): Bits {
  for (const blocks of copy.blocks()) {
    for (const place of search.matches(blocks.filter(({ first }) => first >= from))) setBit(bits, place)
  }
  return bits
}

/** Marks the long items that match: their texts are not in the index. */
function markLong(copy: CampaignIndex, search: Search, bits: Bits): Bits {
  for (const place of matchesInRows(copy, copy.longPlaces, search)) setBit(bits, place)
  return bits
}

/** Goes through the words; where there are none yet, through the texts. */
function matchesInWords(copy: CampaignIndex, search: Search): Int32Array {
  const bits = noBits(copy.count)
  markElements(copy, search, bits)
  let end = 0
  for (const segment of copy.words.all()) {
    const { plain, written } = segment.kinds
    const plainCount = plain.wordEnds.length
    for (const word of search.matches([blockOfWords(plain, 0), blockOfWords(written, plainCount)])) {
      if (word < plainCount) setWordItems(segment, plain, word, bits)
      else setWordItems(segment, written, word - plainCount, bits)
    }
    end = segment.first + segment.count
  }
  if (end < copy.count) markMatches(copy, end, search, bits)
  return indexesOf(markLong(copy, search, bits))
}

/** Marks the items whose element's name matches: what many items share is not among the words. */
function markElements(copy: CampaignIndex, search: Search, bits: Bits): void {
  const { codes, dictionary } = copy.coded('elementName')
  const names = dictionary.map((value) => (value === null || isAbbreviated(value) ? [] : [String(value)]))
  const hits = search.matches([blockOf(names)])
  if (hits.length === 0) return
  const isHit = new Uint8Array(dictionary.length)
  for (const code of hits) isHit[code] = 1
  for (let place = 0; place < copy.count; place += 1) if (isHit[codes[place] ?? 0] === 1) setBit(bits, place)
}

function blockOfWords({ words, wordEnds }: SegmentWords, first: number): TextBlock {
  const text = Buffer.from(words.buffer, words.byteOffset, words.byteLength).toString()
  // Those of ASCII alone are as long as their bytes are many.
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

/** Those of the candidates that match; their texts are taken out of their blocks. */
function matchesAmong(copy: CampaignIndex, places: Int32Array, search: Search): Int32Array {
  const isLong = (place: number): boolean => ((copy.shapes[place] ?? 0) & IS_LONG) !== 0
  const candidates = places.filter((place) => !isLong(place))
  const hits = [...matchesInRows(copy, places.filter(isLong), search)]
  let start = 0
  let parts: TextBlock[] = []
  for (let index = 0; index < candidates.length;) {
    const first = Math.floor((candidates[index] ?? 0) / ITEMS_PER_BLOCK) * ITEMS_PER_BLOCK
    const some: number[] = []
    const at = index - start
    for (; (candidates[index] ?? Infinity) < first + ITEMS_PER_BLOCK; index += 1)
      some.push((candidates[index] ?? 0) - first)
    const stored = copy.storedTexts(first)
    if (stored === undefined) throw new Error('The index of a copy has a gap')
    parts.push({ ...partOfTextBlock(stored, some), first: at })
    if (parts.length < PARTS_AT_ONCE && index < candidates.length) continue
    for (const match of search.matches(parts)) hits.push(candidates[start + match] ?? 0)
    start = index
    parts = []
  }
  return Int32Array.from(hits).sort()
}

/** Those of the candidates that match; their rows are read. */
function matchesInRows(copy: CampaignIndex, candidates: Int32Array, search: Search): Int32Array {
  const hits: number[] = []
  for (let start = 0; start < candidates.length; start += ROWS_AT_ONCE) {
    const some = candidates.subarray(start, start + ROWS_AT_ONCE)
    const keys = some.map((place) => copy.keys[place] ?? 0)
    const texts: (readonly string[])[] = Array.from(some, () => [])
    let characters = 0
    const match = (): void => {
      for (const at of search.matches([blockOf(texts)])) hits.push(some[at] ?? 0)
      texts.fill([])
      characters = 0
    }
    for (const [at, [itemName, posNumber, elementName, joined, list]] of rowsWithKeys<SearchedCells>(
      copy.handle,
      keys,
      'item_name, pos_number, element_name, artwork_names, artwork_list',
    )) {
      const artworkNames = artworkNamesOf(joined, list)
      const found = searchedTexts({ itemName, posNumber, elementName, artworkNames })
      texts[at] = found
      for (const text of found) characters += text.length
      if (characters > MAX_CHARACTERS_AT_ONCE) match()
    }
    match()
  }
  return Int32Array.from(hits).sort()
}

/** A block that has all texts beside it. */
function blockOf(texts: readonly (readonly string[])[]): TextBlock {
  return { first: 0, text: '', ends: new Int32Array(texts.length), irregular: new Map(texts.entries()) }
}
