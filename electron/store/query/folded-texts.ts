import { fieldText, isFieldKey } from '../../contract/fields.ts'
import { fold } from '../../contract/fold.ts'
import { messages } from '../../contract/messages.ts'
import type { CacheBudget, SharedCache } from '../cache-budget.ts'
import type { ThrowIfCancelled } from '../protocol.ts'
import { setBit, type Bits } from './bits.ts'
import type { CampaignIndex } from './campaign-index.ts'
import { forEachTextIn, type TextColumn } from './sort-texts.ts'
import { readStoredTexts } from './stored-texts.ts'

/** Texts that are folded at once. */
const TEXTS_PER_BATCH = 1_024
const MAX_BATCH_CHARACTERS = 1_000_000
const LINE_FEED = 10
/** With more frequent matches, a loop over the bytes is faster than `indexOf`. */
const MIN_BYTES_PER_MATCH = 200
const SAMPLE_MATCHES = 500

/** The folded texts of a column, in UTF-8. */
export interface PackedTexts {
  /** A line feed, then each text followed by a line feed. */
  readonly bytes: Buffer
  /** For each item, the offset after its line feed. */
  readonly ends: Int32Array
}

/** Part of a text to find: anywhere, at its start, or at its end. */
export type TextPart = 'contains' | 'beginsWith' | 'endsWith'

/** Folds a text and collapses white space. */
export function foldedLine(text: string): string {
  return fold(text).replaceAll(/\s+/gu, ' ')
}

/** Caches the folded texts of columns, in which a text is found without folding each of them again. */
export class FoldedTexts {
  readonly #cache: SharedCache<PackedTexts>

  constructor(caches: CacheBudget) {
    this.#cache = caches.createCache({
      maxEntries: Infinity,
      bytesOf: ({ bytes, ends }) => bytes.byteLength + ends.byteLength,
    })
  }

  /** Returns whether the texts of a column are cached. */
  has(snapshot: CampaignIndex, column: TextColumn): boolean {
    return this.#cache.has(keyOf(snapshot, column))
  }

  /**
   * Sets the bits of the items whose texts contain a folded text. Must run inside a read transaction. Throws
   * `superseded`.
   */
  addMatches(
    snapshot: CampaignIndex,
    column: TextColumn,
    part: TextPart,
    folded: string,
    bits: Bits,
    throwIfCancelled: ThrowIfCancelled,
  ): void {
    const texts = this.#cache.memo(keyOf(snapshot, column), () => {
      throwIfCancelled()
      return readStoredTexts(snapshot, column) ?? packTexts(snapshot, column, throwIfCancelled)
    })
    const start = part === 'beginsWith' ? '\n' : ''
    const end = part === 'endsWith' ? '\n' : ''
    addMatches(texts, Buffer.from(`${start}${folded}${end}`), part === 'beginsWith' ? 1 : 0, bits)
  }
}

function keyOf({ snapshotKey, revision }: CampaignIndex, column: TextColumn): string {
  return `${String(snapshotKey)}.${String(revision)} ${column}`
}

/**
 * Folds the texts of a column. They are stored, so another result needs a migration that empties
 * `kept_texts`. Must run inside a read transaction. Throws `superseded`.
 */
export function packTexts(
  snapshot: CampaignIndex,
  column: TextColumn,
  throwIfCancelled: ThrowIfCancelled,
): PackedTexts {
  const flags = messages.items
  const parts: Buffer[] = [Buffer.from('\n')]
  let lines: string[] = []
  let characters = 0
  const flush = (): void => {
    if (lines.length > 0) parts.push(Buffer.from(foldLines(`${lines.join('\n')}\n`)))
    lines = []
    characters = 0
  }
  forEachTextIn(snapshot.handle, snapshot, column, null, throwIfCancelled, (_index, value) => {
    const text = value !== null && isFieldKey(column) ? fieldText(value, flags) : value
    lines.push(text === null ? '' : text.includes('\n') ? text.replaceAll('\n', ' ') : text)
    characters += text?.length ?? 0
    if (lines.length === TEXTS_PER_BATCH || characters > MAX_BATCH_CHARACTERS) flush()
  })
  flush()
  const bytes = Buffer.concat(parts)
  const ends = new Int32Array(snapshot.count)
  let item = 0
  for (let offset = 1; offset < bytes.length; offset += 1) {
    if (bytes[offset] !== LINE_FEED) continue
    ends[item] = offset + 1
    item += 1
  }
  return { bytes, ends }
}

/** Does what {@link foldedLine} does with each line, and trims it. */
function foldLines(lines: string): string {
  return fold(lines)
    .replaceAll(/[^\S\n]+/gu, ' ')
    .replaceAll(/ ?\n ?/gu, '\n')
}

/** @param skipped bytes of the needle before the text of an item */
function addMatches({ bytes, ends }: PackedTexts, needle: Buffer, skipped: number, bits: Bits): void {
  let item = 0
  let matches = 0
  let offset = bytes.indexOf(needle)
  while (offset >= 0) {
    while ((ends[item] ?? Infinity) <= offset + skipped) item += 1
    setBit(bits, item)
    const end = ends[item] ?? bytes.length
    matches += 1
    if (matches === SAMPLE_MATCHES && end / matches < MIN_BYTES_PER_MATCH) {
      addFrequentMatches({ bytes, ends }, needle, skipped, item + 1, bits)
      return
    }
    // The line feed before the next item may be the start of its match.
    offset = bytes.indexOf(needle, end - skipped)
  }
}

/** Adds the matches from an item on. */
function addFrequentMatches(
  { bytes, ends }: PackedTexts,
  needle: Buffer,
  skipped: number,
  fromItem: number,
  bits: Bits,
): void {
  const [first] = needle
  let item = fromItem
  let end = ends[item] ?? 0
  const start = (ends[fromItem - 1] ?? 1) - skipped
  for (let offset = start; offset < bytes.length && item < ends.length; offset += 1) {
    while (offset + skipped >= end && item < ends.length) {
      item += 1
      end = ends[item] ?? bytes.length
    }
    if (bytes[offset] !== first) continue
    let length = 1
    while (length < needle.length && bytes[offset + length] === needle[length]) length += 1
    if (length < needle.length) continue
    setBit(bits, item)
    offset = end - skipped - 1
  }
}
