import { ITEM_COLUMN_KEYS } from '../../contract/columns.ts'
import { editDistance } from '../../contract/edit-distance.ts'
import { operatorsOf } from '../../contract/filter-operators.ts'
import type { FilterColumn, FilterOperator, PeriodUnit } from '../../contract/filters.ts'
import { fold } from '../../contract/fold.ts'
import { FIELD_KEYS } from '../../contract/search-fields.ts'
import { ITEM_COLUMN_LABELS } from '../../contract/strings/columns.ts'
import { operatorLabel } from '../../contract/strings/filters.ts'

/** A name and what it stands for. */
export type Named<Value> = readonly [name: string, value: Value]

/** Names of columns: keys, short names, labels, and the states of an item. */
export const COLUMN_NAMES: readonly Named<FilterColumn>[] = [
  ...FIELD_KEYS,
  ...ITEM_COLUMN_KEYS.map((key) => [ITEM_COLUMN_LABELS[key], key] as const),
  ['review', 'review'],
  ['mark', 'review'],
  ['unseen', 'unseen'],
]

/** Other names of operators. */
const SYNONYMS: readonly Named<FilterOperator>[] = [
  ['=', 'is'],
  ['==', 'is'],
  ['in', 'is'],
  ['one of', 'is'],
  ['on', 'is'],
  ['!=', 'isNot'],
  ['<>', 'isNot'],
  ['not', 'isNot'],
  ['not in', 'isNot'],
  ['not one of', 'isNot'],
  ['starts with', 'beginsWith'],
  ['matches', 'matchesPattern'],
  ['<', 'lessThan'],
  ['before', 'lessThan'],
  ['<=', 'atMost'],
  ['on or before', 'atMost'],
  ['>', 'greaterThan'],
  ['more than', 'greaterThan'],
  ['after', 'greaterThan'],
  ['>=', 'atLeast'],
  ['on or after', 'atLeast'],
]

/** Returns the names of a column's operators; most may follow “is”. */
export function operatorNames(column: FilterColumn): readonly Named<FilterOperator>[] {
  const operators = operatorsOf(column)
  const names = [
    ...operators.map((operator) => [operatorLabel(column, operator), operator] as const),
    ...SYNONYMS.filter(([, operator]) => operators.includes(operator)),
  ]
  return names.flatMap(([name, operator]) =>
    /^(?:is |\W)/u.test(name)
      ? [[name, operator] as const]
      : [[name, operator] as const, [`is ${name}`, operator] as const],
  )
}

export const UNIT_NAMES: readonly Named<PeriodUnit>[] = (
  ['hours', 'days', 'weeks', 'months'] as const
).flatMap((unit) => [[unit, unit] as const, [unit.slice(0, -1), unit] as const])

/** Returns the name that differs least from a word, or null if none is similar. */
export function closestName(word: string, names: readonly string[]): string | null {
  const folded = fold(word)
  const limit = Math.max(1, Math.floor(folded.length / 3))
  let closest: string | null = null
  let least = limit + 1
  for (const name of names) {
    const distance = editDistance(folded, fold(name))
    if (distance >= least) continue
    least = distance
    closest = name
  }
  return closest
}
