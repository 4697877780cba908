import type {
  ConditionGroup,
  FacetValue,
  FilterColumn,
  FilterCondition,
  FilterGroup,
  FilterNode,
} from './filters.ts'

/** Returns whether a part of a filter is a group. */
export function isGroup<Condition extends object>(
  node: Condition | ConditionGroup<Condition>,
): node is ConditionGroup<Condition> {
  return 'match' in node
}

/** Returns the filter with these conditions, all of which must match. */
export function allOf(...conditions: readonly FilterNode[]): FilterGroup {
  return { match: 'all', conditions }
}

/** Returns the condition that a column has one of these values. */
export function hasValue(column: FilterColumn, ...values: readonly FacetValue[]): FilterCondition {
  return { column, operator: 'is', values }
}

/** Returns all conditions of a filter in their order. */
export function conditionsOf<Condition extends object>({
  conditions,
}: ConditionGroup<Condition>): readonly Condition[] {
  return conditions.flatMap((node) => (isGroup(node) ? conditionsOf(node) : [node]))
}

/**
 * Returns a filter without what a column decides: its conditions, and groups of which any condition must
 * match if one of them is about the column. The values of a column are counted under this filter.
 */
export function withoutColumn<Condition extends object>(
  filters: ConditionGroup<Condition>,
  column: string,
): ConditionGroup<Condition> {
  const isAbout = (condition: Condition): boolean => 'column' in condition && condition.column === column
  if (filters.match === 'any')
    return conditionsOf(filters).some(isAbout) ? { ...filters, conditions: [] } : filters
  const conditions = filters.conditions.flatMap(
    (node): readonly (Condition | ConditionGroup<Condition>)[] => {
      if (!isGroup(node)) return isAbout(node) ? [] : [node]
      const rest = withoutColumn(node, column)
      return rest.conditions.length === 0 ? [] : [rest]
    },
  )
  return { ...filters, conditions }
}
