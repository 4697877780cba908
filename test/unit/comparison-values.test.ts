import { expect, it } from 'vitest'
import { createFormat } from '../../renderer/state/format.ts'
import { campaignDifference } from '../../renderer/views/compare/values.ts'

it('counts the days between compared dates by the calendar', () => {
  const at = (day: number, hour: number): string => new Date(2026, 9, day, hour, 30).toISOString()
  const difference = (first: string, second: string): string | undefined =>
    campaignDifference('startAt', first, second, createFormat('en-GB'))?.text
  expect(difference(at(14, 8), at(14, 21))).toBeUndefined()
  expect(difference(at(14, 22), at(15, 6))).toBe('+1 day')
  expect(difference(at(15, 6), at(14, 22))).toBe('−1 day')
})
