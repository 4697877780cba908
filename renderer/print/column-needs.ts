import type { ColumnNeed } from './column-widths.ts'
import type { ListCell } from './list-cells.ts'

/** Of a column's rows so many have to fit; for the few longest ones it need not be wide. */
const SHARE = 0.97
/** A longer word is torn apart, and a longer text has several lines, in millimetres. */
const MAX_WORD_WIDTH = 34
const MAX_TEXT_WIDTH = 78
/** On both sides of a cell, and what rounding may take. */
const PADDING = 3.4

/**
 * Where a line can be broken: behind these, and around each sign of scripts that do not part words by spaces.
 */
const PARTS =
  /[^\s\-–—\u2010/]*[-–—\u2010/]|[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uff00-\uffef]|[^\s\-–—\u2010/\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uff00-\uffef]+/gu

/** Learns from the cells of a column how wide it should be. */
export class ColumnNeeds {
  readonly #measure: (text: string) => number
  /** The longest word of its heading. */
  readonly #heading: number
  readonly #words: number[] = []
  readonly #texts: number[] = []

  /**
   * @param measure gives the width of a text in millimetres, as it is printed; that of a heading is another.
   */
  constructor(heading: string, measureHeading: (text: string) => number, measure: (text: string) => number) {
    this.#heading = longestWord(heading, measureHeading)
    this.#measure = measure
  }

  /** @param whole it is never broken: a number, or a moment. */
  add({ text }: ListCell, whole: boolean): void {
    if (text === '') return
    const lines = text.split('\n')
    this.#texts.push(Math.max(...lines.map((line) => this.#measure(line))))
    this.#words.push(whole ? (this.#texts.at(-1) ?? 0) : longestWord(text, this.#measure))
  }

  get(): ColumnNeed {
    const least = Math.max(this.#heading, Math.min(MAX_WORD_WIDTH, most(this.#words)))
    const wish = Math.max(least, Math.min(MAX_TEXT_WIDTH, most(this.#texts)))
    return { least: least + PADDING, wish: wish + PADDING }
  }
}

function longestWord(text: string, measure: (text: string) => number): number {
  return Math.max(0, ...(text.match(PARTS) ?? []).map(measure))
}

/** So large that most of them are no larger. */
function most(widths: readonly number[]): number {
  const sorted = Float64Array.from(widths).sort()
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * SHARE) - 1)] ?? 0
}
