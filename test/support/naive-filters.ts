import { columnKindOf, type ColumnKey } from '../../electron/contract/columns.ts'
import { fieldText, isFieldKey } from '../../electron/contract/fields.ts'
import { isGroup } from '../../electron/contract/filter-tree.ts'
import {
  isStateColumn,
  type FacetValue,
  type FilterCondition,
  type FilterGroup,
  type StateColumn,
} from '../../electron/contract/filters.ts'
import { fold } from '../../electron/contract/fold.ts'
import { parseInstant } from '../../electron/contract/instant.ts'
import type { ItemRow } from '../../electron/contract/item.ts'

/** What a filter depends on besides the row. */
export interface NaiveContext {
  /** All rows of the campaigns, among which duplicates are counted. */
  readonly rows: readonly ItemRow[]
  readonly statesOf?: (row: ItemRow, column: StateColumn) => readonly FacetValue[]
}

/** Returns whether a row matches a filter, by the rules that are documented and nothing else. */
export function matchesFilters(row: ItemRow, filters: FilterGroup, context: NaiveContext): boolean {
  const results = filters.conditions.flatMap((node) => {
    if (!isGroup(node)) return [matchesCondition(row, node, context)]
    return isIdle(node) ? [] : [matchesFilters(row, node, context)]
  })
  if (results.length === 0) return true
  return filters.match === 'all' ? results.every(Boolean) : results.some(Boolean)
}

function isIdle({ conditions }: FilterGroup): boolean {
  return conditions.every((node) => isGroup(node) && isIdle(node))
}

/** Returns the cell as text for people, trimmed; null if it is empty. */
function textOf(row: ItemRow, column: ColumnKey): string | null {
  const value = cellOf(row, column)
  if (value === null) return null
  const text = isFieldKey(column) ? fieldText(String(value), { yes: 'Yes', no: 'No' }) : String(value)
  return text.trim() === '' ? null : text.trim()
}

/** Returns the cell as filters compare it: texts trimmed; null if it is empty. */
export function cellOf(row: ItemRow, column: ColumnKey): FacetValue {
  const value: FacetValue = isFieldKey(column) ? (row.fields?.[column] ?? null) : row[column]
  if (typeof value !== 'string') return value
  return value.trim() === '' ? null : value.trim()
}

/** Returns the number of a cell, also of a text with digits; NaN for other texts. */
function numberOf(value: FacetValue): number {
  if (value === null || typeof value === 'boolean') return Number.NaN
  return typeof value === 'number' || /^-?\d+(?:\.\d+)?(?:e\d+)?$/u.test(value) ? Number(value) : Number.NaN
}

function instantOf(value: FacetValue): number {
  const text = typeof value === 'string' && value.startsWith('"') ? (JSON.parse(value) as string) : value
  return typeof text === 'string' ? (parseInstant(text) ?? Number.NaN) : Number.NaN
}

const localDay = (instant: number): string => {
  const date = new Date(instant)
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}

/** Compares a cell with a bound: negative if it is less. A date without a time is compared by its day. */
function compare(value: FacetValue, bound: number | string): number {
  if (typeof bound === 'number') return numberOf(value) - bound
  const instant = instantOf(value)
  if (Number.isNaN(instant)) return Number.NaN
  if (bound.length > 10) return instant - (parseInstant(bound) ?? Number.NaN)
  const day = localDay(instant)
  return day === bound ? 0 : day < bound ? -1 : 1
}

function isSame(column: ColumnKey, cell: FacetValue, value: FacetValue): boolean {
  const trimmed = typeof value === 'string' ? value.trim() : value
  const isDate = columnKindOf(column) === 'dateTime'
  if (isDate && typeof trimmed === 'string') return compare(cell, trimmed) === 0
  return cell === (trimmed === '' ? null : trimmed)
}

const line = (text: string): string => fold(text).replaceAll(/\s+/gu, ' ')

function matchesCondition(row: ItemRow, condition: FilterCondition, context: NaiveContext): boolean {
  const { column } = condition
  if (isStateColumn(column)) {
    if (!('values' in condition)) return false
    const states = context.statesOf?.(row, column) ?? []
    return condition.values.some((value) => states.includes(value)) === (condition.operator === 'is')
  }
  const cell = cellOf(row, column)
  const text = textOf(row, column)
  switch (condition.operator) {
    case 'is':
    case 'isNot': {
      const isAny = condition.values.some((value) => isSame(column, cell, value))
      return isAny === (condition.operator === 'is')
    }
    case 'contains':
    case 'doesNotContain': {
      const contains = text !== null && line(text).includes(line(condition.text.trim()))
      return contains === (condition.operator === 'contains')
    }
    case 'beginsWith':
      return text !== null && line(text).startsWith(line(condition.text.trim()))
    case 'endsWith':
      return text !== null && line(text).endsWith(line(condition.text.trim()))
    case 'matchesPattern':
      return text !== null && new RegExp(condition.text, 'iu').test(text)
    case 'doesNotMatchFormat':
      return text !== null && !formatOf(condition.text).test(text)
    case 'lessThan':
      return compare(cell, condition.value) < 0
    case 'atMost':
      return compare(cell, condition.value) <= 0
    case 'greaterThan':
      return compare(cell, condition.value) > 0
    case 'atLeast':
      return compare(cell, condition.value) >= 0
    case 'between':
      return compare(cell, condition.from) >= 0 && compare(cell, condition.to) <= 0
    case 'inLast':
    case 'olderThan':
      throw new Error('Relative dates are tested with dates that are known.')
    case 'isEmpty':
      return cell === null
    case 'isNotEmpty':
      return cell !== null
    case 'isDuplicated':
      return cell !== null && context.rows.filter((other) => cellOf(other, column) === cell).length > 1
  }
}

function formatOf(format: string): RegExp {
  const parts = Array.from(format, (character) => {
    if (character === '#') return String.raw`\p{Nd}`
    if (character === '@') return String.raw`\p{L}`
    return character === '*' ? '[^]*' : character.replace(/[\\^$.+?()[\]{}|/]/u, String.raw`\$&`)
  })
  return new RegExp(`^${parts.join('')}$`, 'u')
}
