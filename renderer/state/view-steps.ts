import type { ColumnLayout } from '../../electron/contract/preferences.ts'
import type { ViewQuery } from './items-query.ts'

/** What a step takes back: what held before it, of those parts of the view that it has changed. */
export interface Step {
  readonly query: Partial<ViewQuery>
  /** Null: the columns stay as they are. */
  readonly columns: ColumnLayout | null
}

/** The steps of one list in their order; replaced, never changed. */
export interface Steps {
  /** Oldest first. */
  readonly past: readonly Step[]
  /** What was taken back, next first. */
  readonly future: readonly Step[]
  /** What the last step was about, where the steps after it may belong to it: the typing of one number. */
  readonly about: string | null
}

export const NO_STEPS: Steps = { past: [], future: [], about: null }

/** Steps that are remembered. */
const MOST_STEPS = 100

/**
 * Notes a step.
 * @param before what it takes back.
 * @param about several steps in a row about the same thing are one; null for a step of its own.
 */
export function noted(steps: Steps, before: Step, about: string | null): Steps {
  if (about !== null && about === steps.about && steps.past.length > 0) return { ...steps, future: [] }
  return { past: [...steps.past, before].slice(-MOST_STEPS), future: [], about }
}

/** A step that is gone, and what is left then. */
interface Gone {
  readonly steps: Steps
  /** What holds again. */
  readonly step: Step
}

/**
 * One step back; null when there is none.
 * @param now what holds now of the parts that a step is about.
 */
export function stepBack({ past, future }: Steps, now: (step: Step) => Step): Gone | null {
  const step = past.at(-1)
  if (step === undefined) return null
  return { step, steps: { past: past.slice(0, -1), future: [now(step), ...future], about: null } }
}

/** One step forward again; null when nothing was taken back. */
export function stepForward({ past, future }: Steps, now: (step: Step) => Step): Gone | null {
  const [step, ...rest] = future
  if (step === undefined) return null
  return { step, steps: { past: [...past, now(step)], future: rest, about: null } }
}
