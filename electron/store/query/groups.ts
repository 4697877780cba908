import type { FacetValue, GroupKey, ItemGroup, SortKey } from '../../contract/query.ts'
import { compareTexts } from './natural-key.ts'
import { compareValues, cellValue } from './ranks.ts'
import { consecutive, forEachSnapshot, type Scope } from './scope.ts'

export interface GroupedIndexes {
  readonly indexes: Int32Array
  readonly groups: readonly ItemGroup[]
}

/**
 * Groups items by a column. Within a group they keep their order. Groups are in the order of the column,
 * reversed if it is sorted descending; empty cells come last.
 * @param matches ascending indexes (null for all)
 * @param ordered the same indexes in the order of the sort
 */
export function groupIndexes(
  scope: Scope,
  matches: Int32Array | null,
  ordered: Int32Array | null,
  key: GroupKey,
  sort: readonly SortKey[],
): GroupedIndexes {
  const indexes = ordered ?? consecutive(0, scope.total)
  const direction = sort.find((entry) => entry.key === key)?.direction ?? 1
  const values = orderedValues(scope, key, direction)
  const groupOf = groupOfEachItem(scope, key, values)
  const counts = new Int32Array(values.length)
  for (const index of indexes) {
    const group = groupOf[index] ?? 0
    counts[group] = (counts[group] ?? 0) + 1
  }
  const firsts = new Int32Array(values.length)
  for (let group = 1; group < values.length; group += 1)
    firsts[group] = (firsts[group - 1] ?? 0) + (counts[group - 1] ?? 0)
  const nextPositions = firsts.slice()
  const grouped = new Int32Array(indexes.length)
  for (const index of indexes) {
    const group = groupOf[index] ?? 0
    const position = nextPositions[group] ?? 0
    grouped[position] = index
    nextPositions[group] = position + 1
  }
  const sums = sumsOfGroups(scope, matches, groupOf, values.length)
  const groups = values.map((value, group) => ({
    value,
    first: firsts[group] ?? 0,
    count: counts[group] ?? 0,
    qtySum: sums[group] ?? 0,
  }))
  return { indexes: grouped, groups: groups.filter(({ count }) => count > 0) }
}

/** Values that differ only in case are separate adjacent groups. */
function orderedValues(scope: Scope, key: GroupKey, direction: 1 | -1): readonly FacetValue[] {
  const values = new Set(
    scope.snapshots.flatMap((snapshot) => snapshot.codedValues(key).dictionary.map(cellValue)),
  )
  values.delete(null)
  const ordered = [...values].sort(
    (a, b) => direction * (compareValues(a, b) || compareTexts(String(a), String(b))),
  )
  return [...ordered, null]
}

function groupOfEachItem(scope: Scope, key: GroupKey, values: readonly FacetValue[]): Int32Array {
  const groupOfValue = new Map(values.map((value, group) => [value, group]))
  const groupOf = new Int32Array(scope.total)
  for (const [snapshotIndex, snapshot] of scope.snapshots.entries()) {
    const start = scope.starts[snapshotIndex] ?? 0
    const { codes, dictionary } = snapshot.codedValues(key)
    const groupOfCode = Int32Array.from(dictionary, (value) => groupOfValue.get(cellValue(value)) ?? 0)
    for (let indexInSnapshot = 0; indexInSnapshot < snapshot.count; indexInSnapshot += 1)
      groupOf[start + indexInSnapshot] = groupOfCode[codes[indexInSnapshot] ?? 0] ?? 0
  }
  return groupOf
}

function sumsOfGroups(
  scope: Scope,
  matches: Int32Array | null,
  groupOf: Int32Array,
  groups: number,
): Float64Array {
  const sums = new Float64Array(groups)
  forEachSnapshot(scope, matches, ({ quantities }, start, part) => {
    for (const index of part) {
      const quantity = quantities[index - start] ?? Number.NaN
      if (Number.isNaN(quantity)) continue
      const group = groupOf[index] ?? 0
      sums[group] = (sums[group] ?? 0) + quantity
    }
  })
  return sums
}
