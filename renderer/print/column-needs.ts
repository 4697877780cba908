import type { ColumnNeed } from './column-widths.ts'
import type { ListCell } from './list-cells.ts'

/** Share of the rows that determines the width; the few longest texts may break. */
const SHARE = 0.97
/** Words are broken, and texts wrapped, beyond this width in millimeters. */
const MAX_WORD_WIDTH = 34
const MAX_TEXT_WIDTH = 78
/** A text that may be cut has at least this width in millimeters, if it is as long. */
const MIN_CUT_WIDTH = 24
/** The same for a text that is cut in the middle. */
const MIN_TAIL_WIDTH = 18
/** The same for both if there is little space. */
const MIN_TIGHT_WIDTH = 11
/** Padding on both sides of a cell, and rounding, in millimeters. */
const PADDING = 3.6

/**
 * Positions where a line can break: after these characters, and around each character of scripts without
 * spaces.
 */
const PARTS =
  /[^\s\-–—\u2010/]*[-–—\u2010/]|[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uff00-\uffef]|[^\s\-–—\u2010/\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uff00-\uffef]+/gu

/** Determines the width of a column from its cells. */
export class ColumnNeeds {
  readonly #measure: (text: string) => number
  /** Width of the longest word of the heading. */
  readonly #heading: number
  readonly #words: number[] = []
  readonly #texts: number[] = []
  #isCut = false

  /** @param measure returns the printed width of a text in millimeters */
  constructor(heading: string, measureHeading: (text: string) => number, measure: (text: string) => number) {
    this.#heading = longestWord(heading, measureHeading)
    this.#measure = measure
  }

  /** @param isUnbreakable whether it must not break although it may, such as a POS number */
  add({ text, tail, flow }: ListCell, isUnbreakable = false): void {
    if (text === '') return
    const lines = text.split('\n')
    const width = Math.max(...lines.map((line) => this.#measure(line)))
    this.#texts.push(width)
    this.#isCut ||= flow === 'cut'
    this.#words.push(
      flow === 'whole' || isUnbreakable
        ? width
        : flow === 'cut'
          ? Math.min(width, tail < text.length ? MIN_TAIL_WIDTH : MIN_CUT_WIDTH)
          : longestWord(text, this.#measure),
    )
  }

  get(): ColumnNeed {
    const min = Math.max(this.#heading, Math.min(MAX_WORD_WIDTH, maxOf(this.#words)))
    const tight = this.#isCut ? Math.max(this.#heading, Math.min(min, MIN_TIGHT_WIDTH)) : min
    const preferred = Math.max(min, Math.min(MAX_TEXT_WIDTH, maxOf(this.#texts)))
    return { min: min + PADDING, tight: tight + PADDING, preferred: preferred + PADDING }
  }
}

function longestWord(text: string, measure: (text: string) => number): number {
  return Math.max(0, ...(text.match(PARTS) ?? []).map(measure))
}

/** Returns a width that most of them do not exceed. */
function maxOf(widths: readonly number[]): number {
  const sorted = Float64Array.from(widths).sort()
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * SHARE) - 1)] ?? 0
}
