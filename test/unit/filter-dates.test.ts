import { describe, expect, it } from 'vitest'
import {
  boundOfInstant,
  extentOfMoment,
  extentOfNextPeriod,
  extentOfPeriod,
  rangeOfCondition,
} from '../../electron/contract/filter-dates.ts'
import { isInRange } from '../../electron/contract/search-ranges.ts'

const local = (...parts: readonly [number, number, number, number?, number?]): number => {
  const [year, month, day, hour = 0, minute = 0] = parts
  return new Date(year, month - 1, day, hour, minute).getTime()
}

describe('a period up to now', () => {
  const now = local(2026, 8, 8, 15, 30)

  it.each([
    [1, 'days', local(2026, 8, 7)],
    [7, 'days', local(2026, 8, 1)],
    [2, 'weeks', local(2026, 7, 25)],
    [1, 'months', local(2026, 7, 8)],
    [12, 'months', local(2025, 8, 8)],
  ] as const)('of %s %s begins at the start of a day, and ends with today', (count, unit, first) => {
    expect(extentOfPeriod(count, unit, now)).toEqual({ first, last: local(2026, 8, 9) - 1 })
  })

  it('of months begins on the last day of a shorter month', () => {
    expect(extentOfPeriod(1, 'months', local(2026, 3, 31, 12)).first).toBe(local(2026, 2, 28))
    expect(extentOfPeriod(6, 'months', local(2026, 8, 31, 12)).first).toBe(local(2026, 2, 28))
  })

  it('of hours is exact to the minute', () => {
    expect(extentOfPeriod(24, 'hours', now + 12_345)).toEqual({
      first: now - 24 * 3_600_000,
      last: now + 59_999,
    })
  })
})

describe('the extent of a period from now on', () => {
  const now = local(2026, 8, 8, 14, 30)

  it.each([
    [1, 'days', local(2026, 8, 10)],
    [2, 'weeks', local(2026, 8, 23)],
    [1, 'months', local(2026, 9, 9)],
  ] as const)('of %d %s begins today and ends with its last day', (count, unit, end) => {
    expect(extentOfNextPeriod(count, unit, now)).toEqual({ first: local(2026, 8, 8), last: end - 1 })
  })

  it('of months ends on the last day of a shorter month', () => {
    expect(extentOfNextPeriod(1, 'months', local(2026, 1, 31, 12)).last).toBe(local(2026, 3, 1) - 1)
  })

  it('of hours is exact to the minute', () => {
    expect(extentOfNextPeriod(24, 'hours', now + 12_345)).toEqual({
      first: now,
      last: now + 24 * 3_600_000 + 59_999,
    })
  })
})

describe('the range of a condition', () => {
  const column = 'updatedAt'
  const noon = local(2026, 8, 1, 12)

  it.each([
    [{ column, operator: 'lessThan', value: '2026-08-01' }, [false, false, false]],
    [{ column, operator: 'lessThan', value: '2026-08-02' }, [false, true, false]],
    [{ column, operator: 'atMost', value: '2026-08-01' }, [false, true, false]],
    [{ column, operator: 'greaterThan', value: '2026-08-01' }, [false, false, true]],
    [{ column, operator: 'atLeast', value: '2026-08-01' }, [false, true, true]],
    [{ column, operator: 'between', from: '2026-08-01', to: '2026-08-01' }, [false, true, false]],
    [{ column, operator: 'inLast', count: 1, unit: 'days' }, [false, true, true]],
    [{ column, operator: 'olderThan', count: 1, unit: 'days' }, [false, false, false]],
    [{ column, operator: 'olderThan', count: 1, unit: 'hours' }, [false, true, false]],
    [{ column, operator: 'inNext', count: 1, unit: 'days' }, [false, false, true]],
    [{ column, operator: 'inNext', count: 1, unit: 'hours' }, [false, false, false]],
  ] as const)('of whole days: %o', (condition, expected) => {
    const range = rangeOfCondition(condition, local(2026, 8, 2, 12))
    const instants = [Number.NaN, noon, local(2026, 8, 2, 11, 30)]
    expect(instants.map((instant) => isInRange(range, instant))).toEqual(expected)
  })
})

describe('a bound', () => {
  it('is a day if it is the first or the last instant of it', () => {
    expect(boundOfInstant(local(2026, 8, 1), 'first')).toBe('2026-08-01')
    expect(boundOfInstant(local(2026, 8, 2) - 1, 'last')).toBe('2026-08-01')
    expect(boundOfInstant(0.5 + local(2026, 8, 1), 'first')).toContain('T')
  })

  it('is no nonexistent day', () => {
    expect(['2026-02-29', '2026-13-01', '2026-00-10', 'tomorrow', ''].map(extentOfMoment)).toEqual(
      Array(5).fill(null),
    )
    expect(extentOfMoment('2024-02-29')).not.toBeNull()
  })
})
