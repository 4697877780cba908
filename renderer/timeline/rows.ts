import type { FacetValue } from '../../electron/contract/query.ts'
import { compareNames } from '../../electron/contract/compare-names.ts'
import type { ShownLane } from './lanes.ts'

export interface GroupLine {
  readonly kind: 'group'
  /** Null for lanes without a value. */
  readonly value: FacetValue
  readonly label: string
  readonly count: number
  readonly isOpen: boolean
}

export interface LaneLine {
  readonly kind: 'lane'
  readonly shown: ShownLane
}

export type TimelineLine = GroupLine | LaneLine

export interface GroupOptions {
  /** Returns the name of a group; null for a single list. */
  readonly label: ((value: FacetValue) => string) | null
  readonly collapsed: ReadonlySet<FacetValue>
}

/**
 * Returns lanes by start in their groups, which stay in the order of the lanes; those without start are last.
 */
export function linesOf(
  lanes: readonly ShownLane[],
  { label, collapsed }: GroupOptions,
): readonly TimelineLine[] {
  const firstOf = new Map(lanes.map((shown) => [shown, firstInstant(shown)]))
  const sorted = lanes.toSorted(
    (one, other) =>
      compareNumbers(firstOf.get(one), firstOf.get(other)) || compareNames(one.lane.title, other.lane.title),
  )
  if (label === null) return sorted.map((shown) => ({ kind: 'lane', shown }))
  const members = Map.groupBy(sorted, ({ lane }) => lane.group)
  return [...new Set(lanes.map(({ lane }) => lane.group))].flatMap((value): readonly TimelineLine[] => {
    const [group, isOpen] = [members.get(value) ?? [], !collapsed.has(value)]
    const heading = { kind: 'group', value, label: label(value), count: group.length, isOpen } as const
    return [heading, ...(isOpen ? group.map((shown) => ({ kind: 'lane', shown }) as const) : [])]
  })
}

/** Returns the start of a campaign, or its first date; NaN without any. */
function firstInstant({ start, end, dates, lane }: ShownLane): number {
  return start ?? lane.dates.get('startAt') ?? dates[0]?.at ?? end ?? Number.NaN
}

/** Numbers that are missing are last. */
function compareNumbers(one = Number.NaN, other = Number.NaN): number {
  if (Number.isNaN(one) || Number.isNaN(other)) return Number(Number.isNaN(one)) - Number(Number.isNaN(other))
  return one - other
}

/** Heights of lines, in CSS pixels. */
export interface LineHeights {
  readonly group: number
  readonly lane: number
}

/** Returns the top of each line, and at the end the height of all, in CSS pixels. */
export function topsOf(lines: readonly TimelineLine[], heights: LineHeights): Float64Array {
  const tops = new Float64Array(lines.length + 1)
  for (const [index, { kind }] of lines.entries()) tops[index + 1] = (tops[index] ?? 0) + heights[kind]
  return tops
}

/** Returns the index of the line at a position, or of the nearest one; -1 without lines. */
export function lineAt(tops: Float64Array, position: number): number {
  let [low, high] = [0, tops.length - 2]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((tops[middle] ?? 0) <= position) low = middle
    else high = middle - 1
  }
  return Math.min(low, tops.length - 2)
}
