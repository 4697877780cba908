import type { ValueLabel } from '../../contract/connection.ts'
import { isFieldKey } from '../../contract/fields.ts'
import { operandOf, operatorsOf } from '../../contract/filter-operators.ts'
import { isGroup } from '../../contract/filter-tree.ts'
import {
  MAX_CONDITIONS,
  MAX_NESTED_GROUPS,
  MAX_VALUE_LENGTH,
  type FilterColumn,
  type FilterCondition,
  type FilterGroup,
  type FilterMatch,
  type FilterNode,
} from '../../contract/filters.ts'
import { operatorLabel, WHERE_ERRORS } from '../../contract/strings/filters.ts'
import { readBounds, readPeriod, readValues } from './operands.ts'
import { Scanner, WhereError } from './scanner.ts'
import { closestName, COLUMN_NAMES, operatorNames } from './where-words.ts'

/**
 * Parses a condition such as `qty between 5 and 15`, or several that “and” or “or” join. Throws a
 * `WhereError`.
 * @param labels names of statuses; null if they are not known yet, and any name is accepted
 */
export function parseWhere(text: string, labels: readonly ValueLabel[] | null): FilterNode {
  const scanner = new Scanner(text)
  const node = readExpression(scanner, labels)
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
export function combine(nodes: readonly FilterNode[], match: FilterMatch): FilterGroup {
  const conditions = nodes.flatMap((node) =>
    isGroup(node) && (node.match === match || node.conditions.length < 2) ? node.conditions : [node],
  )
  return { match, conditions }
}

const CONJUNCTIONS = [
  ['and', 'all'],
  ['or', 'any'],
] as const satisfies readonly (readonly [string, FilterMatch])[]

function readExpression(scanner: Scanner, labels: readonly ValueLabel[] | null): FilterNode {
  const nodes = [readTerm(scanner, labels)]
  let match: FilterMatch | null = null
  for (;;) {
    scanner.isAtEnd()
    const { offset } = scanner
    const conjunction = scanner.readName(CONJUNCTIONS)
    if (conjunction === null) break
    if (match !== null && conjunction[1] !== match) throw new WhereError(offset, WHERE_ERRORS.mixed)
    match = conjunction[1]
    nodes.push(readTerm(scanner, labels))
    if (nodes.length > MAX_CONDITIONS) throw new WhereError(offset, WHERE_ERRORS.tooMany(MAX_CONDITIONS))
  }
  const [only] = nodes
  return only !== undefined && nodes.length === 1 ? only : combine(nodes, match ?? 'all')
}

function readTerm(scanner: Scanner, labels: readonly ValueLabel[] | null): FilterNode {
  scanner.isAtEnd()
  const { offset } = scanner
  if (!scanner.readCharacter('(')) return readCondition(scanner, labels)
  scanner.depth += 1
  if (scanner.depth > MAX_NESTED_GROUPS) throw new WhereError(offset, WHERE_ERRORS.nested(MAX_NESTED_GROUPS))
  const node = readExpression(scanner, labels)
  if (!scanner.readCharacter(')')) throw new WhereError(offset, WHERE_ERRORS.parenthesis)
  scanner.depth -= 1
  return node
}

function readCondition(scanner: Scanner, labels: readonly ValueLabel[] | null): FilterCondition {
  const { name, column } = readColumn(scanner)
  const names = operatorNames(column)
  const word = scanner.peekWord()
  const operatorStart = scanner.offset
  const named = scanner.readName(names)
  if (named === null) {
    const rest = scanner.text.slice(operatorStart)
    const words = [1, 2, 3].map((count) => rest.split(/\s+/u).slice(0, count).join(' '))
    const allNames = names.map(([each]) => each)
    const closest = words.map((text) => closestName(text, allNames)).find((each) => each !== null)
    const labelsOfOperators = operatorsOf(column).map((operator) => operatorLabel(column, operator))
    throw new WhereError(
      operatorStart,
      WHERE_ERRORS.operator(word.text, name, closest ?? null, labelsOfOperators),
    )
  }
  const [operatorName, operator] = named
  switch (operandOf(operator)) {
    case 'values':
      return { column, operator: operator as 'is', values: readValues(scanner, column, operatorName, labels) }
    case 'text': {
      const { text, offset } = scanner.readValue(false)
      if (text.trim() === '') throw new WhereError(offset, WHERE_ERRORS.value(operatorName))
      if (text.length > MAX_VALUE_LENGTH) throw new WhereError(offset, WHERE_ERRORS.tooLong)
      return { column, operator: operator as 'contains', text }
    }
    case 'bound': {
      const [value = 0] = readBounds(scanner, column, operatorName, 1)
      return { column, operator: operator as 'lessThan', value }
    }
    case 'bounds': {
      const [from = 0, to = 0] = readBounds(scanner, column, operatorName, 2)
      return { column, operator: 'between', from, to }
    }
    case 'period':
      return { column, operator: operator as 'inLast', ...readPeriod(scanner) }
    case 'none':
      return { column, operator: operator as 'isEmpty' }
  }
}

function readColumn(scanner: Scanner): { readonly name: string; readonly column: FilterColumn } {
  if (scanner.isAtEnd()) throw new WhereError(scanner.offset, WHERE_ERRORS.noColumn)
  const first = scanner.text[scanner.offset]
  if (first === '/' || first === '"' || first === "'") {
    const token = first === '/' ? scanner.peekWord() : scanner.readValue(false)
    if (first === '/') scanner.offset += token.text.length
    if (!isFieldKey(token.text)) throw new WhereError(token.offset, WHERE_ERRORS.column(token.text, null))
    return { name: token.text, column: token.text }
  }
  const named = scanner.readName(COLUMN_NAMES)
  if (named !== null) return { name: named[0], column: named[1] }
  const { text, offset } = scanner.peekWord()
  if (text === '') throw new WhereError(offset, WHERE_ERRORS.noColumn)
  const closest = closestName(
    text,
    COLUMN_NAMES.map(([name]) => name),
  )
  throw new WhereError(offset, WHERE_ERRORS.column(text, closest))
}
