import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LABEL_COLORS } from '../../electron/contract/connection.ts'
import { formatLabelList, parseLabelList } from '../../renderer/state/pasted-labels.ts'

const namesOf = (text: string) =>
  parseLabelList(text)?.map(({ value, name }) => (value === null ? name : [value, name]))

describe('a pasted list of status names', () => {
  it('has a name in each line, and blank lines skip a status', () => {
    expect(namesOf('Draft\r\n\r\n In review \n')).toEqual(['Draft', '', 'In review'])
  })

  it.each([
    ['0\tDraft\n10\tCanceled'],
    ['0: Draft\n10: Canceled'],
    ['0 – Draft\n10 - Canceled'],
    ['0. Draft\n10) Canceled'],
    ['0 Draft\n\n10 Canceled\n'],
    ['0,Draft\n10;Canceled'],
    ['Number\tName\n0\tDraft\n10\tCanceled'],
  ])('can begin with the number of the status: %j', (text) => {
    expect(namesOf(text)).toEqual([
      [0, 'Draft'],
      [10, 'Canceled'],
    ])
  })

  it('has names that begin with a digit if not all lines do', () => {
    expect(namesOf('3 D artwork\nDraft')).toEqual(['3 D artwork', 'Draft'])
  })

  it('is read without the quotes of spreadsheets, with colors, and within the limit of a name', () => {
    expect(parseLabelList(`1\t"7"" wobbler"\tGreen\n2\t${'x'.repeat(300)}\tmauve`)).toEqual([
      { value: 1, name: '7" wobbler', color: 'green' },
      { value: 2, name: 'x'.repeat(100), color: null },
    ])
  })

  it('is not assumed for one line without cells', () => {
    expect(parseLabelList('In review')).toBeNull()
    expect(parseLabelList('3: In review\n')).toBeNull()
    expect(namesOf('3\tIn review')).toEqual([[3, 'In review']])
  })

  it('is read as it was copied', () => {
    const name = fc
      .string({ minLength: 1, maxLength: 40 })
      .map((text) => text.trim().replace(/\s+/gu, ' '))
      .filter((text) => text !== '')
    const label = fc.record({ value: fc.integer(), name, color: fc.constantFrom(...LABEL_COLORS) })
    fc.assert(
      fc.property(fc.array(label, { minLength: 1 }), (labels) => {
        expect(parseLabelList(formatLabelList(labels))).toEqual(labels)
      }),
    )
  })
})
