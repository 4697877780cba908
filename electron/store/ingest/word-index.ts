import { fold } from '../../contract/fold.ts'
import type { WriteHandle } from '../database/handles.ts'
import { bytesOfColumn } from '../index-columns.ts'

/** Kinds of words; see {@link WordsBuilder}. */
export const WORD_KINDS = ['plain', 'written', 'folded'] as const
export type WordKind = (typeof WORD_KINDS)[number]

const NOT_ASCII = /[^\0-\x7f]/

/**
 * Collects the words of a segment of at most 65,536 items: each distinct part between white space, with the
 * items that contain it. A search term has no white space inside, so searching the words is exact.
 *
 * ASCII words are stored in lowercase. Others are stored twice: folded for searches, and as written for
 * patterns.
 */
export class WordsBuilder {
  readonly #lists: Readonly<Record<WordKind, WordList>> = {
    plain: new WordList(),
    written: new WordList(),
    folded: new WordList(),
  }
  /**
   * Numbers of the words as written: the index of a plain word, or -1 - the index in `#nonAsciiWords`.
   */
  readonly #numbers = new Map<string, number>()
  /** Words that are not ASCII: their indexes as written and folded. */
  readonly #nonAsciiWords: (readonly [written: number, folded: number])[] = []

  /** Adds the texts of an item. Indexes in the segment must ascend. */
  add(item: number, texts: readonly string[]): void {
    for (const text of texts) {
      // Three times as fast as a regular expression.
      let start = 0
      for (let offset = 0; offset < text.length; offset += 1) {
        if (!isSpace(text.charCodeAt(offset))) continue
        if (offset > start) this.#addWord(text.slice(start, offset), item)
        start = offset + 1
      }
      if (start < text.length) this.#addWord(start === 0 ? text : text.slice(start), item)
    }
  }

  /** Stores the words. Must run inside a transaction. */
  store(handle: WriteHandle, snapshotKey: number, first: number, count: number): void {
    const insert = handle.command(
      `INSERT INTO copy_words (copy_key, first, count, kind, words, word_ends, place_ends, places)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    for (const kind of WORD_KINDS) {
      const { words, wordEnds, itemEnds, items } = this.#lists[kind].pack(count)
      insert.run(
        snapshotKey,
        first,
        count,
        kind,
        words,
        bytesOfColumn(wordEnds),
        bytesOfColumn(itemEnds),
        bytesOfColumn(items),
      )
    }
  }

  #addWord(word: string, item: number): void {
    const number = this.#numbers.get(word) ?? this.#assignNumber(word)
    if (number >= 0) {
      this.#lists.plain.add(number, item)
      return
    }
    const [written, folded] = this.#nonAsciiWords[-1 - number] ?? [0, 0]
    this.#lists.written.add(written, item)
    this.#lists.folded.add(folded, item)
  }

  /** Folding does not change the separators, so each word is folded only once. */
  #assignNumber(word: string): number {
    let number: number
    if (NOT_ASCII.test(word)) {
      this.#nonAsciiWords.push([this.#lists.written.numberOf(word), this.#lists.folded.numberOf(fold(word))])
      number = -this.#nonAsciiWords.length
    } else {
      number = this.#lists.plain.numberOf(word.toLowerCase())
    }
    this.#numbers.set(word, number)
    return number
  }
}

interface PackedWords {
  readonly words: Buffer
  readonly wordEnds: Int32Array<ArrayBuffer>
  readonly itemEnds: Int32Array<ArrayBuffer>
  readonly items: Uint16Array<ArrayBuffer>
}

/**
 * Words of one kind. Words of several items come first, each with ascending indexes, or with a bit for every
 * item if that is smaller; then words of a single item. Two bytes for each index.
 */
class WordList {
  readonly #numberOf = new Map<string, number>()
  readonly #texts: string[] = []
  /** For each word, the last item that contains it. */
  readonly #lastItems: number[] = []
  readonly #counts: number[] = []
  /** Pairs of word and item, in order of addition. */
  #words = new Uint32Array(1 << 12)
  #items = new Uint16Array(1 << 12)
  #size = 0

  numberOf(text: string): number {
    let number = this.#numberOf.get(text)
    if (number === undefined) {
      number = this.#texts.length
      this.#texts.push(text)
      this.#lastItems.push(-1)
      this.#counts.push(0)
      this.#numberOf.set(text, number)
    }
    return number
  }

  add(number: number, item: number): void {
    if (this.#lastItems[number] === item) return
    this.#lastItems[number] = item
    this.#counts[number] = (this.#counts[number] ?? 0) + 1
    if (this.#size === this.#words.length) this.#grow()
    this.#words[this.#size] = number
    this.#items[this.#size] = item
    this.#size += 1
  }

  pack(count: number): PackedWords {
    const { order, words, wordEnds } = this.#sortWords()
    return { words, wordEnds, ...this.#packItems(order, count) }
  }

  #grow(): void {
    const [words, items] = [this.#words, this.#items]
    this.#words = new Uint32Array(words.length * 2)
    this.#words.set(words)
    this.#items = new Uint16Array(items.length * 2)
    this.#items.set(items)
  }

  /** Returns the order of the words, those of several items first, and their texts. */
  #sortWords(): {
    readonly order: readonly number[]
    readonly words: Buffer
    readonly wordEnds: Int32Array<ArrayBuffer>
  } {
    const texts = this.#texts
    const numbers = [...texts.keys()]
    const isShared = (number: number): boolean => (this.#counts[number] ?? 0) > 1
    const order = [...numbers.filter(isShared), ...numbers.filter((number) => !isShared(number))]
    let end = 0
    const wordEnds = Int32Array.from(order, (number) => {
      end += Buffer.byteLength(texts[number] ?? '') + 1
      return end
    })
    const words = Buffer.from(order.map((number) => `${texts[number] ?? ''}\n`).join(''))
    return { order, words, wordEnds }
  }

  #packItems(
    order: readonly number[],
    count: number,
  ): { readonly itemEnds: Int32Array<ArrayBuffer>; readonly items: Uint16Array<ArrayBuffer> } {
    const bitsLength = lengthOfBits(count)
    /** Offset in `packedItems` of each word's next item; for a word with bits, the offset of the bits. */
    const nextOffsets = new Int32Array(order.length)
    const itemEnds: number[] = []
    let end = 0
    for (const number of order) {
      const itemCount = this.#counts[number] ?? 0
      nextOffsets[number] = end
      end += Math.min(itemCount, bitsLength)
      if (itemCount > 1) itemEnds.push(end)
    }
    const packedItems = new Uint16Array(end)
    for (let index = 0; index < this.#size; index += 1) {
      const number = this.#words[index] ?? 0
      const item = this.#items[index] ?? 0
      const offset = nextOffsets[number] ?? 0
      const itemCount = this.#counts[number] ?? 0
      if (itemCount > 1 && itemCount >= bitsLength) {
        const unit = offset + (item >>> 4)
        packedItems[unit] = (packedItems[unit] ?? 0) | (1 << (item & 15))
      } else {
        packedItems[offset] = item
        nextOffsets[number] = offset + 1
      }
    }
    return { itemEnds: Int32Array.from(itemEnds), items: packedItems }
  }
}

/** Returns whether `\s` matches a character. U+FEFF is left out, because folding removes it. */
export function isSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d)
  if (code < 0x1680) return code === 0xa0
  if (code >= 0x2000 && code <= 0x200a) return true
  return (
    code === 0x1680 ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  )
}

/** Returns the number of 16-bit units that have a bit for each item. */
export function lengthOfBits(count: number): number {
  return Math.ceil(count / 16)
}
