import type { PagePlace } from '../types.ts'

/** Places of one reading: more than any list has. */
export const POSITIONS_PER_PASS = 2 ** 31

/** Readings of the top that a pass can have. */
export const MAX_TOP_READS = 2 ** 10

/**
 * Position of the first item of a page in the order of the service. A reading from the top found what came to
 * the head of the list since, and a later pass is the newer state of the whole list: each is placed before
 * all earlier readings. `skip` is the offset that the service says it applied.
 */
export function positionOf(base: number, place: PagePlace, skip: number | null): number {
  const reading = (place.pass - 1) * MAX_TOP_READS + place.round
  const offset = skip !== null && skip < POSITIONS_PER_PASS ? skip : place.start
  return base - reading * POSITIONS_PER_PASS + offset
}
