import { createHash } from 'node:crypto'
import type { FacetValue } from '../contract/query.ts'

/** Longer than what anybody sees of a value, or can choose as a filter. */
const KEPT_LENGTH = 4_000
/** A noncharacter of Unicode: no text of a person has it. */
const MARK = '\uffff'
const DIGEST_LENGTH = 43

/** Returns a long value as its start and a digest, so that an index can tell it from others without its whole text. */
export function abbreviated(value: FacetValue): FacetValue {
  if (typeof value !== 'string' || value.length <= KEPT_LENGTH) return value
  const digest = createHash('sha256').update(value).digest('base64url')
  return `${Buffer.from(value.slice(0, KEPT_LENGTH)).toString()}${MARK}${digest}`
}

/** Returns whether a value of an index is not whole. */
export function isAbbreviated(value: FacetValue): boolean {
  return (
    typeof value === 'string' &&
    value.length === KEPT_LENGTH + MARK.length + DIGEST_LENGTH &&
    value[KEPT_LENGTH] === MARK
  )
}
