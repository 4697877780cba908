import type { FacetValue } from '../../contract/query.ts'

/**
 * Returns a cell for filters and groups: trimmed, because people cannot see the difference, and null if it is
 * empty.
 */
export function cellValue(value: FacetValue): FacetValue {
  if (typeof value !== 'string') return value
  const text = value.trim()
  return text === '' ? null : text
}
