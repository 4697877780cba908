/**
 * Responses that may arrive out of order: the pages in flight and the one that is being staged. A later
 * response was requested after the earlier one had arrived.
 */
const MAX_OVERLAPPING_RESPONSES = 5

/** Tracks the counts that the service reports during one pass. */
export interface CountTracker {
  /** Null until a response contains a count. */
  readonly latest: number | null
  /** Whether all responses contain the same count. */
  readonly isConstant: boolean
  /** Whether a count was smaller than an earlier one: an item was deleted during the pass. */
  readonly hasDecreased: boolean
  /** @param isAlone whether no other request was pending when this one was sent. */
  add(totalCount: number | null, isAlone: boolean): void
}

export function createCountTracker(): CountTracker {
  let latest: number | null = null
  let first: number | null | undefined
  let isConstant = true
  let hasDecreased = false
  /** Counts that may be newer than the next one. */
  let recent: readonly number[] = []
  let maximum = 0

  return {
    get latest() {
      return latest
    },
    get isConstant() {
      return isConstant
    },
    get hasDecreased() {
      return hasDecreased
    },
    add(totalCount, isAlone) {
      first ??= totalCount
      if (totalCount !== first) isConstant = false
      if (totalCount === null) return
      const overlapping = isAlone ? 0 : MAX_OVERLAPPING_RESPONSES
      maximum = Math.max(maximum, ...recent.slice(0, Math.max(0, recent.length - overlapping)))
      if (totalCount < maximum) hasDecreased = true
      recent = [...recent.slice(Math.max(0, recent.length - overlapping)), totalCount]
      latest = totalCount
    },
  }
}
