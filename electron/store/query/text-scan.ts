import { AppError } from '../../contract/app-error.ts'
import { ARTWORK_SEPARATOR } from '../../contract/columns.ts'
import { wordsOf } from '../../contract/fold.ts'
import { fieldText, isFieldKey } from '../../contract/fields.ts'
import { messages } from '../../contract/messages.ts'
import { formTest } from '../../contract/text-form.ts'
import type { ReadHandle } from '../database/handles.ts'
import { columnName } from '../item-columns.ts'
import type { ThrowIfCancelled } from '../protocol.ts'
import { rowsWithKeys } from '../rows-with-keys.ts'
import { countBits, createBits, indexesOf, setBit, type Bits } from './bits.ts'
import type { CampaignIndex } from './campaign-index.ts'
import { foldedLine, type FoldedTexts, type TextPart } from './folded-texts.ts'
import { blockOf } from './pattern-search.ts'
import type { RequiredWords } from './required-words.ts'
import type { TextCondition } from './resolved-condition.ts'
import { parsePattern } from './search-pattern.ts'
import { Search } from './search-scan.ts'
import { forEachTextIn, isIndexedText, type StoredColumn, type TextColumn } from './sort-texts.ts'
import type { WordSearch } from './words.ts'

/** Below this share of candidates, rows are read instead of all texts. */
const ROWS_DIVISOR = 50
/** Texts that are matched at once. */
const TEXTS_PER_BATCH = 4_096
/** Their characters in memory. */
const MAX_BATCH_CHARACTERS = 4_000_000
/** Matches trimmed texts, which are not empty. */
export interface TextMatcher {
  /** Returns 1 for each text that matches. Throws `superseded`, and what a slow pattern throws. */
  readonly match: (texts: readonly string[]) => Uint8Array
  /** Words that every matching text contains; null if unknown. */
  readonly requiredWords: RequiredWords | null
  /** What the matcher finds in packed folded texts; null if it does not search them. */
  readonly folded: { readonly part: TextPart; readonly text: string } | null
}

/**
 * Returns the matcher of a condition. Texts are compared folded, as a search does. Patterns run under the
 * time limit of searches. Throws `filterPatternInvalid`; the matcher throws `filterPatternTooSlow`.
 */
export function createMatcher(condition: TextCondition, throwIfCancelled: ThrowIfCancelled): TextMatcher {
  switch (condition.kind) {
    case 'pattern':
      return createPatternMatcher(condition.source, throwIfCancelled)
    case 'otherFormat': {
      const hasFormat = formTest(condition.format)
      return { match: matchEach((text) => !hasFormat(text)), requiredWords: null, folded: null }
    }
    case 'contains':
    case 'beginsWith':
    case 'endsWith': {
      const text = foldedLine(condition.text)
      const words = wordsOf(condition.text.replaceAll(ARTWORK_SEPARATOR.trim(), ' '))
      return {
        match: matchEach(FOLDED_TESTS[condition.kind](text)),
        requiredWords: words.length === 0 ? null : { all: words.map((word) => ({ word })) },
        // Folded texts are trimmed, and every offset in them would be a match of an empty text.
        folded: text === '' || text !== text.trim() ? null : { part: condition.kind, text },
      }
    }
  }
}

function matchEach(test: (text: string) => boolean): TextMatcher['match'] {
  return (texts) => Uint8Array.from(texts, (text) => Number(test(text)))
}

const FOLDED_TESTS: Readonly<Record<TextPart, (folded: string) => (text: string) => boolean>> = {
  contains: (folded) => (text) => foldedLine(text).includes(folded),
  beginsWith: (folded) => (text) => foldedLine(text).startsWith(folded),
  endsWith: (folded) => (text) => foldedLine(text).endsWith(folded),
}

function createPatternMatcher(source: string, throwIfCancelled: ThrowIfCancelled): TextMatcher {
  const pattern = withFilterFaults(() => parsePattern(source))
  const search = new Search(pattern, throwIfCancelled)
  return {
    match: (texts) => {
      const matches = new Uint8Array(texts.length)
      const block = blockOf(texts.map((text) => [text]))
      for (const index of withFilterFaults(() => search.matches([block]))) matches[index] = 1
      return matches
    },
    // Artwork names are separate in the word index.
    requiredWords: source.includes(ARTWORK_SEPARATOR.trim()) ? null : pattern.requiredWords,
    folded: null,
  }
}

/** Throws the faults of a pattern as those of a filter, because they are reported elsewhere. */
function withFilterFaults<Value>(work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    if (error instanceof AppError && error.code === 'searchInvalid')
      throw new AppError('filterPatternInvalid', { cause: error, params: error.params })
    if (error instanceof AppError && error.code === 'searchTooSlow')
      throw new AppError('filterPatternTooSlow', { cause: error })
    throw error
  }
}

/** What a scan reads from. */
export interface TextSource {
  readonly handle: ReadHandle
  readonly words: WordSearch
  readonly foldedTexts: FoldedTexts
  readonly throwIfCancelled: ThrowIfCancelled
}

/**
 * Returns the items of a snapshot whose text in a column matches. Must run inside a read transaction. Throws
 * what the matcher throws.
 */
export function matchingItems(
  snapshot: CampaignIndex,
  column: TextColumn,
  { match, requiredWords, folded }: TextMatcher,
  { handle, words, foldedTexts, throwIfCancelled }: TextSource,
): Bits {
  const bits = createBits(snapshot.count)
  const batch = new TextBatch(match, bits)
  if (isFieldKey(column) && folded === null) {
    const flags = messages.items
    forEachTextIn(handle, snapshot, column, null, throwIfCancelled, (index, value) =>
      batch.add(index, value === null ? null : fieldText(value, flags)),
    )
    batch.flush()
    return bits
  }
  const candidates =
    requiredWords === null || !isIndexedText(column) || (folded !== null && foldedTexts.has(snapshot, column))
      ? null
      : words.itemsWith(snapshot, requiredWords, throwIfCancelled)
  if (candidates !== null && isIndexedText(column) && countBits(candidates) * ROWS_DIVISOR < snapshot.count) {
    for (const [index, text] of rowsOf(snapshot, column, indexesOf(candidates), throwIfCancelled))
      batch.add(index, text)
  } else if (folded === null) {
    forEachTextIn(handle, snapshot, column, candidates, throwIfCancelled, (index, text) =>
      batch.add(index, text),
    )
  } else {
    foldedTexts.addMatches(snapshot, column, folded.part, folded.text, bits, throwIfCancelled)
  }
  batch.flush()
  return bits
}

/** Reads a column of some items. */
function* rowsOf(
  snapshot: CampaignIndex,
  column: StoredColumn,
  indexes: Int32Array,
  throwIfCancelled: ThrowIfCancelled,
): Generator<readonly [index: number, text: string | null]> {
  for (let start = 0; start < indexes.length; start += TEXTS_PER_BATCH) {
    throwIfCancelled(start / indexes.length)
    const part = indexes.subarray(start, start + TEXTS_PER_BATCH)
    const keys = part.map((index) => snapshot.keys[index] ?? 0)
    const rows = rowsWithKeys<readonly [string | null]>(snapshot.handle, keys, columnName(column))
    for (const [position, [text]] of rows) yield [part[position] ?? 0, text]
  }
}

/** Collects texts, and sets the bits of the items whose texts match. */
class TextBatch {
  readonly #match: TextMatcher['match']
  readonly #bits: Bits
  #indexes: number[] = []
  #texts: string[] = []
  #characters = 0

  constructor(match: TextMatcher['match'], bits: Bits) {
    this.#match = match
    this.#bits = bits
  }

  /** Adds the text of an item, unless it is empty. */
  add(index: number, cell: string | null): void {
    const text = cell?.trim() ?? ''
    if (text === '') return
    this.#indexes.push(index)
    this.#texts.push(text)
    this.#characters += text.length
    if (this.#texts.length === TEXTS_PER_BATCH || this.#characters > MAX_BATCH_CHARACTERS) this.flush()
  }

  flush(): void {
    const matches = this.#match(this.#texts)
    for (const [position, index] of this.#indexes.entries())
      if (matches[position] === 1) setBit(this.#bits, index)
    this.#indexes = []
    this.#texts = []
    this.#characters = 0
  }
}
