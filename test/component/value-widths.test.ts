import { describe, expect, it, vi } from 'vitest'
import { columnOf } from '../../renderer/grid/column-layout.ts'
import { ValueWidths } from '../../renderer/grid/value-widths.svelte.ts'

/** Ten pixels for each character. */
const measure = vi.fn((text: string) => text.length * 10)

describe('the widths of values', () => {
  it('widen a column for its longest value, up to its limit', () => {
    const widths = new ValueWidths(measure)
    const { width, fitTo } = columnOf('posNumber')
    const widthAfter = (text: string): number => {
      widths.add('posNumber', { text, extra: 0 })
      return widths.fit(columnOf('posNumber')).width
    }
    expect(widthAfter('000690')).toBe(width)
    expect(widthAfter('0400638133024')).toBeGreaterThan(130)
    expect(widthAfter('17')).toBeGreaterThan(130)
    expect(widthAfter('x'.repeat(10_000))).toBe(fitTo)
    expect(widths.fit(columnOf('elementName'))).toEqual(columnOf('elementName'))
  })

  it('measure only values of another form that are at least as long', () => {
    measure.mockClear()
    const widths = new ValueWidths(measure)
    for (const text of ['0400638133024640', '0400638133023163', '1/2', '0400638133025704'])
      widths.add('posNumber', { text, extra: 0 })
    expect(measure).toHaveBeenCalledOnce()
    widths.add('posNumber', { text: 'ABCD638133024640', extra: 0 })
    expect(measure).toHaveBeenCalledTimes(2)
  })
})
