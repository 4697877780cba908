import { allOf, hasValue, isGroup } from '../../electron/contract/filter-tree.ts'
import type {
  FacetValue,
  FilterColumn,
  FilterCondition,
  FilterGroup,
  FilterNode,
} from '../../electron/contract/filters.ts'

type ValueCondition = Extract<FilterCondition, { readonly values: unknown }>

/** Returns whether a part of a filter lists values of a column. */
function listsValues(node: FilterNode, column: FilterColumn): node is ValueCondition {
  return !isGroup(node) && node.column === column && 'values' in node
}

/** Returns the values of a column that the listed values of a filter admit. */
export function admittedValues(
  filters: FilterGroup,
  column: FilterColumn,
  values: readonly FacetValue[],
): readonly FacetValue[] {
  if (filters.match === 'any' && filters.conditions.length > 1) return values
  const conditions = filters.conditions.filter((node) => listsValues(node, column))
  return values.filter((value) =>
    conditions.every(({ operator, values: listed }) => listed.includes(value) === (operator === 'is')),
  )
}

/**
 * Returns a filter that hides a value of a column, or shows a hidden one. If all would be hidden, all are
 * shown.
 */
export function toggleValue(
  filters: FilterGroup,
  column: FilterColumn,
  value: FacetValue,
  all: readonly FacetValue[],
): FilterGroup {
  const admitted = admittedValues(filters, column, all)
  const shown = all.filter((each) => (each === value) !== admitted.includes(each))
  return admitOnly(filters, column, shown, all)
}

/** Returns a filter that shows only this value of a column; all of them if it is the only one already. */
export function isolateValue(
  filters: FilterGroup,
  column: FilterColumn,
  value: FacetValue,
  all: readonly FacetValue[],
): FilterGroup {
  const admitted = admittedValues(filters, column, all)
  const isIsolated = admitted.length === 1 && admitted[0] === value
  return admitOnly(filters, column, isIsolated ? all : [value], all)
}

/** Replaces the listed values of a column. Few hidden values become “is not”, few shown ones “is”. */
function admitOnly(
  filters: FilterGroup,
  column: FilterColumn,
  shown: readonly FacetValue[],
  all: readonly FacetValue[],
): FilterGroup {
  const isAny = filters.match === 'any' && filters.conditions.length > 1
  const others = isAny ? [filters] : filters.conditions.filter((node) => !listsValues(node, column))
  const hidden = all.filter((value) => !shown.includes(value))
  if (hidden.length === 0 || shown.length === 0) return isAny ? filters : allOf(...others)
  const condition: FilterCondition =
    shown.length === 1 ? hasValue(column, ...shown) : { column, operator: 'isNot', values: hidden }
  return allOf(...others, condition)
}

/**
 * Returns a filter with further conditions that all items must meet. They replace the conditions on the same
 * columns, which the items meet anyway.
 */
export function narrowed(filters: FilterGroup, conditions: readonly FilterCondition[]): FilterGroup {
  const columns = new Set(conditions.map(({ column }) => column))
  if (filters.match === 'any' && filters.conditions.length > 1) return allOf(filters, ...conditions)
  const others = filters.conditions.filter((node) => isGroup(node) || !columns.has(node.column))
  return allOf(...others, ...conditions)
}
