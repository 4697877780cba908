import type { FacetValue } from '../../contract/query.ts'

/**
 * A cell as filters and groups see it: without white space at its ends, and null for one that holds nothing
 * else. People see no difference there, and would look for one in vain.
 */
export function cellValue(value: FacetValue): FacetValue {
  if (typeof value !== 'string') return value
  const text = value.trim()
  return text === '' ? null : text
}
