import { isFieldKey } from '../../electron/contract/fields.ts'
import { isMoment } from '../../electron/contract/filter-dates.ts'
import { filterKindOf, operandOf, operatorsOf } from '../../electron/contract/filter-operators.ts'
import { isGroup } from '../../electron/contract/filter-tree.ts'
import {
  isStateColumn,
  MAX_PERIOD,
  type FacetValue,
  type FilterBound,
  type FilterColumn,
  type FilterCondition,
  type FilterGroup,
  type FilterMatch,
  type FilterNode,
  type FilterOperator,
  type PeriodUnit,
} from '../../electron/contract/filters.ts'
import { columnsIn } from '../../electron/contract/columns.ts'
import { parseNumber } from './range-text.ts'

/** A condition while it is edited. It keeps what was typed, also if it is incomplete or invalid. */
export interface DraftCondition {
  readonly id: number
  readonly column: FilterColumn
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

export interface DraftGroup {
  readonly id: number
  readonly match: FilterMatch
  readonly nodes: readonly DraftNode[]
}
export type DraftNode = DraftCondition | DraftGroup

/** Why a typed operand cannot be used. */
export type DraftProblem = 'number' | 'date' | 'reversed' | 'period'

const CODED_COLUMNS: readonly FilterColumn[] = columnsIn('coded')

let lastId = 0

/** Returns a number that no other part of a draft has. */
function nextId(): number {
  lastId += 1
  return lastId
}

/** Returns whether a part of a draft is a group. */
export function isDraftGroup(node: DraftNode): node is DraftGroup {
  return 'match' in node
}

/** Returns a new condition on a column, without an operand. */
export function emptyCondition(column: FilterColumn): DraftCondition {
  return {
    id: nextId(),
    column,
    operator: defaultOperator(column),
    values: column === 'unseen' ? [true] : [],
    text: '',
    from: '',
    to: '',
    count: '7',
    unit: 'days',
  }
}

/** Returns a group with these parts. */
export function newGroup(match: FilterMatch, nodes: readonly DraftNode[]): DraftGroup {
  return { id: nextId(), match, nodes }
}

/** Names are searched for, and other values chosen. */
function defaultOperator(column: FilterColumn): FilterOperator {
  const isLongText =
    !isStateColumn(column) &&
    !isFieldKey(column) &&
    filterKindOf(column) === 'text' &&
    !CODED_COLUMNS.includes(column)
  return isLongText ? 'contains' : (operatorsOf(column)[0] ?? 'is')
}

/** Returns the draft of a filter. */
export function draftOf({ match, conditions }: FilterGroup, locale: string): DraftGroup {
  return newGroup(
    match,
    conditions.map((node) => (isGroup(node) ? draftOf(node, locale) : draftOfCondition(node, locale))),
  )
}

function draftOfCondition(condition: FilterCondition, locale: string): DraftCondition {
  const draft = { ...emptyCondition(condition.column), operator: condition.operator }
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
export function filtersOf({ match, nodes }: DraftGroup, locale: string): FilterGroup {
  const conditions = nodes.flatMap((node): readonly FilterNode[] => {
    if (isDraftGroup(node)) {
      const group = filtersOf(node, locale)
      return group.conditions.length === 0 ? [] : [group]
    }
    const condition = conditionOf(node, locale)
    return condition === null ? [] : [condition]
  })
  return { match, conditions }
}

/** Returns a complete condition, or null. */
function conditionOf(draft: DraftCondition, locale: string): FilterCondition | null {
  const { column, operator, values, unit } = draft
  if (problemOf(draft, locale) !== null) return null
  const [from, to] = [boundOf(draft.from, column, locale), boundOf(draft.to, column, locale)]
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
function betweenOf(
  column: FilterColumn,
  from: FilterBound | null,
  to: FilterBound | null,
): FilterCondition | null {
  if (from !== null && to !== null) return { column, operator: 'between', from, to }
  if (from !== null) return { column, operator: 'atLeast', value: from }
  return to === null ? null : { column, operator: 'atMost', value: to }
}

/** Returns a typed bound; null if it is empty or invalid. Fields have dates and numbers. */
function boundOf(text: string, column: FilterColumn, locale: string): FilterBound | null {
  if (filterKindOf(column) !== 'number' && isMoment(text)) return text
  return filterKindOf(column) === 'dateTime' ? null : (parseNumber(text, locale) ?? null)
}

/** Returns why the operand of a condition cannot be used; null if it can, or is not given yet. */
export function problemOf(draft: DraftCondition, locale: string): DraftProblem | null {
  const { column, operator, from, to, count } = draft
  const operand = operandOf(operator)
  if (operand === 'period') {
    const isCount = /^\d+$/u.test(count.trim()) && Number(count) >= 1 && Number(count) <= MAX_PERIOD
    return isCount ? null : 'period'
  }
  if (operand !== 'bound' && operand !== 'bounds') return null
  const texts = operand === 'bound' ? [from] : [from, to]
  const bounds = texts.map((text) => boundOf(text, column, locale))
  if (texts.some((text, index) => text.trim() !== '' && bounds[index] === null))
    return filterKindOf(column) === 'dateTime' ? 'date' : 'number'
  const [first = null, second = null] = bounds
  if (first === null || second === null) return null
  return typeof first === typeof second && second < first ? 'reversed' : null
}

/** Returns a draft in which a part is replaced, or removed with null. */
export function replaceNode(group: DraftGroup, id: number, next: DraftNode | null): DraftGroup {
  const nodes = group.nodes.flatMap((node): readonly DraftNode[] => {
    if (node.id === id) return next === null ? [] : [next]
    return isDraftGroup(node) ? [replaceNode(node, id, next)] : [node]
  })
  return { ...group, nodes }
}

/** Returns a draft with another part at the end of a group. */
export function addNode(group: DraftGroup, groupId: number, added: DraftNode): DraftGroup {
  if (group.id === groupId) return { ...group, nodes: [...group.nodes, added] }
  return {
    ...group,
    nodes: group.nodes.map((node) => (isDraftGroup(node) ? addNode(node, groupId, added) : node)),
  }
}

/** Returns a draft in which the parts of a group are combined by another rule. */
export function setMatch(group: DraftGroup, groupId: number, match: FilterMatch): DraftGroup {
  if (group.id === groupId) return { ...group, match }
  return {
    ...group,
    nodes: group.nodes.map((node) => (isDraftGroup(node) ? setMatch(node, groupId, match) : node)),
  }
}

/** Returns a condition with another column; it keeps its operator and operand if the column has them. */
export function withColumn(draft: DraftCondition, column: FilterColumn): DraftCondition {
  const isKept = operatorsOf(column).includes(draft.operator) && operandOf(draft.operator) !== 'values'
  const isSameKind = filterKindOf(column) === filterKindOf(draft.column)
  return {
    ...emptyCondition(column),
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
