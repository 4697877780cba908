import { clipText, shownName } from '../../electron/contract/clip-text.ts'
import { exportColumnLabel } from '../../electron/contract/column-labels.ts'
import { columnsIn, ITEM_COLUMN_KEYS, ITEM_COLUMNS, type ColumnKey } from '../../electron/contract/columns.ts'
import type { ValueLabel } from '../../electron/contract/connection.ts'
import { fieldText, isFieldKey } from '../../electron/contract/fields.ts'
import { filterKindOf } from '../../electron/contract/filter-operators.ts'
import { boundText, MAX_DIGITS, nodeTextIn, type FilterTerms } from './filter-terms.ts'
import {
  isStateColumn,
  type FilterColumn,
  type FilterGroup,
  type FilterNode,
} from '../../electron/contract/filters.ts'
import type { FacetValue, ItemQuery } from '../../electron/contract/query.ts'
import { REVIEW_FILTERS, type ReviewFilter } from '../../electron/contract/review.ts'
import { filterColumnLabel } from '../../electron/contract/filter-labels.ts'
import { messages } from '../../electron/contract/messages.ts'
import type { Format } from './format.ts'
import { labelName } from '../../electron/contract/value-label.ts'

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

/** Returns a value as text: for a status the person's label, for a flag its meaning. */
export function valueName(key: ColumnKey, value: FacetValue, { labels, format }: ValueDisplay): string {
  if (value === null || value === '') return messages.items.empty
  if (key === 'status') return typeof value === 'number' ? labelName(value, labels) : shownName(String(value))
  if (typeof value === 'boolean') {
    const { flags } = messages.items.filter
    const names = Object.hasOwn(flags, key) ? flags[key as keyof typeof flags] : messages.items
    return value ? names.yes : names.no
  }
  if (typeof value === 'string') return shownName(isFieldKey(key) ? fieldText(value, messages.items) : value)
  return format.decimal(value, MAX_DIGITS)
}

/** Returns a value of a condition as text. */
export function conditionValueName(
  column: FilterColumn,
  value: FacetValue,
  valueDisplay: ValueDisplay,
): string {
  if (column === 'unseen') return messages.filters.unseenValue
  if (column === 'review') return messages.review.filters[value as ReviewFilter]
  return filterKindOf(column) === 'dateTime'
    ? boundText(value, valueDisplay.format)
    : valueName(column, value, valueDisplay)
}

const CODED_COLUMNS: readonly FilterColumn[] = columnsIn('coded')

/** Returns how the columns of items are filtered, and what their values are called. */
export function itemFilterTerms(valueDisplay: ValueDisplay): FilterTerms<FilterColumn> {
  return {
    columns: FILTER_COLUMNS,
    kindOf: filterKindOf,
    // Names are searched for, and other values chosen.
    isSearched: (column) =>
      !isStateColumn(column) &&
      !isFieldKey(column) &&
      filterKindOf(column) === 'text' &&
      !CODED_COLUMNS.includes(column),
    initialValues: (column) => (column === 'unseen' ? [true] : []),
    labelOf: filterColumnLabel,
    headingOf: (column) =>
      isFieldKey(column)
        ? messages.items.columns.others
        : messages.columns.sections[isStateColumn(column) ? 'known' : ITEM_COLUMNS[column].section],
    valueName: (column, value) => conditionValueName(column, value, valueDisplay),
    statusOf: (column) => (column === 'status' ? { field: 'itemStatus', labels: valueDisplay.labels } : null),
    statesOf: (column) =>
      column === 'review'
        ? { label: messages.review.filterTitle, values: REVIEW_FILTERS, note: messages.filters.marksNote }
        : null,
    fixedText: (column) => (column === 'unseen' ? messages.filters.unseenValue : null),
    format: valueDisplay.format,
  }
}

/** Describes a condition or a group in few words. */
export function nodeText(node: FilterNode, valueDisplay: ValueDisplay): string {
  return nodeTextIn(itemFilterTerms(valueDisplay), node)
}

/** Describes all conditions in few words; empty without any. */
export function filtersText(filters: FilterGroup, valueDisplay: ValueDisplay): string {
  return clipText(nodeText(filters, valueDisplay), MAX_TEXT_OF_FILTERS)
}

/** Length of the description of all conditions. */
const MAX_TEXT_OF_FILTERS = 500

/** Describes the search and the filters of a list. */
export function appliedFilters(
  query: Pick<ItemQuery, 'search' | 'filters'>,
  valueDisplay: ValueDisplay,
): readonly string[] {
  const { search, filters } = query
  const texts =
    filters.match === 'all' || filters.conditions.length < 2
      ? filters.conditions.map((node) => nodeText(node, valueDisplay))
      : [nodeText(filters, valueDisplay)]
  return [...(search === '' ? [] : [messages.printedList.search({ text: search })]), ...texts]
    .slice(0, MAX_APPLIED_FILTERS)
    .map((text) => clipText(text, MAX_TEXT_OF_FILTERS))
}

/** Descriptions on a printed list. */
const MAX_APPLIED_FILTERS = 50

/** Returns the sorted columns with their directions, for example "Quantity ↓". */
export function sortText({ sort }: Pick<ItemQuery, 'sort'>): string {
  return sort
    .map(({ key, direction }) => `${exportColumnLabel(key)} ${direction === 1 ? '↑' : '↓'}`)
    .join(', ')
}
