import { afterEach, describe, expect, it } from 'vitest'
import { compareNames } from '../../electron/contract/compare-names.ts'
import { setNumberLocale } from '../../electron/contract/messages.ts'
import { weekDaysOf } from '../../electron/contract/weeks.ts'
import { createDayFormat } from '../../renderer/views/home/day-format.ts'
import { defaultPaper } from '../../renderer/views/report/report-choice.ts'

afterEach(() => setNumberLocale('en'))

describe('the locale of the system', () => {
  it.each([
    ['en-US', ['Item 2', 'Item 10', 'Österreich', 'Zürich']],
    ['de-DE', ['Item 2', 'Item 10', 'Österreich', 'Zürich']],
    ['sv-SE', ['Item 2', 'Item 10', 'Zürich', 'Österreich']],
  ])('sorts names: %s', (locale, names) => {
    setNumberLocale(locale)
    expect(names.toReversed().toSorted(compareNames)).toEqual(names)
  })

  it.each([
    ['en-US', 0, [6, 0]],
    ['de-DE', 1, [6, 0]],
    ['en-DE', 1, [6, 0]],
    ['fr-CA', 0, [6, 0]],
    ['ar-EG', 6, [5, 6]],
  ])('determines the days of a week: %s', (locale, first, weekend) => {
    expect(weekDaysOf(locale)).toEqual({ first, weekend })
    const { isWeekend } = createDayFormat(locale)
    const days = [0, 1, 2, 3, 4, 5, 6].filter((day) => isWeekend(new Date(2026, 10, 1 + day).getTime()))
    expect(days).toEqual(weekend.toSorted((one, other) => one - other))
  })

  it.each([
    ['en-US', 'letter'],
    ['en', 'letter'],
    ['fr-CA', 'letter'],
    ['es-MX', 'letter'],
    ['en-GB', 'a4'],
    ['en-DE', 'a4'],
    ['de', 'a4'],
    ['es', 'a4'],
  ])('determines the paper: %s', (locale, paper) => expect(defaultPaper(locale)).toBe(paper))
})
