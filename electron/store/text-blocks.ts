import { integersFrom } from './index-columns.ts'

/** The texts of consecutive items in the index. A line feed ends each text. */
export interface TextBlock {
  /** Index of the first item in the snapshot. */
  readonly first: number
  readonly text: string
  /** For each item, the offset at which its texts end. */
  readonly ends: Int32Array
  /** Texts of items with line breaks, by the item's index in the block; `text` does not contain them. */
  readonly irregular: ReadonlyMap<number, readonly string[]>
}

export interface StoredTexts {
  readonly first: number
  readonly wide: number
  readonly text: Uint8Array
  readonly ends: Uint8Array
  readonly irregular: string | null
}

/** Decodes a row of `copy_texts`. */
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

/** Decodes only the texts of some items, given by their ascending indexes in the block. */
export function partOfTextBlock(stored: StoredTexts, indexes: readonly number[]): TextBlock {
  const width = stored.wide === 1 ? 2 : 1
  const ends = integersFrom(stored.ends)
  const startOf = (item: number): number => (item === 0 ? 0 : (ends[item - 1] ?? 0))
  let length = 0
  const partEnds = Int32Array.from(indexes, (item) => (length += (ends[item] ?? 0) - startOf(item)))
  const bytes = Buffer.allocUnsafe(length * width)
  let offset = 0
  for (let index = 0; index < indexes.length;) {
    const first = indexes[index] ?? 0
    let last = first
    while (indexes[index + 1] === last + 1) {
      last += 1
      index += 1
    }
    index += 1
    const run = stored.text.subarray(startOf(first) * width, (ends[last] ?? 0) * width)
    bytes.set(run, offset)
    offset += run.byteLength
  }
  const irregular = irregularFrom(stored)
  const partIrregular = new Map<number, readonly string[]>()
  if (irregular.size > 0) {
    for (const [index, item] of indexes.entries()) {
      const texts = irregular.get(item)
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

/** Returns the texts of an item in the order of `searchedTexts`. */
export function textsAt(block: TextBlock, index: number): readonly string[] {
  const start = index === 0 ? 0 : (block.ends[index - 1] ?? 0)
  const end = block.ends[index] ?? start
  return end > start ? block.text.slice(start, end - 1).split('\n') : (block.irregular.get(index) ?? [])
}
