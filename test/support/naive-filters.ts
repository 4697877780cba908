import { columnKindOf, type ColumnKey, type ColumnKind } from '../../electron/contract/columns.ts'
import { fieldText, isFieldKey } from '../../electron/contract/fields.ts'
import { isGroup } from '../../electron/contract/filter-tree.ts'
import {
  isStateColumn,
  type CellRequirement,
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

/** Returns a cell as text for people; null if it is empty. */
function textOf(value: FacetValue, kind: ColumnKind | 'any'): string | null {
  if (value === null) return null
  const text = kind === 'any' ? fieldText(String(value), { yes: 'Yes', no: 'No' }) : String(value)
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

function isSame(kind: ColumnKind | 'any', cell: FacetValue, value: FacetValue): boolean {
  const trimmed = typeof value === 'string' ? value.trim() : value
  if (kind === 'dateTime' && typeof trimmed === 'string') return compare(cell, trimmed) === 0
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
  return meetsRequirement([cellOf(row, column)], columnKindOf(column), condition, () =>
    context.rows.map((other) => cellOf(other, column)),
  )
}

/** The opposite of each negative operator. */
const OPPOSITES = { isNot: 'is', doesNotContain: 'contains', isNotEmpty: 'isEmpty' } as const

/**
 * Returns whether one of the values of a cell meets a requirement; of a negative one, whether none meets its
 * opposite.
 * @param all returns the values of all rows, among which duplicates are counted
 */
export function meetsRequirement(
  values: readonly FacetValue[],
  kind: ColumnKind | 'any',
  requirement: CellRequirement,
  all: () => readonly FacetValue[],
): boolean {
  const { operator } = requirement
  if (operator === 'isNot' || operator === 'doesNotContain' || operator === 'isNotEmpty') {
    const opposite = { ...requirement, operator: OPPOSITES[operator] } as CellRequirement
    return !meetsRequirement(values, kind, opposite, all)
  }
  return values.some((value) => meets(value, kind, requirement, all))
}

function meets(
  cell: FacetValue,
  kind: ColumnKind | 'any',
  requirement: CellRequirement,
  all: () => readonly FacetValue[],
): boolean {
  const text = textOf(cell, kind)
  switch (requirement.operator) {
    case 'is':
      return requirement.values.some((value) => isSame(kind, cell, value))
    case 'contains':
      return text !== null && line(text).includes(line(requirement.text.trim()))
    case 'beginsWith':
      return text !== null && line(text).startsWith(line(requirement.text.trim()))
    case 'endsWith':
      return text !== null && line(text).endsWith(line(requirement.text.trim()))
    case 'matchesPattern':
      return text !== null && new RegExp(requirement.text, 'iu').test(text)
    case 'doesNotMatchFormat':
      return text !== null && !formatOf(requirement.text).test(text)
    case 'lessThan':
      return compare(cell, requirement.value) < 0
    case 'atMost':
      return compare(cell, requirement.value) <= 0
    case 'greaterThan':
      return compare(cell, requirement.value) > 0
    case 'atLeast':
      return compare(cell, requirement.value) >= 0
    case 'between':
      return compare(cell, requirement.from) >= 0 && compare(cell, requirement.to) <= 0
    case 'isEmpty':
      return cell === null
    case 'isDuplicated':
      return cell !== null && all().filter((other) => other === cell).length > 1
    case 'isNot':
    case 'doesNotContain':
    case 'isNotEmpty':
      throw new Error('Negative operators are replaced by their opposites.')
    case 'inLast':
    case 'olderThan':
    case 'inNext':
      throw new Error('Relative dates are tested with dates that are known.')
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
