import { isFieldKey, type FieldKey } from '../../contract/fields.ts'
import { operandOf, operatorsOfKind } from '../../contract/filter-operators.ts'
import { isGroup } from '../../contract/filter-tree.ts'
import {
  MAX_CONDITIONS,
  MAX_NESTED_GROUPS,
  MAX_VALUE_LENGTH,
  type CellRequirement,
  type ConditionGroup,
  type ConditionOn,
  type FilterMatch,
} from '../../contract/filters.ts'
import { operatorLabelOfKind } from '../../contract/filter-labels.ts'
import { WHERE_ERRORS } from '../strings/command-line-where.ts'
import { readBounds, readPeriod, readValues, type WhereColumn } from './operands.ts'
import { Scanner, WhereError } from './scanner.ts'
import type { WhereColumns } from './where-columns.ts'
import { closestName, namesWithoutNegation, operatorNames, type Named } from './where-words.ts'

type Condition<Column extends string> = ConditionOn<Column | FieldKey>
type Node<Column extends string> = Condition<Column> | ConditionGroup<Condition<Column>>

/**
 * Parses a condition such as `qty between 5 and 15`, or several that “and” or “or” join. Throws a
 * `WhereError`.
 */
export function parseWhere<Column extends string>(text: string, columns: WhereColumns<Column>): Node<Column> {
  const scanner = new Scanner(text)
  const node = readExpression(scanner, columns)
  if (!scanner.isAtEnd()) {
    const isParenthesis = text[scanner.offset] === ')'
    throw new WhereError(
      scanner.offset,
      isParenthesis ? WHERE_ERRORS.unexpectedParenthesis : WHERE_ERRORS.afterQuote,
    )
  }
  return node
}

/** Combines conditions. Groups without another meaning are not kept. */
export function combine<Each extends object>(
  nodes: readonly (Each | ConditionGroup<Each>)[],
  match: FilterMatch,
): ConditionGroup<Each> {
  const conditions = nodes.flatMap((node) =>
    isGroup(node) && (node.match === match || node.conditions.length < 2) ? node.conditions : [node],
  )
  return { match, conditions }
}

const CONJUNCTIONS = [
  ['and', 'all'],
  ['or', 'any'],
] as const satisfies readonly (readonly [string, FilterMatch])[]

function readExpression<Column extends string>(
  scanner: Scanner,
  columns: WhereColumns<Column>,
): Node<Column> {
  const nodes = [readTerm(scanner, columns)]
  let match: FilterMatch | null = null
  for (;;) {
    scanner.isAtEnd()
    const { offset } = scanner
    const conjunction = scanner.readName(CONJUNCTIONS)
    if (conjunction === null) break
    if (match !== null && conjunction[1] !== match) throw new WhereError(offset, WHERE_ERRORS.mixed)
    match = conjunction[1]
    nodes.push(readTerm(scanner, columns))
    if (nodes.length > MAX_CONDITIONS) throw new WhereError(offset, WHERE_ERRORS.tooMany(MAX_CONDITIONS))
  }
  const [only] = nodes
  return only !== undefined && nodes.length === 1 ? only : combine(nodes, match ?? 'all')
}

function readTerm<Column extends string>(scanner: Scanner, columns: WhereColumns<Column>): Node<Column> {
  scanner.isAtEnd()
  const { offset } = scanner
  if (!scanner.readCharacter('(')) return readCondition(scanner, columns)
  scanner.depth += 1
  if (scanner.depth > MAX_NESTED_GROUPS) throw new WhereError(offset, WHERE_ERRORS.nested(MAX_NESTED_GROUPS))
  const node = readExpression(scanner, columns)
  if (!scanner.readCharacter(')')) throw new WhereError(offset, WHERE_ERRORS.parenthesis)
  scanner.depth -= 1
  return node
}

function readCondition<Column extends string>(
  scanner: Scanner,
  columns: WhereColumns<Column>,
): Condition<Column> {
  const { name, column } = readColumn(scanner, columns.names)
  return { column, ...readRequirement(scanner, name, columnOf(columns, column)) }
}

/** Returns what the operands of a column can be. */
function columnOf<Column extends string>(
  columns: WhereColumns<Column>,
  column: Column | FieldKey,
): WhereColumn {
  return { kind: columns.kindOf(column), states: columns.statesOf(column), labels: columns.labelsOf(column) }
}

function readRequirement(scanner: Scanner, name: string, column: WhereColumn): CellRequirement {
  const names = operatorNames(column.kind)
  const word = scanner.peekWord()
  const operatorStart = scanner.offset
  const named = scanner.readName(names)
  const labels = operatorsOfKind(column.kind).map((operator) => operatorLabelOfKind(column.kind, operator))
  if (named === null) {
    const rest = scanner.text.slice(operatorStart)
    const words = [1, 2, 3].map((count) => rest.split(/\s+/u).slice(0, count).join(' '))
    const allNames = names.map(([each]) => each)
    const closest = words.map((text) => closestName(text, allNames)).find((each) => each !== null)
    throw new WhereError(operatorStart, WHERE_ERRORS.operator(word.text, name, closest ?? null, labels))
  }
  const [operatorName, operator] = named
  const negated = operator === 'isNot' ? scanner.readName(namesWithoutNegation(column.kind)) : null
  if (negated !== null)
    throw new WhereError(
      operatorStart,
      WHERE_ERRORS.noNegation(`${operatorName} ${negated[0]}`, name, labels),
    )
  switch (operandOf(operator)) {
    case 'values':
      return { operator: operator as 'is', values: readValues(scanner, column, operatorName) }
    case 'text': {
      const { text, offset } = scanner.readValue(false)
      if (text.trim() === '') throw new WhereError(offset, WHERE_ERRORS.value(operatorName))
      if (text.length > MAX_VALUE_LENGTH) throw new WhereError(offset, WHERE_ERRORS.tooLong)
      return { operator: operator as 'contains', text }
    }
    case 'bound': {
      const [value = 0] = readBounds(scanner, column, operatorName, 1)
      return { operator: operator as 'lessThan', value }
    }
    case 'bounds': {
      const [from = 0, to = 0] = readBounds(scanner, column, operatorName, 2)
      return { operator: 'between', from, to }
    }
    case 'period':
      return { operator: operator as 'inLast', ...readPeriod(scanner) }
    case 'none':
      return { operator: operator as 'isEmpty' }
  }
}

function readColumn<Column extends string>(
  scanner: Scanner,
  names: readonly Named<Column>[],
): { readonly name: string; readonly column: Column | FieldKey } {
  if (scanner.isAtEnd()) throw new WhereError(scanner.offset, WHERE_ERRORS.noColumn)
  const first = scanner.text[scanner.offset]
  if (first === '/' || first === '"' || first === "'") {
    const token = first === '/' ? scanner.peekWord() : scanner.readValue(false)
    if (first === '/') scanner.offset += token.text.length
    if (!isFieldKey(token.text)) throw new WhereError(token.offset, WHERE_ERRORS.column(token.text, null))
    return { name: token.text, column: token.text }
  }
  const named = scanner.readName(names)
  if (named !== null) return { name: named[0], column: named[1] }
  const { text, offset } = scanner.peekWord()
  if (text === '') throw new WhereError(offset, WHERE_ERRORS.noColumn)
  const closest = closestName(
    text,
    names.map(([name]) => name),
  )
  throw new WhereError(offset, WHERE_ERRORS.column(text, closest))
}
