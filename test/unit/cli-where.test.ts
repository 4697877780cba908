import { describe, expect, it } from 'vitest'
import type { ValueLabel } from '../../electron/contract/connection.ts'
import { allOf, hasValue } from '../../electron/contract/filter-tree.ts'
import type { FilterNode } from '../../electron/contract/filters.ts'
import { combine, parseWhere } from '../../electron/cli/where/parse-where.ts'
import { itemWhereColumns } from '../../electron/cli/where/where-columns.ts'
import { WhereError } from '../../electron/cli/where/scanner.ts'

const LABELS: readonly ValueLabel[] = [
  { value: 1, name: 'Draft', color: 'blue' },
  { value: 2, name: 'On hold', color: 'orange' },
  { value: 3, name: 'Cancelled', color: 'red' },
]

const parse = (text: string): FilterNode => parseWhere(text, itemWhereColumns(LABELS))

function errorIn(text: string): { readonly offset: number; readonly message: string } {
  try {
    parse(text)
  } catch (error) {
    if (error instanceof WhereError) return { offset: error.offset, message: error.message }
    throw error
  }
  throw new Error(`“${text}” has no error.`)
}

describe('a condition of the command line', () => {
  it.each<readonly [text: string, expected: FilterNode]>([
    ['status is Draft', hasValue('status', 1)],
    ['Status = draft', hasValue('status', 1)],
    ['status is not Cancelled, On hold', { column: 'status', operator: 'isNot', values: [3, 2] }],
    ['status in (Draft, 7, Status 8)', hasValue('status', 1, 7, 8)],
    ['status is "On hold", "draft sent"', hasValue('status', 2, 'draft sent')],
    ['status is "empty"', hasValue('status', 'empty')],
    ['status is empty', { column: 'status', operator: 'isEmpty' }],
    ['qty between 5 and 15000', { column: 'qty', operator: 'between', from: 5, to: 15_000 }],
    ['Quantity>=5', { column: 'qty', operator: 'atLeast', value: 5 }],
    ['qty is less than 0.5', { column: 'qty', operator: 'lessThan', value: 0.5 }],
    ['qty is 5, empty', hasValue('qty', 5, null)],
    ['qty is "a dozen"', hasValue('qty', 'a dozen')],
    ['locked is yes', hasValue('isLocked', true)],
    ['hasArtwork = false', hasValue('hasArtwork', false)],
    ['itemName contains SPF 50', { column: 'itemName', operator: 'contains', text: 'SPF 50' }],
    ["name does not contain 'a and b'", { column: 'itemName', operator: 'doesNotContain', text: 'a and b' }],
    ['name contains "the ""best"""', { column: 'itemName', operator: 'contains', text: 'the "best"' }],
    ['name not contains poster', { column: 'itemName', operator: 'doesNotContain', text: 'poster' }],
    ['name is not contain poster', { column: 'itemName', operator: 'doesNotContain', text: 'poster' }],
    ['name not "contains poster"', { column: 'itemName', operator: 'isNot', values: ['contains poster'] }],
    [
      'name is not On sale, begins with',
      { column: 'itemName', operator: 'isNot', values: ['On sale', 'begins with'] },
    ],
    ['name is On the shelf', hasValue('itemName', 'On the shelf')],
    ['name is In-store display, One of a kind', hasValue('itemName', 'In-store display', 'One of a kind')],
    ['name is not In stock', { column: 'itemName', operator: 'isNot', values: ['In stock'] }],
    ['campaignName is One of a kind', hasValue('campaignName', 'One of a kind')],
    ['/place is On the shelf', hasValue('/place', '"On the shelf"')],
    ['status is On hold, Draft', hasValue('status', 2, 1)],
    ['status is in (Draft, On hold)', hasValue('status', 1, 2)],
    ['status is one of "Draft", On hold', hasValue('status', 1, 2)],
    ['status is not in (Draft)', { column: 'status', operator: 'isNot', values: [1] }],
    ['qty is in 5, 7', hasValue('qty', 5, 7)],
    ['updated is on 2026-08-01', hasValue('updatedAt', '2026-08-01')],
    ['updated is 2026-08-01', hasValue('updatedAt', '2026-08-01')],
    ['updated is before 2026-08-01', { column: 'updatedAt', operator: 'lessThan', value: '2026-08-01' }],
    ['updated is not empty', { column: 'updatedAt', operator: 'isNotEmpty' }],
    ['/due is on 2026-08-01', hasValue('/due', '"2026-08-01"')],
    ['status not in (Draft, On hold)', { column: 'status', operator: 'isNot', values: [1, 2] }],
    ['Item begins with a, b', { column: 'itemName', operator: 'beginsWith', text: 'a, b' }],
    ['POS number starts with 0007', { column: 'posNumber', operator: 'beginsWith', text: '0007' }],
    ['pos matches ^0*(7|8)$', { column: 'posNumber', operator: 'matchesPattern', text: '^0*(7|8)$' }],
    ['pos is 0007, 0008', hasValue('posNumber', '0007', '0008')],
    ['pos is duplicated', { column: 'posNumber', operator: 'isDuplicated' }],
    ['workflow is not empty', { column: 'workflowTemplateName', operator: 'isNotEmpty' }],
    ['updated in the last 7 days', { column: 'updatedAt', operator: 'inLast', count: 7, unit: 'days' }],
    ['updated older than 1 month', { column: 'updatedAt', operator: 'olderThan', count: 1, unit: 'months' }],
    ['updatedAt after 2026-08-01', { column: 'updatedAt', operator: 'greaterThan', value: '2026-08-01' }],
    ['updated is on or before 2026-08-01', { column: 'updatedAt', operator: 'atMost', value: '2026-08-01' }],
    ['updated on 2026-08-01', hasValue('updatedAt', '2026-08-01')],
    ['review is problem, none', hasValue('review', 'problem', 'none')],
    ['unseen is yes', hasValue('unseen', true)],
    ['/artworkJob/round is 2', hasValue('/artworkJob/round', '2', '"2"')],
    ['"/art work" is "2", two, true', hasValue('/art work', '"2"', '"two"', 'true', '"true"')],
    ['/due before 2026-08-01', { column: '/due', operator: 'lessThan', value: '2026-08-01' }],
    ['/round > 2', { column: '/round', operator: 'greaterThan', value: 2 }],
  ])('is read: %s', (text, expected) => {
    expect(parse(text)).toEqual(expected)
  })

  it.each([
    'name not begins with poster',
    'name is not begins with poster',
    'name not begin with poster',
    'name not matches pattern poster',
    'name not like poster',
    'name not is poster',
    'name not = poster',
    '/due is not before 2026-08-01',
    '/round is not > 5',
  ])('has no negation that the operators do not have: %s', (text) => {
    const { offset, message } = errorIn(text)
    expect(offset).toBe(text.indexOf(' ') + 1)
    expect(message).toMatch(/^There is no operator “(?:is )?not .+quotation marks\.$/u)
  })

  it('joins conditions with and, or and parentheses', () => {
    const contains = { column: 'itemName', operator: 'contains', text: 'SPF 50' } as const
    const between = { column: 'qty', operator: 'between', from: 1, to: 2 } as const
    expect(parse('name contains SPF 50 and qty between 1 and 2 AND status is Draft')).toEqual(
      allOf(contains, between, hasValue('status', 1)),
    )
    expect(parse('(name contains SPF 50 or qty between 1 and 2) and status is Draft')).toEqual(
      allOf({ match: 'any', conditions: [contains, between] }, hasValue('status', 1)),
    )
    expect(parse('(status is Draft)')).toEqual(hasValue('status', 1))
    expect(parse('status in (Draft, On hold) or (locked is yes and (qty is 1 or qty is 2))')).toEqual({
      match: 'any',
      conditions: [
        hasValue('status', 1, 2),
        allOf(hasValue('isLocked', true), {
          match: 'any',
          conditions: [hasValue('qty', 1), hasValue('qty', 2)],
        }),
      ],
    })
  })

  it('combines several options', () => {
    const nodes = ['status is Draft', 'qty is 1 or qty is 2', 'locked is yes and qty is 3'].map(parse)
    expect(combine(nodes, 'all')).toEqual(
      allOf(
        hasValue('status', 1),
        { match: 'any', conditions: [hasValue('qty', 1), hasValue('qty', 2)] },
        hasValue('isLocked', true),
        hasValue('qty', 3),
      ),
    )
    expect(combine(nodes, 'any').conditions).toHaveLength(4)
  })

  it.each([
    ['', 0, 'Name a column, such as qty.'],
    ['statsu is Draft', 0, 'There is no column “statsu”. Did you mean “status”?'],
    ['material is paper', 0, 'There is no column “material”.'],
    ['qty contians 5', 4, 'There is no operator “contians” for qty. Use is, is not, between'],
    ['name contians 5', 5, 'There is no operator “contians” for name. Did you mean “contains”?'],
    ['name begin with 5', 5, 'Did you mean “begins with”?'],
    ['qty', 3, 'An operator is missing after qty.'],
    ['qty is', 6, 'Add a value after “is”.'],
    ['qty is 5,', 9, 'Add a value after “,”.'],
    ['qty is five', 7, '“five” is not a number. Write it as 1500 or 0.5.'],
    ['qty between 5', 13, 'Add “and” with a second value'],
    ['qty between 15 and 5', 19, 'The second value is less than the first.'],
    ['updated between 2026-08-05 and 2026-08-01', 31, 'The second value is less than the first.'],
    ['updated after August', 14, '“August” is not a date. Write it as 2026-08-01.'],
    ['updated is not 2026-08-01', 11, '“not 2026-08-01” is not a date.'],
    ['updated after 2026-02-30', 14, '“2026-02-30” is not a date.'],
    ['updated in the last week', 20, 'Add a number with hours, days, weeks or months'],
    ['updated in the last 7', 21, 'Add a number with hours, days, weeks or months'],
    ['locked is perhaps', 10, '“perhaps” is not possible here. Use yes, no, empty.'],
    ['review is great', 10, 'Use ok, problem, question, none, changed.'],
    ['status is Cancled', 10, 'There is no status “Cancled”. Did you mean “Cancelled”?'],
    ['status is Printed', 10, 'The statuses are “Draft”, “On hold”, “Cancelled”.'],
    ['name is "a', 8, 'The closing quotation mark is missing.'],
    ['name is "a" qty is 5', 12, 'Add “and” or “or” before the next condition.'],
    ['(name is a', 0, 'The closing parenthesis is missing.'],
    ['qty is empty)', 12, 'There is no opening parenthesis for this one.'],
    ['qty is 1 and qty is 2 or qty is 3', 22, 'because “and” and “or” are mixed'],
    ['((((qty is 1))))', 3, 'Parentheses can have 3 levels.'],
  ])('reports an error with its position: %s', (text, offset, message) => {
    const error = errorIn(text)
    expect(error.message).toContain(message)
    expect(error.offset).toBe(offset)
  })

  it('accepts any name of a status while names are not known', () => {
    expect(parseWhere('status is Printed', itemWhereColumns(null))).toEqual(hasValue('status', 'Printed'))
  })
})
