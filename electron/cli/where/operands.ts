import type { ValueLabel } from '../../contract/connection.ts'
import { extentOfMoment, isMoment } from '../../contract/filter-dates.ts'
import type { FilterKind } from '../../contract/filter-operators.ts'
import {
  MAX_PERIOD,
  MAX_VALUE_LENGTH,
  type FacetValue,
  type FilterBound,
  type PeriodUnit,
} from '../../contract/filters.ts'
import { fold } from '../../contract/fold.ts'
import { isNumberText } from '../../contract/json-text.ts'
import { WHERE_ERRORS } from '../strings/command-line-where.ts'
import { WhereError, type Scanner, type Token } from './scanner.ts'
import { closestName, UNIT_NAMES } from './where-words.ts'

const EMPTY = 'empty'
const FLAGS: Readonly<Record<string, boolean>> = { yes: true, true: true, no: false, false: false }

/** What the operands of a condition depend on. */
export interface WhereColumn {
  readonly kind: FilterKind
  /** All values of a column of the kind `state`. */
  readonly states: readonly FacetValue[]
  /** Names of the column's numbers; null if they are not known yet, and any name is accepted. */
  readonly labels: readonly ValueLabel[] | null
}

/** Reads values separated by commas, possibly in parentheses. */
export function readValues(
  scanner: Scanner,
  column: WhereColumn,
  operatorName: string,
): readonly FacetValue[] {
  scanner.isAtEnd()
  const start = scanner.offset
  const isList = scanner.readCharacter('(')
  if (isList) scanner.depth += 1
  const values: FacetValue[] = []
  do {
    const token = scanner.readValue(true)
    if (token.text === '' && !token.isQuoted)
      throw new WhereError(token.offset, WHERE_ERRORS.value(values.length === 0 ? operatorName : ','))
    if (token.text.length > MAX_VALUE_LENGTH) throw new WhereError(token.offset, WHERE_ERRORS.tooLong)
    values.push(...valuesOf(token, column))
  } while (scanner.readCharacter(','))
  if (isList) {
    if (!scanner.readCharacter(')')) throw new WhereError(start, WHERE_ERRORS.parenthesis)
    scanner.depth -= 1
  }
  return values
}

/** Reads one bound, or two separated by “and”. */
export function readBounds(
  scanner: Scanner,
  column: WhereColumn,
  operatorName: string,
  count: 1 | 2,
): readonly FilterBound[] {
  const first = scanner.readValue(false)
  const bounds = [boundOf(first, column, operatorName)]
  if (count === 1) return bounds
  if (scanner.readName([['and', true]]) === null) throw new WhereError(scanner.offset, WHERE_ERRORS.and)
  const second = scanner.readValue(false)
  bounds.push(boundOf(second, column, 'and'))
  const [from, to] = bounds.map((bound) =>
    typeof bound === 'number' ? bound : (extentOfMoment(bound)?.last ?? Number.NaN),
  )
  if (typeof bounds[0] !== typeof bounds[1]) throw new WhereError(second.offset, WHERE_ERRORS.and)
  if (from !== undefined && to !== undefined && to < from)
    throw new WhereError(second.offset, WHERE_ERRORS.reversed)
  return bounds
}

/** Reads a number of hours, days, weeks or months. */
export function readPeriod(scanner: Scanner): { readonly count: number; readonly unit: PeriodUnit } {
  const { text, offset } = scanner.peekWord()
  const count = /^\d{1,5}$/u.test(text) ? Number(text) : 0
  if (count < 1 || count > MAX_PERIOD) throw new WhereError(offset, WHERE_ERRORS.period)
  scanner.offset += text.length
  const unit = scanner.readName(UNIT_NAMES)
  if (unit === null) throw new WhereError(scanner.offset, WHERE_ERRORS.period)
  return { count, unit: unit[1] }
}

function valuesOf(token: Token, { kind, states, labels }: WhereColumn): readonly FacetValue[] {
  const { text, offset, isQuoted } = token
  const word = text.toLowerCase()
  if (kind === 'state') return [stateOf(token, states)]
  if (!isQuoted && word === EMPTY) return [null]
  switch (kind) {
    case 'choice':
      return [statusOf(token, labels)]
    case 'number':
      return [isQuoted ? text : numberOf(token)]
    case 'boolean': {
      const flag = FLAGS[word]
      if (flag === undefined) throw new WhereError(offset, WHERE_ERRORS.flag(text, ['yes', 'no', EMPTY]))
      return [flag]
    }
    case 'dateTime':
      if (!isMoment(text)) throw new WhereError(offset, WHERE_ERRORS.date(text))
      return [text]
    case 'text':
      return [text]
    case 'any':
      return fieldValues(token)
  }
}

/** Values of fields are JSON. A bare number or flag may be one, or a text. */
function fieldValues({ text, isQuoted }: Token): readonly FacetValue[] {
  const json = JSON.stringify(text)
  if (isQuoted) return [json]
  const flag = FLAGS[text.toLowerCase()]
  if (flag !== undefined) return [String(flag), json]
  return isNumberText(text) ? [text, json] : [json]
}

function stateOf({ text, offset }: Token, states: readonly FacetValue[]): FacetValue {
  const word = text.toLowerCase()
  const state = states.includes(word) ? word : (FLAGS[word] ?? null)
  if (state !== null && states.includes(state)) return state
  const words = states.map((each) => (each === true ? 'yes' : String(each)))
  throw new WhereError(offset, WHERE_ERRORS.flag(text, words))
}

/**
 * Returns the status with a name or a number, or a quoted text, which a status of another type than documented
 * is. While names are not known, any text is accepted.
 */
function statusOf({ text, offset, isQuoted }: Token, labels: readonly ValueLabel[] | null): FacetValue {
  if (isNumberText(text)) return Number(text)
  const number = /^status\s+(-?\d{1,15})$/iu.exec(text)?.[1]
  if (number !== undefined) return Number(number)
  if (labels === null) return text
  const named = labels.filter(({ name }) => name !== '')
  const match = named.find(({ name }) => fold(name) === fold(text))
  if (match !== undefined) return match.value
  if (isQuoted) return text
  const names = named.map(({ name }) => name)
  throw new WhereError(offset, WHERE_ERRORS.status(text, closestName(text, names), names))
}

function numberOf({ text, offset }: Token): number {
  const number = Number(text)
  if (!isNumberText(text) || !Number.isFinite(number)) throw new WhereError(offset, WHERE_ERRORS.number(text))
  return number
}

function boundOf(token: Token, { kind }: WhereColumn, operatorName: string): FilterBound {
  const { text, offset } = token
  if (text === '') throw new WhereError(offset, WHERE_ERRORS.value(operatorName))
  if (kind === 'number' || (kind === 'any' && isNumberText(text))) return numberOf(token)
  if (!isMoment(text)) throw new WhereError(offset, WHERE_ERRORS.date(text))
  return text
}
