import type { FacetValue, GroupKey, ItemGroup, SortKey } from '../../contract/query.ts'
import { cellValue } from './cells.ts'
import { compareTexts } from './natural-key.ts'
import { compareValues } from './ranks.ts'
import { consecutive, forEachSnapshot, type Scope } from './scope.ts'

export interface GroupedIndexes {
  readonly places: Int32Array
  readonly groups: readonly ItemGroup[]
}

/**
 * Brings found places (ascending; null: all), which stand in some order by now, into groups by a column.
 * Within a group they stay in their order. The groups are in the order of the column, turned round when it is
 * sorted descending; empty cells come last.
 */
export function groupIndexes(
  scope: Scope,
  found: Int32Array | null,
  ordered: Int32Array | null,
  key: GroupKey,
  sort: readonly SortKey[],
): GroupedIndexes {
  const places = ordered ?? consecutive(0, scope.total)
  const direction = sort.find((entry) => entry.key === key)?.direction ?? 1
  const values = valuesInOrder(scope, key, direction)
  const groupOf = groupsOfPlaces(scope, key, values)
  const counts = new Int32Array(values.length)
  for (const place of places) {
    const group = groupOf[place] ?? 0
    counts[group] = (counts[group] ?? 0) + 1
  }
  const firsts = new Int32Array(values.length)
  for (let group = 1; group < values.length; group += 1)
    firsts[group] = (firsts[group - 1] ?? 0) + (counts[group - 1] ?? 0)
  const next = firsts.slice()
  const grouped = new Int32Array(places.length)
  for (const place of places) {
    const group = groupOf[place] ?? 0
    const at = next[group] ?? 0
    grouped[at] = place
    next[group] = at + 1
  }
  const sums = sumsOfGroups(scope, found, groupOf, values.length)
  const groups = values.map((value, group) => ({
    value,
    first: firsts[group] ?? 0,
    count: counts[group] ?? 0,
    qtySum: sums[group] ?? 0,
  }))
  return { places: grouped, groups: groups.filter(({ count }) => count > 0) }
}

/** Values that differ in nothing but case are groups of their own, side by side. */
function valuesInOrder(scope: Scope, key: GroupKey, direction: 1 | -1): readonly FacetValue[] {
  const values = new Set(scope.copies.flatMap((copy) => copy.coded(key).dictionary.map(cellValue)))
  values.delete(null)
  const ordered = [...values].sort(
    (a, b) => direction * (compareValues(a, b) || compareTexts(String(a), String(b))),
  )
  return [...ordered, null]
}

function groupsOfPlaces(scope: Scope, key: GroupKey, values: readonly FacetValue[]): Int32Array {
  const groupOfValue = new Map(values.map((value, group) => [value, group]))
  const groupOf = new Int32Array(scope.total)
  for (const [at, copy] of scope.copies.entries()) {
    const start = scope.starts[at] ?? 0
    const { codes, dictionary } = copy.coded(key)
    const ofCodes = Int32Array.from(dictionary, (value) => groupOfValue.get(cellValue(value)) ?? 0)
    for (let inCopy = 0; inCopy < copy.count; inCopy += 1)
      groupOf[start + inCopy] = ofCodes[codes[inCopy] ?? 0] ?? 0
  }
  return groupOf
}

function sumsOfGroups(
  scope: Scope,
  found: Int32Array | null,
  groupOf: Int32Array,
  groups: number,
): Float64Array {
  const sums = new Float64Array(groups)
  forEachSnapshot(scope, found, ({ quantities }, start, some) => {
    for (const place of some) {
      const quantity = quantities[place - start] ?? Number.NaN
      if (Number.isNaN(quantity)) continue
      const group = groupOf[place] ?? 0
      sums[group] = (sums[group] ?? 0) + quantity
    }
  })
  return sums
}
