import {
  FACET_KEYS,
  type FacetCount,
  type FacetKey,
  type FacetValue,
  type ItemFacets,
  type ItemFilters,
} from '../../contract/query.ts'
import type { CodedValues } from './copy-memory.ts'
import { compareTexts, naturalKey } from './natural-key.ts'
import { consecutive, type Scope } from './scope.ts'
import type { CheckTurn } from './turn.ts'

/** A filter in one copy: for each code of the column whether it may stay. */
interface CodeFilter {
  readonly key: FacetKey
  readonly codes: CodedValues['codes']
  readonly allowed: Uint8Array
}

/** Places that a filter leaves over, out of the given ones (null: all). Null again when there is no filter. */
export function filterPlaces(
  scope: Scope,
  places: Int32Array | null,
  filters: ItemFilters,
  checkTurn: CheckTurn,
): Int32Array | null {
  if (Object.keys(filters).length === 0) return places
  const kept = new Int32Array(places === null ? scope.total : places.length)
  let count = 0
  eachCopy(scope, places, (copyAt, start, stretch) => {
    checkTurn()
    const codeFilters = filtersIn(scope, copyAt, filters)
    for (const place of stretch) {
      if (codeFilters.every((filter) => filter.allowed[filter.codes[place - start] ?? 0] === 1)) {
        kept[count] = place
        count += 1
      }
    }
  })
  return kept.subarray(0, count)
}

/** Counts of the values of each facet among the given places, each under all filters but its own. */
export function countFacets(
  scope: Scope,
  places: Int32Array | null,
  filters: ItemFilters,
  checkTurn: CheckTurn,
): ItemFacets {
  const totals = new Map(FACET_KEYS.map((key) => [key, new Map<FacetValue, number>()]))
  eachCopy(scope, places, (copyAt, start, stretch) => {
    checkTurn()
    const codeFilters = filtersIn(scope, copyAt, filters)
    for (const key of FACET_KEYS) {
      const { codes, dictionary } = scope.copies[copyAt]?.coded(key) ?? NO_VALUES
      const others = codeFilters.filter((filter) => filter.key !== key)
      const counts = new Int32Array(dictionary.length)
      for (const place of stretch) {
        const at = place - start
        if (others.every((filter) => filter.allowed[filter.codes[at] ?? 0] === 1)) {
          const code = codes[at] ?? 0
          counts[code] = (counts[code] ?? 0) + 1
        }
      }
      addCounts(totals.get(key), dictionary, counts)
    }
  })
  const facet = (key: FacetKey): readonly FacetCount[] => mostFrequentFirst(totals.get(key) ?? new Map())
  return {
    status: facet('status'),
    isLocked: facet('isLocked'),
    hasArtwork: facet('hasArtwork'),
    hasAllocations: facet('hasAllocations'),
    elementName: facet('elementName'),
    workflowTemplateName: facet('workflowTemplateName'),
  }
}

const NO_VALUES: CodedValues = { codes: new Uint8Array(), dictionary: [] }

/** Calls back with each copy's part of the places. */
function eachCopy(
  scope: Scope,
  places: Int32Array | null,
  visit: (copyAt: number, start: number, stretch: Iterable<number>) => void,
): void {
  let from = 0
  for (const [copyAt, copy] of scope.copies.entries()) {
    const start = scope.starts[copyAt] ?? 0
    const end = start + copy.count
    if (places === null) {
      visit(copyAt, start, consecutive(start, copy.count))
      continue
    }
    let to = from
    while (to < places.length && (places[to] ?? end) < end) to += 1
    if (to > from) visit(copyAt, start, places.subarray(from, to))
    from = to
  }
}

function filtersIn(scope: Scope, copyAt: number, filters: ItemFilters): readonly CodeFilter[] {
  const copy = scope.copies[copyAt]
  if (copy === undefined) return []
  return FACET_KEYS.flatMap((key) => {
    const values = filters[key]
    if (values === undefined) return []
    const { codes, dictionary } = copy.coded(key)
    const wanted = new Set(values)
    return [{ key, codes, allowed: Uint8Array.from(dictionary, (value) => (wanted.has(value) ? 1 : 0)) }]
  })
}

function addCounts(
  totals: Map<FacetValue, number> | undefined,
  dictionary: readonly FacetValue[],
  counts: Int32Array,
): void {
  for (const [code, value] of dictionary.entries()) {
    const count = counts[code] ?? 0
    if (count > 0) totals?.set(value, (totals.get(value) ?? 0) + count)
  }
}

/** Of values that are as frequent, the natural order decides; "empty" comes last among them. */
function mostFrequentFirst(counts: ReadonlyMap<FacetValue, number>): readonly FacetCount[] {
  return [...counts]
    .map(([value, count]) => ({ value, count, order: value === null ? '\uffff' : naturalKey(String(value)) }))
    .sort((a, b) => b.count - a.count || compareTexts(a.order, b.order))
    .map(({ value, count }) => ({ value, count }))
}
