import type { FilterKind } from '../filter-operators.ts'
import { isStateColumn, type FilterColumn, type FilterOperator, type PeriodUnit } from '../filters.ts'
import { columnLabel } from './columns.ts'
import { plural } from './grammar.ts'

/** Names of the operators. */
const OPERATOR_LABELS: Readonly<Record<FilterOperator, string>> = {
  is: 'is',
  isNot: 'is not',
  contains: 'contains',
  doesNotContain: 'does not contain',
  beginsWith: 'begins with',
  endsWith: 'ends with',
  matchesPattern: 'matches pattern',
  doesNotMatchFormat: 'does not match format',
  lessThan: 'less than',
  atMost: 'at most',
  greaterThan: 'greater than',
  atLeast: 'at least',
  between: 'between',
  inLast: 'in the last',
  olderThan: 'older than',
  inNext: 'in the next',
  isEmpty: 'is empty',
  isNotEmpty: 'is not empty',
  isDuplicated: 'is duplicated',
}

/** Other names for columns of dates. */
const DATE_OPERATOR_LABELS: Readonly<Partial<Record<FilterOperator, string>>> = {
  is: 'on',
  lessThan: 'before',
  atMost: 'on or before',
  greaterThan: 'after',
  atLeast: 'on or after',
}

/** Returns the name of an operator of a kind of column, which follows the name of the column. */
export function operatorLabelOfKind(kind: FilterKind, operator: FilterOperator): string {
  return (kind === 'dateTime' ? DATE_OPERATOR_LABELS[operator] : undefined) ?? OPERATOR_LABELS[operator]
}

/** Returns the name of what a condition is about. */
export function filterColumnLabel(column: FilterColumn): string {
  if (isStateColumn(column)) return STATE_LABELS[column]
  return columnLabel(column)
}

const STATE_LABELS = { review: 'Mark', unseen: 'Changes' } as const

const quoted = (text: string): string => `“${text}”`
const suggestion = (name: string | null): string => (name === null ? '' : ` Did you mean ${quoted(name)}?`)

/** Strings of the filters of a list. Numbers and dates are already formatted. */
export const filterStrings = {
  title: 'Filter',
  match: 'Match',
  matches: { all: 'All', any: 'Any' },
  matchOfGroup: 'Match in this group',
  ofThese: 'of these',
  where: 'Where',
  joins: { all: 'and', any: 'or' },
  column: 'Column',
  used: 'Has a filter',
  noColumns: (text: string) => `No columns match “${text}”`,
  columnOf: (name: string) => `Column: ${name}`,
  operator: 'Operator',
  operatorOf: (name: string) => `Operator: ${name}`,
  condition: (text: string) => `Condition: ${text}`,
  group: 'Group of conditions',
  add: 'Add filter',
  addGroup: 'Add group',
  remove: (text: string) => `Remove filter: ${text}`,
  removeGroup: 'Remove group',
  clearAll: 'Clear all',
  close: 'Close',
  done: 'Done',
  more: 'More actions',
  saveAsView: 'Save as view…',
  chooseValues: 'Choose values',
  addValue: 'Add or remove values',
  moreValues: (shown: string) => `+${shown}`,
  texts: { contains: 'Text', pattern: 'Regular expression', format: 'Format, such as POS-######' },
  from: 'From',
  to: 'To',
  value: 'Value',
  and: 'and',
  between: (from: string, to: string) => `${from} and ${to}`,
  range: (min: string, max: string) => `Range: ${min}–${max}`,
  count: 'Number',
  unit: 'Unit',
  units: { hours: 'hours', days: 'days', weeks: 'weeks', months: 'months' },
  period: (count: number, shown: string, unit: PeriodUnit) =>
    `${shown} ${count === 1 ? unit.slice(0, -1) : unit}`,
  problems: {
    number: 'Enter a number.',
    date: 'Enter a complete date.',
    reversed: 'The second value is less than the first.',
    period: 'Enter a whole number from 1.',
  },
  unseenValue: 'not seen yet',
  marksNote: 'What you mark stays in the list until it is opened again.',
  empty: 'No filters. Everything is shown.',
  hiddenChips: (count: number, shown: string) => `${shown} more ${plural(count, 'filter', 'filters')}`,
  anyOf: 'Any of',
} as const

/** Errors in a condition of the command line, which follow its position. */
export const WHERE_ERRORS = {
  column: (word: string, closest: string | null) =>
    `There is no column ${quoted(word)}.${suggestion(closest)}`,
  noColumn: 'Name a column, such as qty.',
  operator: (word: string, column: string, closest: string | null, operators: readonly string[]) =>
    `${word === '' ? `An operator is missing after ${column}` : `There is no operator ${quoted(word)} for ${column}`}.${
      closest === null ? ` Use ${operators.join(', ')}.` : suggestion(closest)
    }`,
  value: (after: string) => `Add a value after ${quoted(after)}.`,
  number: (word: string) => `${quoted(word)} is not a number. Write it as 1500 or 0.5.`,
  date: (word: string) => `${quoted(word)} is not a date. Write it as 2026-08-01.`,
  flag: (word: string, values: readonly string[]) =>
    `${quoted(word)} is not possible here. Use ${values.join(', ')}.`,
  status: (word: string, closest: string | null, names: readonly string[]) =>
    `There is no status ${quoted(word)}.${
      closest === null
        ? names.length === 0
          ? ' No statuses are named; use their numbers.'
          : ` The statuses are ${names.map(quoted).join(', ')}.`
        : suggestion(closest)
    }`,
  and: 'Add “and” with a second value, such as between 5 and 15.',
  reversed: 'The second value is less than the first.',
  period: 'Add a number with hours, days, weeks or months, such as in the last 7 days.',
  quote: 'The closing quotation mark is missing.',
  afterQuote: 'Add “and” or “or” before the next condition.',
  parenthesis: 'The closing parenthesis is missing.',
  unexpectedParenthesis: 'There is no opening parenthesis for this one.',
  mixed: 'Put the conditions that belong together in parentheses, because “and” and “or” are mixed.',
  nested: (levels: number) => `Parentheses can have ${String(levels)} levels.`,
  tooMany: (count: number) => `There can be ${String(count)} conditions at most.`,
  tooLong: 'This text is too long.',
} as const
