import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitsSharedWords, nameParts } from '../../renderer/grid/name-parts.ts'

/** Returns the texts of the parts: shared words, beginning, middle and end. */
function partsOf(name: string, element: string | null, sharedWords = ''): readonly string[] {
  const { shared, start, middle } = nameParts(name, element, sharedWords)
  return [name.slice(0, shared), name.slice(shared, start), name.slice(start, middle), name.slice(middle)]
}

describe('the parts of a name', () => {
  it('are divided around the element that another column repeats', () => {
    expect(partsOf('Solenne Sun Stick – Pallet fascia – Franchise', 'Pallet fascia', 'Solenne ')).toEqual([
      'Solenne ',
      'Sun Stick',
      ' – Pallet fascia',
      ' – Franchise',
    ])
    expect(partsOf('Sun Stick – pallet fascia', 'Pallet fascia')).toEqual([
      '',
      'Sun Stick',
      ' – pallet fascia',
      '',
    ])
  })

  it('leave the last words visible without an element', () => {
    expect(partsOf('Autumn home refresh 2026 large format', null)).toEqual([
      '',
      'Autumn home refresh',
      '',
      ' 2026 large format',
    ])
  })

  it('are one part if the name is short, is the element, or is written from right to left', () => {
    expect(partsOf('Poster', 'Poster')).toEqual(['', 'Poster', '', ''])
    expect(partsOf('Poster A3', 'Poster')).toEqual(['', 'Poster A3', '', ''])
    expect(partsOf('رمضان كريم 2027 ملصق كبير للمتاجر', 'ملصق')).toEqual([
      '',
      'رمضان كريم 2027 ملصق كبير للمتاجر',
      '',
      '',
    ])
  })

  it('do not divide words that only contain the element', () => {
    expect(partsOf('Sun Postersize A3', 'Poster')[2]).toBe('')
  })

  it('are in order, and together are the name', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.option(fc.string()),
        fc.string(),
        (name, element, words) => {
          const { shared, start, middle } = nameParts(name, element, words)
          expect([0, shared, start, middle, name.length]).toEqual(
            [0, shared, start, middle, name.length].toSorted((one, other) => one - other),
          )
        },
      ),
    )
  })
})

it('a column has space for the shared words if what differs fits beside them', () => {
  expect(fitsSharedWords('', 210)).toBe(true)
  expect(fitsSharedWords('Inkling & Co ', 242)).toBe(false)
  expect(fitsSharedWords('Inkling & Co ', 318)).toBe(true)
})
