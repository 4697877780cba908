import type { ValueLabel } from '../../../electron/contract/connection.ts'
import type { FacetKey, FacetValue } from '../../../electron/contract/query.ts'
import { strings } from '../../../electron/contract/strings/items.ts'

/** What a value of a filter is called: a status by the person's own name, a flag by what it means. */
export function facetValueName(key: FacetKey, value: FacetValue, labels: readonly ValueLabel[]): string {
  if (value === null || value === '') return strings.empty
  if (key === 'status') {
    const name = labels.find((label) => label.value === value)?.name ?? ''
    return name === '' ? String(value) : name
  }
  if (typeof value === 'boolean' && key !== 'elementName' && key !== 'workflowTemplateName') {
    const words = strings.filter.flags[key]
    return value ? words.yes : words.no
  }
  return String(value)
}

/** Values named in a chip before the rest is only counted. */
const MOST_NAMED = 2

/** The values of a filter in a few words. */
export function facetSummary(
  key: FacetKey,
  values: readonly FacetValue[],
  labels: readonly ValueLabel[],
  number: (value: number) => string,
): string {
  const named = values.slice(0, MOST_NAMED).map((value) => facetValueName(key, value, labels))
  const more = values.length - named.length
  return [named.join(', '), ...(more > 0 ? [strings.filter.andMore(number(more))] : [])].join(' ')
}
