import { clipText } from '../../electron/contract/clip-text.ts'
import type { LabelledField, ValueLabel } from '../../electron/contract/connection.ts'
import { extentOfMoment } from '../../electron/contract/filter-dates.ts'
import { isGroup } from '../../electron/contract/filter-tree.ts'
import type { ConditionGroup, ConditionOn, FacetValue } from '../../electron/contract/filters.ts'
import { operatorLabelOfKind } from '../../electron/contract/filter-labels.ts'
import { messages } from '../../electron/contract/messages.ts'
import type { DraftColumns } from './filter-draft.ts'
import type { Format } from './format.ts'

/** The fixed values of a column, all of which are offered. */
export interface FilterStatesText {
  readonly label: string
  readonly values: readonly FacetValue[]
  /** Shown below the values; empty: nothing. */
  readonly note: string
}

/** How the columns of a list are filtered, and what their values are called. */
export interface FilterTerms<Column extends string> extends DraftColumns<Column> {
  /** The columns to choose from, the most frequent first, without fields. */
  readonly columns: readonly Column[]
  readonly labelOf: (column: Column) => string
  /** Returns the heading under which a column is offered. */
  readonly headingOf: (column: Column) => string
  /** Returns a value of a condition as text. */
  readonly valueName: (column: Column, value: FacetValue) => string
  /** Returns the names that the person gave to values of a column; null for other columns. */
  readonly statusOf: (
    column: Column,
  ) => { readonly field: LabelledField; readonly labels: readonly ValueLabel[] } | null
  /** Returns the fixed values of a column; null for other columns. */
  readonly statesOf: (column: Column) => FilterStatesText | null
  /** Returns the only value of a column, as text; null for other columns. */
  readonly fixedText: (column: Column) => string | null
  readonly format: Pick<Format, 'number' | 'decimal' | 'date'>
}

export const MAX_DIGITS = 20

/** Returns a bound as text: a number, or a date in the notation of the locale. */
export function boundText(bound: FacetValue, format: Pick<Format, 'decimal' | 'date'>): string {
  if (typeof bound === 'number') return format.decimal(bound, MAX_DIGITS)
  const extent = typeof bound === 'string' ? extentOfMoment(bound) : null
  return extent === null ? messages.items.empty : format.date(extent.first)
}

/** Maximum number of values that a chip names before it states a count. */
const MAX_NAMED_VALUES = 2
/** Length of a text in the description of a condition. */
const MAX_OPERAND_LENGTH = 60

function operandText<Column extends string>(
  terms: FilterTerms<Column>,
  condition: ConditionOn<Column>,
): string {
  const { format } = terms
  if ('values' in condition) {
    const { column, values } = condition
    const named = values.slice(0, MAX_NAMED_VALUES).map((value) => terms.valueName(column, value))
    const more = values.length - named.length
    const text = named.join(', ')
    return more > 0 ? messages.items.filter.andMore({ values: text, count: more }) : text
  }
  if ('text' in condition) return clipText(condition.text.trim(), MAX_OPERAND_LENGTH)
  if ('value' in condition) return boundText(condition.value, format)
  if ('from' in condition)
    return messages.filters.between({
      from: boundText(condition.from, format),
      to: boundText(condition.to, format),
    })
  if ('count' in condition) return messages.filters.periods[condition.unit]({ count: condition.count })
  return ''
}

/**
 * Describes a condition in few words, such as “Updated after 1 Aug”.
 * @param operator stands for the operator, which is shown as an element; default: its label
 */
export function conditionTextIn<Column extends string>(
  terms: FilterTerms<Column>,
  condition: ConditionOn<Column>,
  operator = operatorLabelOfKind(terms.kindOf(condition.column), condition.operator),
): string {
  const column = terms.labelOf(condition.column)
  const value = operandText(terms, condition)
  return value === ''
    ? messages.filters.conditionWithoutValue({ column, operator })
    : messages.filters.condition({ column, operator, value })
}

/** Describes a condition or a group in few words. */
export function nodeTextIn<Column extends string>(
  terms: FilterTerms<Column>,
  node: ConditionOn<Column> | ConditionGroup<ConditionOn<Column>>,
): string {
  if (!isGroup(node)) return conditionTextIn(terms, node)
  const [start = '', ...others] = node.conditions.map((inner) =>
    isGroup(inner) ? `(${nodeTextIn(terms, inner)})` : nodeTextIn(terms, inner),
  )
  const join = messages.filters.joined[node.match]
  return others.reduce((first, second) => join({ first, second }), start)
}
