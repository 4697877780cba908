import { integersFrom } from './index-columns.ts'

/**
 * The texts of some neighbouring items of a snapshot, as the index keeps them: each text ends with a line
 * feed.
 */
export interface TextBlock {
  /** Place of the first item in the snapshot. */
  readonly first: number
  readonly text: string
  /** For each item where its texts end. */
  readonly ends: Int32Array
  /**
   * Texts that have line ends, by the item's place in the block; their items have none in
   * `text`.
   */
  readonly irregular: ReadonlyMap<number, readonly string[]>
}

/** A row of `copy_texts`. */
export interface StoredTexts {
  readonly first: number
  readonly wide: number
  readonly text: Uint8Array
  readonly ends: Uint8Array
  readonly irregular: string | null
}

export function textBlockFrom(stored: StoredTexts): TextBlock {
  return {
    first: stored.first,
    text: Buffer.from(stored.text.buffer, stored.text.byteOffset, stored.text.byteLength).toString(
      stored.wide === 1 ? 'utf16le' : 'latin1',
    ),
    ends: integersFrom(stored.ends),
    irregular: irregularFrom(stored),
  }
}

function irregularFrom({ irregular }: StoredTexts): ReadonlyMap<number, readonly string[]> {
  if (irregular === null) return new Map()
  return new Map(JSON.parse(irregular) as readonly (readonly [number, readonly string[]])[])
}

/** A block of some of the items, given by their places in it, ascending; only their texts are decoded. */
export function partOfTextBlock(stored: StoredTexts, some: readonly number[]): TextBlock {
  const width = stored.wide === 1 ? 2 : 1
  const ends = integersFrom(stored.ends)
  const startOf = (at: number): number => (at === 0 ? 0 : (ends[at - 1] ?? 0))
  let length = 0
  const partEnds = Int32Array.from(some, (at) => (length += (ends[at] ?? 0) - startOf(at)))
  const bytes = Buffer.allocUnsafe(length * width)
  let filled = 0
  for (let index = 0; index < some.length;) {
    const first = some[index] ?? 0
    let last = first
    while (some[index + 1] === last + 1) {
      last += 1
      index += 1
    }
    index += 1
    const run = stored.text.subarray(startOf(first) * width, (ends[last] ?? 0) * width)
    bytes.set(run, filled)
    filled += run.byteLength
  }
  const irregular = irregularFrom(stored)
  const partIrregular = new Map<number, readonly string[]>()
  if (irregular.size > 0) {
    for (const [index, at] of some.entries()) {
      const texts = irregular.get(at)
      if (texts !== undefined) partIrregular.set(index, texts)
    }
  }
  return {
    first: 0,
    text: bytes.toString(width === 2 ? 'utf16le' : 'latin1'),
    ends: partEnds,
    irregular: partIrregular,
  }
}

/** The texts of the item at a place of the block, in the order of `searchedTexts`. */
export function textsAt(block: TextBlock, at: number): readonly string[] {
  const start = at === 0 ? 0 : (block.ends[at - 1] ?? 0)
  const end = block.ends[at] ?? start
  return end > start ? block.text.slice(start, end - 1).split('\n') : (block.irregular.get(at) ?? [])
}
