import type { ReviewMark } from '../../electron/contract/review.ts'
import type { KeyPress } from '../grid/keys.ts'

/** What a key means while items are reviewed. */
export type ReviewCommand =
  { readonly kind: 'mark'; readonly mark: ReviewMark | null } | { readonly kind: 'note' | 'photos' }

/** The key of each mark. */
export const MARK_KEYS = { ok: '1', problem: '2', question: '3', none: '0' } as const

/** The key that edits the note, as it edits a cell in a spreadsheet. */
export const NOTE_KEY = 'F2'

/** Letters are not among them: a letter that is typed in a list begins a search. */
const COMMANDS: ReadonlyMap<string, ReviewCommand> = new Map<string, ReviewCommand>([
  [MARK_KEYS.ok, { kind: 'mark', mark: 'ok' }],
  [MARK_KEYS.problem, { kind: 'mark', mark: 'problem' }],
  [MARK_KEYS.question, { kind: 'mark', mark: 'question' }],
  [MARK_KEYS.none, { kind: 'mark', mark: null }],
  [NOTE_KEY, { kind: 'note' }],
])

/** Returns the command of a key in a review; null for other keys. */
export function reviewCommandOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyPress): ReviewCommand | null {
  if (altKey) return null
  if (ctrlKey || metaKey) return !shiftKey && key.toLowerCase() === 'u' ? { kind: 'photos' } : null
  return COMMANDS.get(key) ?? null
}
