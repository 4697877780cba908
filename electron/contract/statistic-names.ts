import type { ValueLabel } from './connection.ts'
import type { FacetValue } from './filters.ts'
import type { StatKey } from './statistics.ts'
import { messages } from './messages.ts'
import { labelName } from './value-label.ts'

/** The person's names of statuses, and the names of campaigns by id. */
export interface StatisticNames {
  readonly labels: readonly ValueLabel[]
  readonly campaigns: ReadonlyMap<string, string>
}

/** Returns what a value of a dimension is called. */
export function statisticName(
  key: StatKey,
  value: FacetValue,
  { labels, campaigns }: StatisticNames,
): string {
  if (value === null || value === '') return messages.statistics.none[key]
  if (typeof value === 'boolean' && (key === 'isLocked' || key === 'hasArtwork'))
    return value ? messages.items.filter.flags[key].yes : messages.items.filter.flags[key].no
  if (typeof value === 'number' && key === 'status') return labelName(value, labels)
  if (key === 'mark') {
    return value === 'none'
      ? messages.statistics.none.mark
      : (memberOf(messages.review.markNames, value) ?? String(value))
  }
  return key === 'campaign' ? (campaigns.get(String(value)) ?? String(value)) : String(value)
}

/** Returns what a series is called; those of the changes are their kinds. */
export function seriesName(
  keys: readonly [StatKey, StatKey?],
  value: FacetValue,
  names: StatisticNames,
): string {
  const [first, second] = keys
  if (first === 'changeDay') return memberOf(messages.statistics.changeKinds, value) ?? String(value)
  return statisticName(second ?? 'status', value, names)
}

function memberOf(texts: Readonly<Record<string, string>>, key: FacetValue): string | null {
  return typeof key === 'string' && Object.hasOwn(texts, key) ? (texts[key] ?? null) : null
}
