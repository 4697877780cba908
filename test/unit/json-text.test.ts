import { expect, it } from 'vitest'
import { isExactDouble } from '../../electron/contract/json-text.ts'
import { fieldSortKey } from '../../electron/store/query/field-cells.ts'

it('takes linear time for numbers with millions of zeros', () => {
  const zeros = '0'.repeat(2_000_000)
  expect(isExactDouble(`0.1${zeros}`)).toBe(true)
  expect(isExactDouble(`0.1${zeros}1`)).toBe(false)
  expect(fieldSortKey(`0.1${zeros}`) < fieldSortKey(`0.1${zeros}1`)).toBe(true)
})
