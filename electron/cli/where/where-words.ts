import { editDistance } from '../../contract/edit-distance.ts'
import { operatorsOfKind, type FilterKind } from '../../contract/filter-operators.ts'
import type { FilterOperator, PeriodUnit } from '../../contract/filters.ts'
import { fold } from '../../contract/fold.ts'
import { operatorLabelOfKind } from '../../contract/filter-labels.ts'

/** A name and what it stands for, and for a name that also begins values, what must follow it. */
export type Named<Value> = readonly [name: string, value: Value, mustPrecede?: RegExp]

/** Other names of operators. */
const SYNONYMS: readonly Named<FilterOperator>[] = [
  // The operator of dates is called “on”.
  ['is', 'is'],
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
  ['not contains', 'doesNotContain'],
  ['not contain', 'doesNotContain'],
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

/** Names that also begin values, such as “On hold”. */
const NAMES_IN_VALUES: ReadonlySet<string> = new Set(['in', 'on', 'one of', 'not', 'not in', 'not one of'])

/** Kinds of columns whose values can begin with words. */
const KINDS_WITH_WORDS: ReadonlySet<FilterKind> = new Set(['text', 'choice', 'any'])

/** What makes “is in” an operator: a list in parentheses, a value in quotation marks, or a date follows. */
const LIST_QUOTE_OR_DATE = /\s*(?:["'(]|\d{4}-)/uy

/** Returns the names of the operators of a kind of column; most may follow “is”. */
export function operatorNames(kind: FilterKind): readonly Named<FilterOperator>[] {
  const operators = operatorsOfKind(kind)
  const names = [
    ...operators.map((operator) => [operatorLabelOfKind(kind, operator), operator] as const),
    ...SYNONYMS.filter(([, operator]) => operators.includes(operator)),
  ]
  return names.flatMap(([name, operator]): readonly Named<FilterOperator>[] => {
    if (/^(?:is |\W)/u.test(name)) return [[name, operator]]
    // “is not” is an operator everywhere.
    const isAmbiguous = KINDS_WITH_WORDS.has(kind) && NAMES_IN_VALUES.has(name) && name !== 'not'
    return [
      [name, operator],
      isAmbiguous ? [`is ${name}`, operator, LIST_QUOTE_OR_DATE] : [`is ${name}`, operator],
    ]
  })
}

/** Other forms of operators, and an operator of SQL. */
const OTHER_FORMS = ['begin with', 'start with', 'end with', 'match pattern', 'like'] as const

/**
 * Returns the names of operators that have no negative form. After “not”, they would otherwise be read as
 * the start of a value, which nearly every row differs from.
 */
export function namesWithoutNegation(kind: FilterKind): readonly Named<null>[] {
  return [...operatorNames(kind).map(([name]) => name), ...OTHER_FORMS]
    .filter((name) => !NAMES_IN_VALUES.has(name))
    .map((name) => [name, null] as const)
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
