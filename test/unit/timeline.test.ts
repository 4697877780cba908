import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { datePoints, layOutTimeline, type DatePoint } from '../../renderer/views/overview/timeline.ts'

const DAY = 86_400_000
const START = Date.UTC(2026, 0, 1)

const point = (key: string, day: number): DatePoint => ({ key, label: key, time: START + day * DAY })

/** Left and right of a label, as the layout estimates them. */
function labelExtent(label: string, x: number, flipped: boolean): readonly [number, number] {
  const length = 8 + label.length * 6.4
  return flipped ? [x - length, x] : [x, x + length]
}

describe('the timeline', () => {
  it('includes only valid dates, earliest first', () => {
    const field = (key: string, value: unknown) => ({
      key,
      path: [key],
      label: key,
      value,
      type: 'date' as const,
      empty: false,
      odd: false,
    })
    expect(
      datePoints([
        field('b', '2026-02-01T00:00:00Z'),
        field('odd', 5),
        field('soon', 'soon'),
        field('a', '2026-01-01T00:00:00Z'),
        field('null', null),
      ]).map((found) => found.key),
    ).toEqual(['a', 'b'])
  })

  it('is not drawn for fewer than two days or without space', () => {
    expect(layOutTimeline([], 800, START)).toBeNull()
    expect(layOutTimeline([point('a', 0)], 800, START)).toBeNull()
    expect(layOutTimeline([point('a', 0), point('b', 0)], 800, START)).toBeNull()
    expect(layOutTimeline([point('a', 0), point('b', 9)], 0, START)).toBeNull()
    expect(layOutTimeline([point('a', 0), point('b', 9)], 800, START)).not.toBeNull()
  })

  it('shows the campaign’s start and end, and today if it is in range', () => {
    const points = [point('createdAt', 0), point('startAt', 50), point('endAt', 100)]
    const line = layOutTimeline(points, 812, START + 25 * DAY)
    expect(line?.points.map(({ x }) => Math.round(x))).toEqual([12, 406, 800])
    expect(line?.run).toEqual({ from: line?.points[1]?.x, to: line?.points[2]?.x })
    expect(Math.round(line?.today ?? 0)).toBe(209)
    expect(layOutTimeline(points, 812, START - DAY)?.today).toBeNull()
    const reversed = [point('endAt', 0), point('startAt', 50)]
    expect(layOutTimeline(reversed, 812, START)?.run).toBeNull()
  })

  it('keeps ticks apart over weeks and over decades', () => {
    for (const days of [10, 100, 1_000, 10_000, 40_000]) {
      const line = layOutTimeline([point('a', 0), point('b', days)], 800, START)
      const ticks = line?.ticks ?? []
      for (const [index, tick] of ticks.entries()) {
        const next = ticks[index + 1]
        if (next !== undefined) expect(next.x - tick.x).toBeGreaterThan(40)
      }
    }
  })

  it('never overlaps labels, and keeps points inside', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 1, max: 24 })), {
          minLength: 2,
          maxLength: 25,
        }),
        fc.integer({ min: 200, max: 2_000 }),
        (dates, width) => {
          const points = dates
            .map(([day, length], index) => ({
              ...point(`d${String(index)}`, day),
              label: 'x'.repeat(length),
            }))
            .sort((one, other) => one.time - other.time)
          const line = layOutTimeline(points, width, START)
          if (line === null) return
          expect(line.points).toHaveLength(points.length)
          for (const [index, one] of line.points.entries()) {
            expect(one.x).toBeGreaterThanOrEqual(0)
            expect(one.x).toBeLessThanOrEqual(width)
            if (one.lane === null) continue
            const [left, right] = labelExtent(one.label, one.x, one.flipped)
            expect(left).toBeGreaterThanOrEqual(-1)
            for (const other of line.points.slice(index + 1)) {
              if (other.lane !== one.lane) continue
              const [from, to] = labelExtent(other.label, other.x, other.flipped)
              expect(left < to && right > from).toBe(false)
            }
          }
        },
      ),
    )
  })
})
