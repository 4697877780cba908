import {
  columnKindOf,
  columnsIn,
  ITEM_COLUMN_KEYS,
  ITEM_COLUMNS,
  type ColumnKey,
} from '../../../electron/contract/columns.ts'
import type { ValueLabel } from '../../../electron/contract/connection.ts'
import { fieldText, isFieldKey } from '../../../electron/contract/fields.ts'
import type { ColumnFilter, FacetValue, ItemQuery } from '../../../electron/contract/query.ts'
import { columnLabel } from '../../../electron/contract/strings/columns.ts'
import { strings } from '../../../electron/contract/strings/items.ts'
import { reviewStrings } from '../../../electron/contract/strings/review.ts'
import type { Format } from '../../state/format.ts'
import { clipText, shownName } from '../../../electron/contract/clip-text.ts'
import { labelName } from '../../../electron/contract/value-label.ts'
import { printedListStrings } from '../../../electron/contract/strings/printed-list.ts'
import { activeFilters } from '../../state/items-query.ts'

/** A filter of a list: a column, the person's own marks, or unseen changes. */
export type FilterField = ColumnKey | 'unseen' | 'review'

/** The documented columns and other filters of the panel, the most frequent first. */
export const FILTER_FIELDS: readonly FilterField[] = [
  ...columnsIn('filters'),
  'unseen',
  'review',
  ...ITEM_COLUMN_KEYS.filter((key) => ITEM_COLUMNS[key].positions.filters === undefined),
]

/** Columns in which duplicates are of interest. */
export const DUPLICATE_COLUMNS: readonly ColumnKey[] = ['posNumber', 'itemName']

export function fieldName(field: FilterField): string {
  if (field === 'unseen') return strings.filter.unseen
  return field === 'review' ? reviewStrings.filter : columnLabel(field)
}

/** Returns whether a column can be filtered by a range and by single values. */
export function supportedFiltersOf(key: ColumnKey): { readonly range: boolean; readonly values: boolean } {
  const kind = columnKindOf(key)
  // A status is a number without an order.
  return {
    range: kind === 'dateTime' || (kind === 'number' && key !== 'status'),
    values: kind !== 'dateTime',
  }
}

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

/** Returns the limit of a range as text: a number or a date. */
function limitText(key: ColumnKey, value: number, { format }: ValueDisplay): string {
  return columnKindOf(key) === 'dateTime' ? format.date(value) : format.decimal(value, MAX_DIGITS)
}

/** Maximum number of values that a chip names before it states a count. */
const MAX_NAMED_VALUES = 2

function valuesText(key: ColumnKey, values: readonly FacetValue[], valueDisplay: ValueDisplay): string {
  const named = values.slice(0, MAX_NAMED_VALUES).map((value) => valueName(key, value, valueDisplay))
  const more = values.length - named.length
  const rest = more > 0 ? [strings.filter.andMore(valueDisplay.format.number(more))] : []
  return [named.join(', '), ...rest].join(' ')
}

function rangeText(key: ColumnKey, { min, max }: ColumnFilter, valueDisplay: ValueDisplay): string {
  const isDate = columnKindOf(key) === 'dateTime'
  const from = min === undefined ? null : limitText(key, min, valueDisplay)
  const to = max === undefined ? null : limitText(key, max, valueDisplay)
  const rangeStrings = strings.filter.range
  if (from !== null && to !== null) return from === to ? from : rangeStrings.between(from, to)
  if (from !== null) return isDate ? rangeStrings.since(from) : rangeStrings.atLeast(from)
  if (to !== null) return isDate ? rangeStrings.until(to) : rangeStrings.atMost(to)
  return ''
}

/** Describes a filter in few words. */
export function filterText(key: ColumnKey, filter: ColumnFilter, valueDisplay: ValueDisplay): string {
  const { values, empty, duplicates, unlike } = filter
  const parts = [
    values === undefined || values.length === 0 ? '' : valuesText(key, values, valueDisplay),
    rangeText(key, filter, valueDisplay),
    empty === undefined ? '' : empty ? strings.empty : strings.filter.filled,
    duplicates === true ? strings.filter.duplicates : '',
    unlike === undefined ? '' : strings.filter.unlike(unlike),
  ]
  return parts.filter((part) => part !== '').join(', ')
}

/** Describes the search and the filters of a list. */
export function appliedFilters(query: ItemQuery, valueDisplay: ValueDisplay): string[] {
  const { search, filters, unseenOnly, marks } = query
  return [
    ...(search === '' ? [] : [printedListStrings.search(search)]),
    ...activeFilters(filters).map(({ key, filter }) =>
      printedListStrings.filter(fieldName(key), filterText(key, filter, valueDisplay)),
    ),
    ...(unseenOnly ? [printedListStrings.filter(fieldName('unseen'), strings.filter.unseenValue)] : []),
    ...(marks === null
      ? []
      : [
          printedListStrings.filter(
            fieldName('review'),
            marks.map((mark) => reviewStrings.filters[mark]).join(', '),
          ),
        ]),
  ].map((text) => clipText(text, 500))
}
