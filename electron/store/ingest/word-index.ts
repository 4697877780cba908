import { fold } from '../../contract/fold.ts'
import type { WriteHandle } from '../database/handles.ts'
import { bytesOfColumn } from '../index-columns.ts'

/** The kinds of words; see {@link WordsBuilder}. */
export const WORD_KINDS = ['plain', 'written', 'folded'] as const
export type WordKind = (typeof WORD_KINDS)[number]

/** A character that is not ASCII. */
const NOT_ASCII = /[^\0-\x7f]/

/**
 * The words of a segment of at most 65,536 items: what stands between white space in their texts, each once,
 * with the places of the items that have it. What a person types has no white space inside, so it lies in one
 * of the words or in none: to search them is exact.
 *
 * Words of ASCII alone are kept in small letters. The others are kept twice: folded, as a search for words
 * compares them, and as they are written, for patterns.
 */
export class WordsBuilder {
  readonly #lists: Readonly<Record<WordKind, WordList>> = {
    plain: new WordList(),
    written: new WordList(),
    folded: new WordList(),
  }
  /**
   * By the word as it stands in a text: its number among the plain ones, or below 0 for one of the others.
   */
  readonly #known = new Map<string, number>()
  /** The others: numbers among those that are written so and among the folded ones. */
  readonly #others: (readonly [written: number, folded: number])[] = []

  /** The texts of the item at a place of the segment; places ascend. */
  add(place: number, texts: readonly string[]): void {
    for (const text of texts) {
      // By hand: with an expression it takes three times as long.
      let start = 0
      for (let at = 0; at < text.length; at += 1) {
        if (!isSpace(text.charCodeAt(at))) continue
        if (at > start) this.#note(text.slice(start, at), place)
        start = at + 1
      }
      if (start < text.length) this.#note(start === 0 ? text : text.slice(start), place)
    }
  }

  /** Must run inside a transaction. */
  store(handle: WriteHandle, copyKey: number, first: number, count: number): void {
    const put = handle.command(
      `INSERT INTO copy_words (copy_key, first, count, kind, words, word_ends, place_ends, places)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    for (const kind of WORD_KINDS) {
      const { words, wordEnds, placeEnds, places } = this.#lists[kind].packed(count)
      put.run(
        copyKey,
        first,
        count,
        kind,
        words,
        bytesOfColumn(wordEnds),
        bytesOfColumn(placeEnds),
        bytesOfColumn(places),
      )
    }
  }

  #note(word: string, place: number): void {
    const number = this.#known.get(word) ?? this.#numberOfNew(word)
    if (number >= 0) {
      this.#lists.plain.note(number, place)
      return
    }
    const [written, folded] = this.#others[-1 - number] ?? [0, 0]
    this.#lists.written.note(written, place)
    this.#lists.folded.note(folded, place)
  }

  /** A text falls into the same words before it is folded as after it: so each word is folded only once. */
  #numberOfNew(word: string): number {
    let number: number
    if (NOT_ASCII.test(word)) {
      this.#others.push([this.#lists.written.numberOf(word), this.#lists.folded.numberOf(fold(word))])
      number = -this.#others.length
    } else {
      number = this.#lists.plain.numberOf(word.toLowerCase())
    }
    this.#known.set(word, number)
    return number
  }
}

interface PackedWords {
  readonly words: Buffer
  readonly wordEnds: Int32Array<ArrayBuffer>
  readonly placeEnds: Int32Array<ArrayBuffer>
  readonly places: Uint16Array<ArrayBuffer>
}

/**
 * Words of one kind. Those that several items have come first, each with its places in ascending order, or,
 * where that takes less, with a bit for every item of the segment. After them come words with one place each.
 * Two bytes a place.
 */
class WordList {
  readonly #numberOf = new Map<string, number>()
  readonly #texts: string[] = []
  /** For each word the place of the last item that has it. */
  readonly #last: number[] = []
  readonly #counts: number[] = []
  /** Which word stands at which place, as they came. */
  #words = new Uint32Array(1 << 12)
  #places = new Uint16Array(1 << 12)
  #size = 0

  numberOf(text: string): number {
    let number = this.#numberOf.get(text)
    if (number === undefined) {
      number = this.#texts.length
      this.#texts.push(text)
      this.#last.push(-1)
      this.#counts.push(0)
      this.#numberOf.set(text, number)
    }
    return number
  }

  note(number: number, place: number): void {
    if (this.#last[number] === place) return
    this.#last[number] = place
    this.#counts[number] = (this.#counts[number] ?? 0) + 1
    if (this.#size === this.#words.length) this.#grow()
    this.#words[this.#size] = number
    this.#places[this.#size] = place
    this.#size += 1
  }

  packed(count: number): PackedWords {
    const { order, words, wordEnds } = this.#inOrder()
    return { words, wordEnds, ...this.#placesOf(order, count) }
  }

  #grow(): void {
    const [words, places] = [this.#words, this.#places]
    this.#words = new Uint32Array(words.length * 2)
    this.#words.set(words)
    this.#places = new Uint16Array(places.length * 2)
    this.#places.set(places)
  }

  /** Numbers of the words, those with several places first, and their text in that order. */
  #inOrder(): {
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

  #placesOf(
    order: readonly number[],
    count: number,
  ): { readonly placeEnds: Int32Array<ArrayBuffer>; readonly places: Uint16Array<ArrayBuffer> } {
    const bitsLength = lengthOfBits(count)
    /** Where the next place of each word goes; for a word with bits, where these begin. */
    const next = new Int32Array(order.length)
    const placeEnds: number[] = []
    let end = 0
    for (const number of order) {
      const places = this.#counts[number] ?? 0
      next[number] = end
      end += Math.min(places, bitsLength)
      if (places > 1) placeEnds.push(end)
    }
    const places = new Uint16Array(end)
    for (let at = 0; at < this.#size; at += 1) {
      const number = this.#words[at] ?? 0
      const place = this.#places[at] ?? 0
      const start = next[number] ?? 0
      const several = this.#counts[number] ?? 0
      if (several > 1 && several >= bitsLength) {
        const bits = start + (place >>> 4)
        places[bits] = (places[bits] ?? 0) | (1 << (place & 15))
      } else {
        places[start] = place
        next[number] = start + 1
      }
    }
    return { placeEnds: Int32Array.from(placeEnds), places }
  }
}

/** What JavaScript takes for white space (`\s`), but for U+FEFF, which folding removes. */
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

/** How many units of 16 bits a bit for each of so many items takes. */
export function lengthOfBits(count: number): number {
  return Math.ceil(count / 16)
}
