/** What came of a number of tests. */
export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** Both together. */
export function addTallies(one: Tally, other: Tally): Tally {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  }
}
