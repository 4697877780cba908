import { editDistance } from '../../electron/contract/edit-distance.ts'
import { fold } from '../../electron/contract/fold.ts'
import { columnOfField, FIELD_KEYS } from '../../electron/contract/search-fields.ts'
import { messages } from '../../electron/contract/messages.ts'

/** An unknown field of a search, with the known one that it probably means. */
export interface FieldCorrection {
  /** Range of the unknown key in the text, without its colon. */
  readonly start: number
  readonly end: number
  /** The known key. */
  readonly key: string
}

/** A phrase, which contains no fields, or a key and its colon, but not an address. */
const PHRASES_AND_KEYS = /"[^"]*"?|(?<=^|[\s-])(\p{L}{2,30}):(?!\/\/)/gu

/** Returns the first unknown field that resembles a known one; null if there is none. */
export function correctField(text: string): FieldCorrection | null {
  for (const match of text.matchAll(PHRASES_AND_KEYS)) {
    const typed = match[1]
    if (typed === undefined || columnOfField(typed) !== null) continue
    const key = nearestKey(typed)
    if (key !== null) return { start: match.index, end: match.index + typed.length, key }
  }
  return null
}

/** Returns the text with a corrected field, and the caret after its colon. */
export function applyCorrection(
  text: string,
  { start, end, key }: FieldCorrection,
): { readonly text: string; readonly caret: number } {
  const before = text.slice(0, start) + key
  // The caret goes to the end of the value, where the person was typing.
  const value = /^:\S*/u.exec(text.slice(end))?.[0].length ?? 0
  return { text: before + text.slice(end), caret: before.length + value }
}

/** Returns the known key for an unknown one: the name of its column, or the one with the fewest mistakes. */
function nearestKey(typed: string): string | null {
  const folded = fold(typed)
  let best: string | null = null
  // One mistake in a short key, two in a longer one.
  let least = folded.length < 5 ? 2 : 3
  for (const [key, column] of FIELD_KEYS) {
    const names = [fold(key), fold(messages.columns.items[column]).replaceAll(' ', '')]
    for (const name of names) {
      const mistakes = editDistance(folded, name)
      if (mistakes >= least || mistakes >= name.length - 1) continue
      least = mistakes
      best = key
    }
  }
  return best
}
