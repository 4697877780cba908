import { longestSafeText } from './pattern-cost.ts'

/** Parts of a text that the search hit: pairs of begin and end (not included), ascending. */
export type Hits = readonly (readonly [number, number])[]

export const NO_HITS: Hits = []

/** Hits that are marked in one cell; more would only be noise. */
const MOST_HITS = 20

/** Finds the hits of one search in cells; null where there is nothing to mark. */
export type HitFinder = (text: string) => Hits

/**
 * Finds what to mark for a search pattern. Gives null when the search is empty, invalid, or of a shape whose
 * running time cannot be bounded beforehand: the rows are right all the same, only unmarked.
 */
export function hitFinder(pattern: string): HitFinder | null {
  if (pattern === '') return null
  const longest = longestSafeText(pattern)
  if (longest < 1) return null
  let expression: RegExp
  try {
    expression = new RegExp(pattern, 'gi')
  } catch {
    return null
  }
  return (text) => {
    if (text.length > longest) return NO_HITS
    const hits: [number, number][] = []
    for (const match of text.matchAll(expression)) {
      if (match[0] === '') continue
      hits.push([match.index, match.index + match[0].length])
      if (hits.length === MOST_HITS) break
    }
    return hits
  }
}

export interface Segment {
  readonly text: string
  readonly hit: boolean
}

/** A part of a text from `begin` to `end`, cut where a hit begins or ends. */
export function segments(text: string, hits: Hits, begin = 0, end = text.length): readonly Segment[] {
  const parts: Segment[] = []
  let at = begin
  for (const [from, to] of hits) {
    const first = Math.max(from, at)
    const last = Math.min(to, end)
    if (last <= first) continue
    if (first > at) parts.push({ text: text.slice(at, first), hit: false })
    parts.push({ text: text.slice(first, last), hit: true })
    at = last
  }
  if (at < end) parts.push({ text: text.slice(at, end), hit: false })
  return parts
}
