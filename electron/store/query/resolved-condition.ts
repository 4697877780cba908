import { AppError } from '../../contract/app-error.ts'
import type { ColumnKey } from '../../contract/columns.ts'
import { rangeOfCondition, type FilterRange } from '../../contract/filter-dates.ts'
import { isSupported } from '../../contract/filter-operators.ts'
import {
  isStateColumn,
  type CellRequirement,
  type FacetValue,
  type FilterCondition,
} from '../../contract/filters.ts'

/** What a cell must be, without negations and relative dates. */
export type CellCondition =
  | { readonly kind: 'values'; readonly values: readonly FacetValue[] }
  | TextCondition
  /** `of` distinguishes numbers and dates among the values of a field. */
  | { readonly kind: 'range'; readonly of: 'numbers' | 'instants'; readonly range: FilterRange }
  | { readonly kind: 'empty' | 'duplicates' }

export type TextCondition =
  | { readonly kind: 'contains' | 'beginsWith' | 'endsWith'; readonly text: string }
  | { readonly kind: 'pattern'; readonly source: string }
  /** Not empty, and of another format. */
  | { readonly kind: 'otherFormat'; readonly format: string }

/** A condition at the time at which a query runs. */
export interface ResolvedCondition {
  readonly column: ColumnKey
  readonly isNegated: boolean
  readonly cell: CellCondition
}

/**
 * Resolves a condition at a time, in milliseconds since 1970. A negative operator matches exactly the items
 * that the positive one does not. Throws `badInput` if the column does not have the operator.
 */
export function resolveCondition(condition: FilterCondition, now: number): ResolvedCondition {
  const { column } = condition
  if (isStateColumn(column) || !isSupported(condition)) throw unsupported(condition)
  return { column, ...resolveRequirement(condition, now) }
}

/** Returns the error for an operator or a value that a column does not have. */
export function unsupported({
  column,
  operator,
}: {
  readonly column: string
  readonly operator: string
}): AppError {
  return new AppError('badInput', {
    detail: `The column ${column} does not have the operator ${operator}, or not with these values.`,
  })
}

/** Resolves what a condition requires of a cell, as {@link resolveCondition} does. */
export function resolveRequirement(
  condition: CellRequirement,
  now: number,
): Omit<ResolvedCondition, 'column'> {
  const resolved = (cell: CellCondition, isNegated = false): Omit<ResolvedCondition, 'column'> => ({
    isNegated,
    cell,
  })
  switch (condition.operator) {
    case 'is':
    case 'isNot':
      return resolved({ kind: 'values', values: condition.values }, condition.operator === 'isNot')
    case 'contains':
    case 'doesNotContain':
      return resolved(
        { kind: 'contains', text: condition.text.trim() },
        condition.operator === 'doesNotContain',
      )
    case 'beginsWith':
    case 'endsWith':
      return resolved({ kind: condition.operator, text: condition.text.trim() })
    case 'matchesPattern':
      return resolved({ kind: 'pattern', source: condition.text })
    case 'doesNotMatchFormat':
      return resolved({ kind: 'otherFormat', format: condition.text })
    case 'isEmpty':
    case 'isNotEmpty':
      return resolved({ kind: 'empty' }, condition.operator === 'isNotEmpty')
    case 'isDuplicated':
      return resolved({ kind: 'duplicates' })
    case 'lessThan':
    case 'atMost':
    case 'greaterThan':
    case 'atLeast':
    case 'between':
    case 'inLast':
    case 'olderThan':
    case 'inNext': {
      const bound = 'value' in condition ? condition.value : 'from' in condition ? condition.from : ''
      const of = typeof bound === 'number' ? 'numbers' : 'instants'
      return resolved({ kind: 'range', of, range: rangeOfCondition(condition, now) })
    }
  }
}
