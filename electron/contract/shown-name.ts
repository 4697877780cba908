import { clipText, MAX_NAME_LENGTH } from './clip-text.ts'

/** Right-to-left letters, and controls that change the direction of text (UAX #9). */
const CHANGES_DIRECTION =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
/** Isolates in a name could end the outer one. */
const ISOLATES = /[\u2066-\u2069]/gu
const FIRST_STRONG_ISOLATE = '\u2068'
const POP_DIRECTIONAL_ISOLATE = '\u2069'

/**
 * Prepares a name of the service for a sentence: clipped, and isolated so that it cannot reorder the text
 * around it.
 */
export function shownName(name: string): string {
  const text = clipText(name, MAX_NAME_LENGTH)
  if (!CHANGES_DIRECTION.test(text)) return text
  return `${FIRST_STRONG_ISOLATE}${text.replaceAll(ISOLATES, '')}${POP_DIRECTIONAL_ISOLATE}`
}
