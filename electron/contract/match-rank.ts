import { fold } from './fold.ts'

/** How well a text matches typed words, from none to equal. */
export const MATCH_RANKS = { none: 0, inside: 1, wordStarts: 2, textStart: 3, equal: 4 } as const
export type MatchRank = (typeof MATCH_RANKS)[keyof typeof MATCH_RANKS]

const SPACE = /\s+/u
/** A character before which no word begins. */
const WORD_CHARACTER = /[\p{L}\p{N}]/u

/** Typed words, prepared for {@link matchRank}. */
export interface MatchWords {
  /** The typed text, folded, with single spaces. */
  readonly phrase: string
  readonly words: readonly string[]
}

/** Prepares a typed text for {@link matchRank}. */
export function matchWordsOf(typed: string): MatchWords {
  const words = fold(typed.toWellFormed())
    .split(SPACE)
    .filter((word) => word !== '')
  return { phrase: words.join(' '), words }
}

/**
 * Returns how well a text matches, ignoring case and accents: it equals the typed text, starts with it, has
 * words that start with each typed word, or only contains each of them.
 */
export function matchRank(text: string, words: MatchWords): MatchRank {
  return rankOfFolded(fold(text), words)
}

/** Returns what {@link matchRank} does for a folded text. */
export function rankOfFolded(folded: string, { phrase, words }: MatchWords): MatchRank {
  if (!words.every((word) => folded.includes(word))) return MATCH_RANKS.none
  if (folded === phrase) return MATCH_RANKS.equal
  if (folded.startsWith(phrase)) return MATCH_RANKS.textStart
  return words.every((word) => startsWord(folded, word)) ? MATCH_RANKS.wordStarts : MATCH_RANKS.inside
}

function startsWord(text: string, word: string): boolean {
  for (let offset = text.indexOf(word); offset >= 0; offset = text.indexOf(word, offset + 1)) {
    // A surrogate before the word belongs to a character that is rarely a letter.
    if (offset === 0 || !WORD_CHARACTER.test(text[offset - 1] ?? '')) return true
  }
  return false
}
