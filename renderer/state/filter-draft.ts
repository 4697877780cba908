import { isMoment } from '../../electron/contract/filter-dates.ts'
import { operandOf, operatorsOfKind, type FilterKind } from '../../electron/contract/filter-operators.ts'
import { isGroup } from '../../electron/contract/filter-tree.ts'
import {
  MAX_PERIOD,
  type ConditionGroup,
  type ConditionOn,
  type FacetValue,
  type FilterBound,
  type FilterMatch,
  type FilterOperator,
  type PeriodUnit,
} from '../../electron/contract/filters.ts'
import { parseNumber } from './range-text.ts'

/** What decides the conditions of a list's columns. */
export interface DraftColumns<Column extends string> {
  readonly kindOf: (column: Column) => FilterKind
  /** Returns whether the values of a column are searched for rather than chosen. */
  readonly isSearched: (column: Column) => boolean
  /** Returns the values of a new condition. */
  readonly initialValues: (column: Column) => readonly FacetValue[]
}

type Conditions<Column extends string> = ConditionGroup<ConditionOn<Column>>

/** A condition while it is edited. It keeps what was typed, also if it is incomplete or invalid. */
export interface DraftCondition<Column extends string> {
  readonly id: number
  readonly column: Column
  readonly operator: FilterOperator
  readonly values: readonly FacetValue[]
  /** A text, pattern or format. */
  readonly text: string
  /** The only bound, or the first of two: a number as typed, or a day. */
  readonly from: string
  readonly to: string
  /** Number of units of a period, as typed. */
  readonly count: string
  readonly unit: PeriodUnit
}

export interface DraftGroup<Column extends string> {
  readonly id: number
  readonly match: FilterMatch
  readonly nodes: readonly DraftNode<Column>[]
}
export type DraftNode<Column extends string> = DraftCondition<Column> | DraftGroup<Column>

/** Why a typed operand cannot be used. */
export type DraftProblem = 'number' | 'date' | 'reversed' | 'period'

let lastId = 0

/** Returns a number that no other part of a draft has. */
function nextId(): number {
  lastId += 1
  return lastId
}

/** Returns whether a part of a draft is a group. */
export function isDraftGroup<Column extends string>(node: DraftNode<Column>): node is DraftGroup<Column> {
  return 'match' in node
}

/** Returns a new condition on a column, without an operand. */
export function emptyCondition<Column extends string>(
  columns: DraftColumns<Column>,
  column: Column,
): DraftCondition<Column> {
  return {
    id: nextId(),
    column,
    operator: columns.isSearched(column) ? 'contains' : (operatorsOfKind(columns.kindOf(column))[0] ?? 'is'),
    values: columns.initialValues(column),
    text: '',
    from: '',
    to: '',
    count: '7',
    unit: 'days',
  }
}

/** Returns a group with these parts. */
export function newGroup<Column extends string>(
  match: FilterMatch,
  nodes: readonly DraftNode<Column>[],
): DraftGroup<Column> {
  return { id: nextId(), match, nodes }
}

/** Returns the draft of a filter. */
export function draftOf<Column extends string>(
  columns: DraftColumns<Column>,
  { match, conditions }: Conditions<Column>,
  locale: string,
): DraftGroup<Column> {
  return newGroup(
    match,
    conditions.map((node) =>
      isGroup(node) ? draftOf(columns, node, locale) : draftOfCondition(columns, node, locale),
    ),
  )
}

function draftOfCondition<Column extends string>(
  columns: DraftColumns<Column>,
  condition: ConditionOn<Column>,
  locale: string,
): DraftCondition<Column> {
  const draft = { ...emptyCondition(columns, condition.column), operator: condition.operator }
  const format = new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 20 })
  const text = (bound: FilterBound): string => (typeof bound === 'number' ? format.format(bound) : bound)
  if ('values' in condition) return { ...draft, values: condition.values }
  if ('text' in condition) return { ...draft, text: condition.text }
  if ('value' in condition) return { ...draft, from: text(condition.value) }
  if ('from' in condition) return { ...draft, from: text(condition.from), to: text(condition.to) }
  if ('count' in condition) return { ...draft, count: String(condition.count), unit: condition.unit }
  return draft
}

/** Returns the filter of a draft, without what is incomplete or invalid. */
export function filtersOf<Column extends string>(
  columns: DraftColumns<Column>,
  { match, nodes }: DraftGroup<Column>,
  locale: string,
): Conditions<Column> {
  const conditions = nodes.flatMap((node): Conditions<Column>['conditions'] => {
    if (isDraftGroup(node)) {
      const group = filtersOf(columns, node, locale)
      return group.conditions.length === 0 ? [] : [group]
    }
    const condition = conditionOf(columns, node, locale)
    return condition === null ? [] : [condition]
  })
  return { match, conditions }
}

/** Returns a complete condition, or null. */
function conditionOf<Column extends string>(
  columns: DraftColumns<Column>,
  draft: DraftCondition<Column>,
  locale: string,
): ConditionOn<Column> | null {
  const { column, operator, values, unit } = draft
  if (problemOf(columns, draft, locale) !== null) return null
  const kind = columns.kindOf(column)
  const [from, to] = [boundOf(draft.from, kind, locale), boundOf(draft.to, kind, locale)]
  switch (operandOf(operator)) {
    case 'values':
      return values.length === 0 ? null : { column, operator: operator as 'is', values }
    case 'text':
      return draft.text.trim() === '' ? null : { column, operator: operator as 'contains', text: draft.text }
    case 'bound':
      return typeof from === 'object' ? null : { column, operator: operator as 'lessThan', value: from }
    case 'bounds':
      return betweenOf(column, from, to)
    case 'period':
      return { column, operator: operator as 'inLast', count: Number(draft.count), unit }
    case 'none':
      return { column, operator: operator as 'isEmpty' }
  }
}

/** While only one bound is given, the other one is open. */
function betweenOf<Column extends string>(
  column: Column,
  from: FilterBound | null,
  to: FilterBound | null,
): ConditionOn<Column> | null {
  if (from !== null && to !== null) return { column, operator: 'between', from, to }
  if (from !== null) return { column, operator: 'atLeast', value: from }
  return to === null ? null : { column, operator: 'atMost', value: to }
}

/** Returns a typed bound; null if it is empty or invalid. Fields have dates and numbers. */
function boundOf(text: string, kind: FilterKind, locale: string): FilterBound | null {
  if (kind !== 'number' && isMoment(text)) return text
  return kind === 'dateTime' ? null : (parseNumber(text, locale) ?? null)
}

/** Returns why the operand of a condition cannot be used; null if it can, or is not given yet. */
export function problemOf<Column extends string>(
  columns: DraftColumns<Column>,
  draft: DraftCondition<Column>,
  locale: string,
): DraftProblem | null {
  const { column, operator, from, to, count } = draft
  const operand = operandOf(operator)
  if (operand === 'period') {
    const isCount = /^\d+$/u.test(count.trim()) && Number(count) >= 1 && Number(count) <= MAX_PERIOD
    return isCount ? null : 'period'
  }
  if (operand !== 'bound' && operand !== 'bounds') return null
  const texts = operand === 'bound' ? [from] : [from, to]
  const kind = columns.kindOf(column)
  const bounds = texts.map((text) => boundOf(text, kind, locale))
  if (texts.some((text, index) => text.trim() !== '' && bounds[index] === null))
    return kind === 'dateTime' ? 'date' : 'number'
  const [first = null, second = null] = bounds
  if (first === null || second === null) return null
  return typeof first === typeof second && second < first ? 'reversed' : null
}

/** Returns the columns of all conditions, complete or not. */
export function columnsOfDraft<Column extends string>({ nodes }: DraftGroup<Column>): ReadonlySet<Column> {
  return new Set(nodes.flatMap((node) => (isDraftGroup(node) ? [...columnsOfDraft(node)] : [node.column])))
}

/** Returns a draft in which a part is replaced, or removed with null. */
export function replaceNode<Column extends string>(
  group: DraftGroup<Column>,
  id: number,
  next: DraftNode<Column> | null,
): DraftGroup<Column> {
  const nodes = group.nodes.flatMap((node): readonly DraftNode<Column>[] => {
    if (node.id === id) return next === null ? [] : [next]
    return isDraftGroup(node) ? [replaceNode(node, id, next)] : [node]
  })
  return { ...group, nodes }
}

/** Returns a draft with another part at the end of a group. */
export function addNode<Column extends string>(
  group: DraftGroup<Column>,
  groupId: number,
  added: DraftNode<Column>,
): DraftGroup<Column> {
  if (group.id === groupId) return { ...group, nodes: [...group.nodes, added] }
  return {
    ...group,
    nodes: group.nodes.map((node) => (isDraftGroup(node) ? addNode(node, groupId, added) : node)),
  }
}

/** Returns a draft in which the parts of a group are combined by another rule. */
export function setMatch<Column extends string>(
  group: DraftGroup<Column>,
  groupId: number,
  match: FilterMatch,
): DraftGroup<Column> {
  if (group.id === groupId) return { ...group, match }
  return {
    ...group,
    nodes: group.nodes.map((node) => (isDraftGroup(node) ? setMatch(node, groupId, match) : node)),
  }
}

/** Returns a condition with another column; it keeps its operator and operand if the column has them. */
export function withColumn<Column extends string>(
  columns: DraftColumns<Column>,
  draft: DraftCondition<Column>,
  column: Column,
): DraftCondition<Column> {
  const isKept =
    operatorsOfKind(columns.kindOf(column)).includes(draft.operator) && operandOf(draft.operator) !== 'values'
  const isSameKind = columns.kindOf(column) === columns.kindOf(draft.column)
  return {
    ...emptyCondition(columns, column),
    ...(isKept && isSameKind
      ? {
          operator: draft.operator,
          text: draft.text,
          from: draft.from,
          to: draft.to,
          count: draft.count,
          unit: draft.unit,
        }
      : {}),
    id: draft.id,
  }
}
