import { integersFrom } from './index-columns.ts'

/** The texts of some neighbouring items of a copy, as the index keeps them: each text ends with a line feed. */
export interface TextBlock {
  /** Place of the first item in the copy. */
  readonly first: number
  readonly text: string
  /** For each item where its texts end. */
  readonly ends: Int32Array
  /** Texts that have line ends of their own, by the item's place in the block; their items have none in `text`. */
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
    irregular: new Map(
      stored.irregular === null
        ? []
        : (JSON.parse(stored.irregular) as readonly (readonly [number, readonly string[]])[]),
    ),
  }
}

/** The texts of the item at a place of the block, in the order of `searchedTexts`. */
export function textsAt(block: TextBlock, at: number): readonly string[] {
  const start = at === 0 ? 0 : (block.ends[at - 1] ?? 0)
  const end = block.ends[at] ?? start
  return end > start ? block.text.slice(start, end - 1).split('\n') : (block.irregular.get(at) ?? [])
}
