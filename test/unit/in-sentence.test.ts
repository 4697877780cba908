import { describe, expect, it } from 'vitest'
import { reviewStrings } from '../../electron/contract/strings/review.ts'
import { inSentence } from '../../electron/contract/strings/grammar.ts'

describe('inSentence', () => {
  it.each([
    ['Problems first', 'problems first'],
    ['Élément', 'élément'],
    ['OK first', 'OK first'],
    ['POS number', 'POS number'],
    ['X', 'X'],
    ['createdAt', 'createdAt'],
    ['', ''],
  ])('starts with a lower-case letter except in an abbreviation: %s', (name, expected) =>
    expect(inSentence(name)).toBe(expected),
  )

  it('is applied to names in messages', () => {
    const { sort, marked } = reviewStrings
    expect(sort.by(sort.orders.ok)).toBe('Order: OK first')
    expect(marked('ok', 1, '1')).toBe('1 item marked OK.')
    expect(marked('problem', 2, '2')).toBe('2 items marked as a problem.')
  })
})
