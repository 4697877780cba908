import { expect, it } from 'vitest'
import { compactNumber } from '../../renderer/views/statistics/statistic-display.ts'

it.each([
  ['en', ['980', '5K', '1.2M']],
  ['de', ['980', '4.980', '1,2\u00a0Mio.']],
])('abbreviates numbers, or groups their digits, in %s', (locale, expected) => {
  expect([980, 4_980, 1_234_567].map(compactNumber({ locale }))).toEqual(expected)
})
