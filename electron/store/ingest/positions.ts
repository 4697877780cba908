import type { PageRange } from '../types.ts'

/** Positions reserved for one reading; no list is longer. */
export const POSITIONS_PER_PASS = 2 ** 31

/** Maximum number of checks of the top in a pass. */
export const MAX_TOP_READS = 2 ** 10

/**
 * Returns the position of a page's first item in the order of the service. Later readings come before all
 * earlier ones, because new items are at the top of the list.
 * @param skip the offset that the service states
 */
export function positionOf(base: number, range: PageRange, skip: number | null): number {
  const reading = (range.pass - 1) * MAX_TOP_READS + range.round
  const offset = skip !== null && skip < POSITIONS_PER_PASS ? skip : range.start
  return base - reading * POSITIONS_PER_PASS + offset
}
