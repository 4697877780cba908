import type { FacetValue } from '../contract/query.ts'

/** Longer than any text that the window shows or suggests as a filter. */
const MAX_LENGTH = 4_000
/** A noncharacter of Unicode, which texts do not contain. */
const SEPARATOR = '\uffff'
const DIGEST_LENGTH = 43

/** Replaces a long value with its start and a digest, which is enough to compare values. */
export function abbreviateValue(value: FacetValue): FacetValue {
  if (typeof value !== 'string' || value.length <= MAX_LENGTH) return value
  const digest = process
    .getBuiltinModule('node:crypto')
    .createHash('sha256')
    .update(value)
    .digest('base64url')
  return `${Buffer.from(value.slice(0, MAX_LENGTH)).toString()}${SEPARATOR}${digest}`
}

/** Returns whether {@link abbreviateValue} has shortened a value. */
export function isAbbreviated(value: FacetValue): boolean {
  return (
    typeof value === 'string' &&
    value.length === MAX_LENGTH + SEPARATOR.length + DIGEST_LENGTH &&
    value[MAX_LENGTH] === SEPARATOR
  )
}

/** Abbreviates the long values of an object. Results are equal exactly if the full values are equal. */
export function withAbbreviatedTexts<T extends object>(values: T): T {
  const entries = Object.entries(values).map(([key, value]: [string, FacetValue]) => [
    key,
    abbreviateValue(value),
  ])
  return Object.fromEntries(entries) as T
}
