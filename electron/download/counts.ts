/**
 * Answers that may overtake each other: the pages in flight, and the one that is being staged. One that is entered
 * later than that was asked for after the earlier answer had come.
 */
const MAY_OVERTAKE = 5

/** Watches what the service counts, from answer to answer of one pass. */
export interface Counts {
  /** Null as long as no answer gave one. */
  readonly latest: number | null
  /** Whether all answers gave the same count. */
  readonly steady: boolean
  /** Whether an answer gave a smaller count than one before it: something was removed while the list was read. */
  readonly decreased: boolean
  /** `alone`: it was asked for when no other answer was still to come. */
  enter(totalCount: number | null, alone: boolean): void
}

export function createCounts(): Counts {
  let latest: number | null = null
  let first: number | null | undefined
  let steady = true
  let decreased = false
  /** Counts that a later answer may have been given before. */
  let overtaken: readonly number[] = []
  let greatest = 0

  return {
    get latest() {
      return latest
    },
    get steady() {
      return steady
    },
    get decreased() {
      return decreased
    },
    enter(totalCount, alone) {
      first ??= totalCount
      if (totalCount !== first) steady = false
      if (totalCount === null) return
      const kept = alone ? 0 : MAY_OVERTAKE
      greatest = Math.max(greatest, ...overtaken.slice(0, Math.max(0, overtaken.length - kept)))
      if (totalCount < greatest) decreased = true
      overtaken = [...overtaken.slice(Math.max(0, overtaken.length - kept)), totalCount]
      latest = totalCount
    },
  }
}
