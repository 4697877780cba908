import type { PagePlace } from '../types.ts'

/** Places of one reading: more than any list has. */
export const POSITIONS_A_READING = 2 ** 31

/** Readings of the top that a pass can have. */
export const LONGEST_PASS = 2 ** 10

/**
 * Position of the first item of a page in the order of the service. A reading from the top found what came to the
 * head of the list since, and a later pass is the newer state of the whole list: each is placed before all earlier
 * readings. `skip` is the offset that the service says it applied.
 */
export function positionOf(base: number, place: PagePlace, skip: number | null): number {
  const reading = (place.pass - 1) * LONGEST_PASS + place.round
  const offset = skip !== null && skip < POSITIONS_A_READING ? skip : place.start
  return base - reading * POSITIONS_A_READING + offset
}
