import { columnKindOf, ITEM_COLUMNS, type ColumnKind } from './columns.ts'
import { isFieldKey } from './fields.ts'
import {
  CELL_OPERATORS,
  COMPARISON_OPERATORS,
  isStateColumn,
  PERIOD_OPERATORS,
  TEXT_OPERATORS,
  VALUE_OPERATORS,
  type CellRequirement,
  type FacetValue,
  type FilterColumn,
  type FilterCondition,
  type FilterOperator,
  type StateColumn,
} from './filters.ts'
import { REVIEW_FILTERS } from './review.ts'

/**
 * What decides the operators of a column: its kind; `choice` for values without an order; `any` for a field
 * from the service; `state` for marks, unseen changes, and other columns with a few fixed values.
 */
export type FilterKind = ColumnKind | 'choice' | 'any' | 'state'

/** What follows an operator: values to choose, a text, one or two bounds, a period, or nothing. */
export type OperandKind = 'values' | 'text' | 'bound' | 'bounds' | 'period' | 'none'

const OPERANDS = Object.fromEntries<OperandKind>([
  ...VALUE_OPERATORS.map((operator) => [operator, 'values'] as const),
  ...TEXT_OPERATORS.map((operator) => [operator, 'text'] as const),
  ...COMPARISON_OPERATORS.map((operator) => [operator, 'bound'] as const),
  ['between', 'bounds'],
  ...PERIOD_OPERATORS.map((operator) => [operator, 'period'] as const),
  ...CELL_OPERATORS.map((operator) => [operator, 'none'] as const),
]) as Readonly<Record<FilterOperator, OperandKind>>

/** The values of each state. */
export const STATES: Readonly<Record<StateColumn, readonly FacetValue[]>> = {
  review: REVIEW_FILTERS,
  unseen: [true],
}

/** The operators of each kind in their order; the first is the default. */
const OPERATORS: Readonly<Record<FilterKind, readonly FilterOperator[]>> = {
  text: [
    'is',
    'isNot',
    'contains',
    'doesNotContain',
    'beginsWith',
    'endsWith',
    'isEmpty',
    'isNotEmpty',
    'isDuplicated',
    'matchesPattern',
    'doesNotMatchFormat',
  ],
  number: ['is', 'isNot', 'between', ...COMPARISON_OPERATORS, 'isEmpty', 'isNotEmpty'],
  dateTime: [
    'inLast',
    'inNext',
    'olderThan',
    'is',
    'lessThan',
    'atMost',
    'greaterThan',
    'atLeast',
    'between',
    'isEmpty',
    'isNotEmpty',
  ],
  boolean: ['is', 'isNot', 'isEmpty', 'isNotEmpty'],
  choice: ['is', 'isNot', 'isEmpty', 'isNotEmpty'],
  any: [
    'is',
    'isNot',
    'contains',
    'doesNotContain',
    'beginsWith',
    'endsWith',
    'between',
    ...COMPARISON_OPERATORS,
    ...PERIOD_OPERATORS,
    'isEmpty',
    'isNotEmpty',
    'isDuplicated',
    'matchesPattern',
    'doesNotMatchFormat',
  ],
  state: ['is', 'isNot'],
}

/** Returns what decides the operators of a column. */
export function filterKindOf(column: FilterColumn): FilterKind {
  if (isStateColumn(column)) return 'state'
  // A status is a number without an order.
  if (!isFieldKey(column) && ITEM_COLUMNS[column].grid.style === 'status') return 'choice'
  return columnKindOf(column)
}

/** Returns the operators of a kind of column in their order. */
export function operatorsOfKind(kind: FilterKind): readonly FilterOperator[] {
  return OPERATORS[kind]
}

/** Returns what follows an operator. */
export function operandOf(operator: FilterOperator): OperandKind {
  return OPERANDS[operator]
}

/** Returns whether a column has the operator of a condition, and its operands fit the column. */
export function isSupported(condition: FilterCondition): boolean {
  const { column } = condition
  return fitsColumn(condition, filterKindOf(column), isStateColumn(column) ? STATES[column] : [])
}

/**
 * Returns whether a kind of column has an operator, and its operands fit.
 * @param states all values of a column of the kind `state`
 */
export function fitsColumn(
  condition: CellRequirement,
  kind: FilterKind,
  states: readonly FacetValue[],
): boolean {
  if (!OPERATORS[kind].includes(condition.operator)) return false
  if (kind === 'state')
    return 'values' in condition && condition.values.every((each) => states.includes(each))
  const bounds =
    'value' in condition ? [condition.value] : 'from' in condition ? [condition.from, condition.to] : []
  const types = new Set(bounds.map((bound) => typeof bound))
  if (kind === 'number') return !types.has('string')
  if (kind === 'dateTime') return !types.has('number')
  return types.size < 2
}
