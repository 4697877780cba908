import { createHash } from 'node:crypto'
import type { FacetValue } from '../contract/query.ts'

/** More characters than the window shows of a value, or offers as a filter. */
const MAX_LENGTH = 4_000
/** A noncharacter of Unicode, which texts do not contain. */
const SEPARATOR = '\uffff'
const DIGEST_LENGTH = 43

/**
 * Returns a long value as its start and a digest, so that an index can tell it from others without its whole
 * text.
 */
export function abbreviated(value: FacetValue): FacetValue {
  if (typeof value !== 'string' || value.length <= MAX_LENGTH) return value
  const digest = createHash('sha256').update(value).digest('base64url')
  return `${Buffer.from(value.slice(0, MAX_LENGTH)).toString()}${SEPARATOR}${digest}`
}

/** Returns whether a value of an index is not whole. */
export function isAbbreviated(value: FacetValue): boolean {
  return (
    typeof value === 'string' &&
    value.length === MAX_LENGTH + SEPARATOR.length + DIGEST_LENGTH &&
    value[MAX_LENGTH] === SEPARATOR
  )
}

/** Returns values with long ones abbreviated. The results are equal exactly if the whole values are. */
export function withAbbreviatedTexts<T extends object>(values: T): T {
  const entries = Object.entries(values).map(([key, value]: [string, FacetValue]) => [
    key,
    abbreviated(value),
  ])
  return Object.fromEntries(entries) as T
}
