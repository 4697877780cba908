import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCoverage, totalLength, type OffsetRange } from '../../electron/download/coverage.ts'

const END = 60
const stretches = fc.array(
  fc.tuple(fc.nat(END), fc.nat(20)).map(([start, length]) => ({ start, end: start + length })),
  { maxLength: 20 },
)

/** A set of the same offsets, as the reference. */
function offsetsOf(covered: readonly OffsetRange[]): Set<number> {
  return new Set(
    covered.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at)),
  )
}

function coverageOf(covered: readonly OffsetRange[]) {
  const coverage = createCoverage()
  for (const { start, end } of covered) coverage.cover(start, end)
  return coverage
}

describe('createCoverage', () => {
  it('covers exactly the added offsets in any order and overlap', () => {
    fc.assert(
      fc.property(stretches, (covered) => {
        const coverage = coverageOf(covered)
        const model = offsetsOf(covered)
        for (let offset = 0; offset < END + 20; offset += 1) {
          expect(coverage.covers(offset)).toBe(model.has(offset))
        }
        expect(offsetsOf(coverage.ranges())).toEqual(model)
        expect(totalLength(coverage.ranges())).toBe(model.size)
      }),
    )
  })

  it('keeps its ranges sorted and merged', () => {
    fc.assert(
      fc.property(stretches, (covered) => {
        const ranges = coverageOf(covered).ranges()
        for (const [at, { start, end }] of ranges.entries()) {
          expect(end).toBeGreaterThan(start)
          expect(start).toBeGreaterThan(ranges[at - 1]?.end ?? -1)
        }
      }),
    )
  })

  it('finds every gap below an end', () => {
    fc.assert(
      fc.property(stretches, fc.nat(END), (covered, end) => {
        const model = offsetsOf(covered)
        const missing = Array.from({ length: end }, (_, offset) => offset).filter(
          (offset) => !model.has(offset),
        )
        expect([...offsetsOf(coverageOf(covered).gaps(end))].sort((a, b) => a - b)).toEqual(missing)
      }),
    )
  })

  it('returns a first gap that is neither covered nor busy, within its limits', () => {
    fc.assert(
      fc.property(
        stretches,
        stretches,
        fc.nat(END),
        fc.integer({ min: 1, max: 30 }),
        (covered, busy, end, longest) => {
          const taken = offsetsOf([...covered, ...busy])
          const inFlight = busy.filter(({ start, end: last }) => last > start)
          const gap = coverageOf(covered).firstGap(end, longest, inFlight)
          const firstFree = Array.from({ length: end }, (_, offset) => offset).find(
            (offset) => !taken.has(offset),
          )
          expect(gap?.start).toBe(firstFree)
          if (gap === null) return
          expect(gap.end).toBeGreaterThan(gap.start)
          expect(gap.end).toBeLessThanOrEqual(Math.min(end, gap.start + longest))
          for (let offset = gap.start; offset < gap.end; offset += 1) expect(taken.has(offset)).toBe(false)
          // The gap is as long as possible.
          const couldGrow = gap.end < end && gap.end - gap.start < longest
          if (couldGrow) expect(taken.has(gap.end)).toBe(true)
        },
      ),
    )
  })
})
