import type { FilterKind } from './filter-operators.ts'
import { isStateColumn, type FilterColumn, type FilterOperator } from './filters.ts'
import { messages } from './messages.ts'
import { columnLabel } from './column-labels.ts'

/** Returns the name of an operator of a kind of column, which follows the name of the column. */
export function operatorLabelOfKind(kind: FilterKind, operator: FilterOperator): string {
  const { dateOperators, operators } = messages.filters
  return kind === 'dateTime' && operator in dateOperators
    ? dateOperators[operator as keyof typeof dateOperators]
    : operators[operator]
}

/** Returns the name of what a condition is about. */
export function filterColumnLabel(column: FilterColumn): string {
  return isStateColumn(column) ? messages.filters.stateColumns[column] : columnLabel(column)
}
