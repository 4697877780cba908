import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allOf, hasValue } from '../../electron/contract/filter-tree.ts'
import { NO_FILTERS, type FacetValue, type FilterGroup } from '../../electron/contract/filters.ts'
import {
  admittedValues,
  isolateValue,
  narrowed,
  toggleValue,
} from '../../renderer/state/statistic-filters.ts'
import { DEFAULT_CHOICE, withRows, withSeries } from '../../renderer/state/statistics-choice.ts'

const VALUES: readonly FacetValue[] = [0, 1, 2, 'draft', null]
const OTHER: FilterGroup = { match: 'any', conditions: [hasValue('isLocked', true), hasValue('status', 1)] }

describe('the legend', () => {
  it('hides and shows values like a set', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...VALUES), { maxLength: 12 }),
        fc.constantFrom(NO_FILTERS, allOf(hasValue('isLocked', true)), OTHER),
        (clicks, start) => {
          let filters = start
          let hidden = new Set<FacetValue>()
          for (const value of clicks) {
            filters = toggleValue(filters, 'status', value, VALUES)
            if (!hidden.delete(value)) hidden.add(value)
            if (hidden.size === VALUES.length) hidden = new Set()
            expect(admittedValues(filters, 'status', VALUES)).toEqual(
              VALUES.filter((each) => !hidden.has(each)),
            )
          }
        },
      ),
    )
  })

  it('isolates a value, and shows all again', () => {
    const isolated = isolateValue(allOf(hasValue('isLocked', true)), 'status', 2, VALUES)
    expect(isolated).toEqual(allOf(hasValue('isLocked', true), hasValue('status', 2)))
    expect(isolateValue(isolated, 'status', 2, VALUES)).toEqual(allOf(hasValue('isLocked', true)))
  })

  it('writes what a person would write', () => {
    expect(toggleValue(NO_FILTERS, 'status', 1, VALUES)).toEqual(
      allOf({ column: 'status', operator: 'isNot', values: [1] }),
    )
  })

  it('keeps conditions of which any must match', () => {
    const hidden = toggleValue(OTHER, 'status', 1, VALUES)
    expect(hidden).toEqual(allOf(OTHER, { column: 'status', operator: 'isNot', values: [1] }))
    expect(toggleValue(hidden, 'status', 1, VALUES)).toEqual(allOf(OTHER))
  })
})

describe('the rows behind a number', () => {
  it('meet the filters, without repeating conditions on the same column', () => {
    const filters = allOf(hasValue('isLocked', true), { column: 'status', operator: 'isNot', values: [1] })
    expect(narrowed(filters, [hasValue('status', 2)])).toEqual(
      allOf(hasValue('isLocked', true), hasValue('status', 2)),
    )
    expect(narrowed(OTHER, [hasValue('status', 2)])).toEqual(allOf(OTHER, hasValue('status', 2)))
  })
})

describe('the choice of what divides the bars', () => {
  it('never divides a dimension by itself', () => {
    expect(withRows(DEFAULT_CHOICE, 'status').keys).toEqual(['status', 'elementName'])
    expect(withSeries(DEFAULT_CHOICE, 'elementName').keys).toEqual(['status', 'elementName'])
    expect(withSeries(DEFAULT_CHOICE, null).keys).toEqual(['elementName'])
  })

  it('does not divide marks and changes, and shows days in the order of time', () => {
    expect(withRows(DEFAULT_CHOICE, 'mark').keys).toEqual(['mark'])
    expect(withRows(DEFAULT_CHOICE, 'changeDay')).toMatchObject({ keys: ['changeDay'], byValue: true })
    expect(withSeries(withRows(DEFAULT_CHOICE, 'mark'), 'status').keys).toEqual(['mark'])
  })
})
