import type { ReviewMark } from '../../electron/contract/review.ts'
import type { KeyPress } from '../grid/keys.ts'

/** What a key means while items are reviewed. */
export type ReviewCommand =
  { readonly kind: 'mark'; readonly mark: ReviewMark | null } | { readonly kind: 'note' | 'photos' | 'undo' }

/** The key of each mark. */
export const MARK_KEYS = { ok: '1', problem: '2', question: '3', none: '0' } as const

const COMMANDS: ReadonlyMap<string, ReviewCommand> = new Map<string, ReviewCommand>([
  [MARK_KEYS.ok, { kind: 'mark', mark: 'ok' }],
  [MARK_KEYS.problem, { kind: 'mark', mark: 'problem' }],
  [MARK_KEYS.question, { kind: 'mark', mark: 'question' }],
  [MARK_KEYS.none, { kind: 'mark', mark: null }],
  ['n', { kind: 'note' }],
  ['p', { kind: 'photos' }],
  ['u', { kind: 'undo' }],
])

/** What a key asks for; null for a key that is none of a review's. */
export function reviewCommandOf({ key, ctrlKey, metaKey, altKey }: KeyPress): ReviewCommand | null {
  if (ctrlKey || metaKey || altKey) return null
  return COMMANDS.get(key.toLowerCase()) ?? null
}
