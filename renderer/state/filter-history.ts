import type { ViewQuery } from './items-query.ts'

/** What of a view can be taken back: what it is narrowed to, but for the search, whose field has an undo of its own. */
export type Narrowing = Pick<ViewQuery, 'filters' | 'unseenOnly'>

/** The narrowings of one list in their order; replaced, never changed. */
export interface FilterHistory {
  /** Oldest first. */
  readonly past: readonly Narrowing[]
  /** What was taken back, next first. */
  readonly future: readonly Narrowing[]
  /** What the last step was about, where the steps after it may belong to it: the typing of one number. */
  readonly about: string | null
}

export const NO_HISTORY: FilterHistory = { past: [], future: [], about: null }

/** Steps that are remembered. */
const MOST_STEPS = 100

/**
 * Notes a change.
 * @param before what held before it.
 * @param about several changes in a row about the same thing are one step; null for a step of its own.
 */
export function noted(history: FilterHistory, before: Narrowing, about: string | null): FilterHistory {
  if (about !== null && about === history.about && history.past.length > 0) return { ...history, future: [] }
  return { past: [...history.past, before].slice(-MOST_STEPS), future: [], about }
}

/** One step back from what holds now; null when there is none. */
export function stepBack(
  history: FilterHistory,
  now: Narrowing,
): { readonly history: FilterHistory; readonly narrowing: Narrowing } | null {
  const narrowing = history.past.at(-1)
  if (narrowing === undefined) return null
  return {
    narrowing,
    history: { past: history.past.slice(0, -1), future: [now, ...history.future], about: null },
  }
}

/** One step forward again; null when nothing was taken back. */
export function stepForward(
  history: FilterHistory,
  now: Narrowing,
): { readonly history: FilterHistory; readonly narrowing: Narrowing } | null {
  const [narrowing, ...future] = history.future
  if (narrowing === undefined) return null
  return { narrowing, history: { past: [...history.past, now], future, about: null } }
}
