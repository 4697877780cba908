import { clipText, shownName } from '../../../electron/contract/clip-text.ts'
import {
  columnsIn,
  ITEM_COLUMN_KEYS,
  ITEM_COLUMNS,
  type ColumnKey,
} from '../../../electron/contract/columns.ts'
import type { ValueLabel } from '../../../electron/contract/connection.ts'
import { fieldText, isFieldKey } from '../../../electron/contract/fields.ts'
import { extentOfMoment } from '../../../electron/contract/filter-dates.ts'
import { filterKindOf } from '../../../electron/contract/filter-operators.ts'
import { isGroup } from '../../../electron/contract/filter-tree.ts'
import type {
  FilterColumn,
  FilterCondition,
  FilterGroup,
  FilterNode,
} from '../../../electron/contract/filters.ts'
import type { FacetValue, ItemQuery } from '../../../electron/contract/query.ts'
import type { ReviewFilter } from '../../../electron/contract/review.ts'
import {
  filterColumnLabel,
  filterStrings,
  operatorLabel,
} from '../../../electron/contract/strings/filters.ts'
import { strings } from '../../../electron/contract/strings/items.ts'
import { printedListStrings } from '../../../electron/contract/strings/printed-list.ts'
import { reviewStrings } from '../../../electron/contract/strings/review.ts'
import type { Format } from '../../state/format.ts'
import { labelName } from '../../../electron/contract/value-label.ts'

/** The columns and states that can be filtered, the most frequent first. */
export const FILTER_COLUMNS: readonly FilterColumn[] = [
  ...columnsIn('filters'),
  'unseen',
  'review',
  ...ITEM_COLUMN_KEYS.filter((key) => ITEM_COLUMNS[key].positions.filters === undefined),
]

/** The labels of statuses and the locale's formats, with which values are shown as text. */
export interface ValueDisplay {
  readonly labels: readonly ValueLabel[]
  readonly format: Pick<Format, 'number' | 'decimal' | 'date'>
}

const MAX_DIGITS = 20

/** Returns a value as text: for a status the person's label, for a flag its meaning. */
export function valueName(key: ColumnKey, value: FacetValue, { labels, format }: ValueDisplay): string {
  if (value === null || value === '') return strings.empty
  if (key === 'status') return typeof value === 'number' ? labelName(value, labels) : shownName(String(value))
  if (typeof value === 'boolean') {
    const flagStrings = Object.hasOwn(strings.filter.flags, key)
      ? strings.filter.flags[key as keyof typeof strings.filter.flags]
      : strings
    return value ? flagStrings.yes : flagStrings.no
  }
  if (typeof value === 'string') return shownName(isFieldKey(key) ? fieldText(value, strings) : value)
  return format.decimal(value, MAX_DIGITS)
}

/** Returns a value of a condition as text. */
export function conditionValueName(
  column: FilterColumn,
  value: FacetValue,
  valueDisplay: ValueDisplay,
): string {
  if (column === 'unseen') return filterStrings.unseenValue
  if (column === 'review') return reviewStrings.filters[value as ReviewFilter]
  return filterKindOf(column) === 'dateTime'
    ? boundText(value, valueDisplay)
    : valueName(column, value, valueDisplay)
}

/** Returns a bound as text: a number, or a date in the notation of the locale. */
function boundText(bound: FacetValue, { format }: ValueDisplay): string {
  if (typeof bound === 'number') return format.decimal(bound, MAX_DIGITS)
  const extent = typeof bound === 'string' ? extentOfMoment(bound) : null
  return extent === null ? strings.empty : format.date(extent.first)
}

/** Maximum number of values that a chip names before it states a count. */
const MAX_NAMED_VALUES = 2

function operandText(condition: FilterCondition, valueDisplay: ValueDisplay): string {
  if ('values' in condition) {
    const { column, values } = condition
    const named = values
      .slice(0, MAX_NAMED_VALUES)
      .map((value) => conditionValueName(column, value, valueDisplay))
    const more = values.length - named.length
    const rest = more > 0 ? [strings.filter.andMore(valueDisplay.format.number(more))] : []
    return [named.join(', '), ...rest].join(' ')
  }
  if ('text' in condition) return clipText(condition.text.trim(), MAX_OPERAND_LENGTH)
  if ('value' in condition) return boundText(condition.value, valueDisplay)
  if ('from' in condition)
    return filterStrings.between(
      boundText(condition.from, valueDisplay),
      boundText(condition.to, valueDisplay),
    )
  if ('count' in condition)
    return filterStrings.period(condition.count, valueDisplay.format.number(condition.count), condition.unit)
  return ''
}

/** Length of a text in the description of a condition. */
const MAX_OPERAND_LENGTH = 60

/** The description of a condition in parts. */
export interface ConditionText {
  readonly column: string
  readonly operator: string
  /** Empty if the operator has no operand. */
  readonly operand: string
}

/** Describes a condition in few words, such as “Updated after 1 Aug”. */
export function conditionText(condition: FilterCondition, valueDisplay: ValueDisplay): ConditionText {
  const { column, operator } = condition
  return {
    column: filterColumnLabel(column),
    operator: operatorLabel(column, operator),
    operand: operandText(condition, valueDisplay),
  }
}

/** Describes a condition or a group in few words. */
export function nodeText(node: FilterNode, valueDisplay: ValueDisplay): string {
  if (!isGroup(node)) {
    const { column, operator, operand } = conditionText(node, valueDisplay)
    return [column, operator, operand].filter((part) => part !== '').join(' ')
  }
  const parts = node.conditions.map((inner) =>
    isGroup(inner) ? `(${nodeText(inner, valueDisplay)})` : nodeText(inner, valueDisplay),
  )
  return parts.join(` ${filterStrings.joins[node.match]} `)
}

/** Describes all conditions in few words; empty without any. */
export function filtersText(filters: FilterGroup, valueDisplay: ValueDisplay): string {
  return clipText(nodeText(filters, valueDisplay), MAX_TEXT_OF_FILTERS)
}

/** Length of the description of all conditions. */
const MAX_TEXT_OF_FILTERS = 500

/** Describes the search and the filters of a list. */
export function appliedFilters(query: ItemQuery, valueDisplay: ValueDisplay): string[] {
  const { search, filters } = query
  const texts =
    filters.match === 'all' || filters.conditions.length < 2
      ? filters.conditions.map((node) => nodeText(node, valueDisplay))
      : [nodeText(filters, valueDisplay)]
  return [...(search === '' ? [] : [printedListStrings.search(search)]), ...texts]
    .slice(0, MAX_APPLIED_FILTERS)
    .map((text) => clipText(text, MAX_TEXT_OF_FILTERS))
}

/** Descriptions on a printed list. */
const MAX_APPLIED_FILTERS = 50
