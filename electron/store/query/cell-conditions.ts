import { extentOfMoment, type FilterRange } from '../../contract/filter-dates.ts'
import { fieldText, isFieldKey } from '../../contract/fields.ts'
import type { FacetValue } from '../../contract/query.ts'
import { isInRange } from '../../contract/search-ranges.ts'
import { messages } from '../../contract/messages.ts'
import { isAbbreviated } from '../abbreviated-value.ts'
import { isCoded, type CodedColumn } from '../index-columns.ts'
import { columnName } from '../item-columns.ts'
import { createBits, setBit, uniteAt, type Bits } from './bits.ts'
import type { CampaignIndex } from './campaign-index.ts'
import { countCoded, countCodes, quantityReader } from './cell-counts.ts'
import { cellValue, numberOf } from './ranks.ts'
import type { CellCondition, ResolvedCondition, TextCondition } from './resolved-condition.ts'
import type { Scope } from './scope.ts'
import { checkOfSnapshot } from './snapshot-progress.ts'
import { isIndexedText, type TextColumn } from './sort-texts.ts'
import { textAt, type TextCodes } from './text-codes.ts'
import { itemsWithoutDate } from './items-without-date.ts'
import { createMatcher, matchingItems, type TextMatcher, type TextSource } from './text-scan.ts'

/** Up to this many distinct texts are read one by one instead of scanning all texts. */
const MAX_SINGLE_READS = 20_000
/** Texts between two checks for cancellation. */
const TEXTS_PER_CHECK = 1_000

/** What the evaluation of a condition reads from. */
export interface ConditionSource extends TextSource {
  readonly codesOf: (column: TextColumn) => TextCodes
}

/**
 * Returns the items of a scope whose cells meet a condition, regardless of its negation. Must run inside a
 * read transaction. Throws `superseded`, and what a pattern throws.
 */
export function itemsWithCell(
  scope: Scope,
  { column, cell }: Omit<ResolvedCondition, 'isNegated'>,
  source: ConditionSource,
): Bits {
  if (isCoded(column)) return codedItems(scope, column, cell, source)
  if (column === 'qty') return quantityItems(scope, cell)
  if (column === 'updatedAt') return datedItems(scope, cell)
  return textItems(scope, column, cell, source)
}

/** Returns whether a condition is about a text. */
export function isTextCondition(cell: CellCondition): cell is TextCondition {
  return !['values', 'range', 'empty', 'duplicates'].includes(cell.kind)
}

/** Returns a test for values, without the conditions on texts and duplicates. */
export function createValueTest(cell: CellCondition): (value: FacetValue) => boolean {
  if (cell.kind === 'values') {
    const accepted = new Set(cell.values.map(cellValue))
    return (value) => accepted.has(value)
  }
  if (cell.kind === 'range') {
    const { range } = cell
    return (value) => value !== null && typeof value !== 'boolean' && isInRange(range, numberOf(value))
  }
  return (value) => value === null
}

function codedItems(
  scope: Scope,
  column: CodedColumn,
  cell: CellCondition,
  { throwIfCancelled }: ConditionSource,
): Bits {
  const bits = createBits(scope.total)
  const matcher = isTextCondition(cell) ? createMatcher(cell, throwIfCancelled) : null
  const test = cell.kind === 'duplicates' ? duplicateTest(scope, column) : createValueTest(cell)
  for (const [snapshotIndex, snapshot] of scope.snapshots.entries()) {
    throwIfCancelled()
    const start = scope.starts[snapshotIndex] ?? 0
    const { codes, dictionary } = snapshot.codedValues(column)
    const values = dictionary.map(cellValue)
    const isMatch =
      matcher === null
        ? Uint8Array.from(values, (value) => Number(test(value)))
        : matchValues(matcher, values)
    for (let index = 0; index < codes.length; index += 1)
      if (isMatch[codes[index] ?? 0] === 1) setBit(bits, start + index)
    if (matcher !== null) addLongItems(snapshot, column, matcher, bits, start)
  }
  return bits
}

/**
 * Matches values of a dictionary. Abbreviated ones never match, because their texts are read from the rows.
 */
function matchValues({ match }: TextMatcher, values: readonly FacetValue[]): Uint8Array {
  const texts = values.map((value) => (typeof value === 'string' && !isAbbreviated(value) ? value : null))
  const matches = match(texts.filter((text) => text !== null))
  let position = 0
  return Uint8Array.from(texts, (text) => {
    if (text === null) return 0
    position += 1
    return matches[position - 1] ?? 0
  })
}

function addLongItems(
  snapshot: CampaignIndex,
  column: CodedColumn,
  { match }: TextMatcher,
  bits: Bits,
  start: number,
): void {
  const { codes, dictionary } = snapshot.codedValues(column)
  const abbreviated = snapshot.longIndexes.filter((index) =>
    isAbbreviated(dictionary[codes[index] ?? 0] ?? null),
  )
  for (const [index, [text]] of snapshot.longRows<readonly [string | null]>(columnName(column), abbreviated))
    if (match([text?.trim() ?? ''])[0] === 1) setBit(bits, start + index)
}

function duplicateTest(scope: Scope, column: CodedColumn): (value: FacetValue) => boolean {
  const counts = countCoded(scope, null, column)
  return (value) => value !== null && (counts.get(value) ?? 0) > 1
}

function quantityItems(scope: Scope, cell: CellCondition): Bits {
  const bits = createBits(scope.total)
  const test = createValueTest(cell)
  for (const [snapshotIndex, snapshot] of scope.snapshots.entries()) {
    const start = scope.starts[snapshotIndex] ?? 0
    if (cell.kind === 'range' && snapshot.quantityTexts === null) {
      addInRange(snapshot.quantities, cell.range, start, bits)
      continue
    }
    const valueAt = quantityReader(snapshot)
    for (let index = 0; index < snapshot.count; index += 1)
      if (test(valueAt(index))) setBit(bits, start + index)
  }
  return bits
}

function addInRange(numbers: Float64Array, range: FilterRange, start: number, bits: Bits): void {
  for (let index = 0; index < numbers.length; index += 1)
    if (isInRange(range, numbers[index] ?? Number.NaN)) setBit(bits, start + index)
}

function datedItems(scope: Scope, cell: CellCondition): Bits {
  const bits = createBits(scope.total)
  const ranges =
    cell.kind === 'range' ? [cell.range] : cell.kind === 'values' ? rangesOfDays(cell.values) : []
  for (const [snapshotIndex, { instants }] of scope.snapshots.entries()) {
    const start = scope.starts[snapshotIndex] ?? 0
    for (const range of ranges) addInRange(instants, range, start, bits)
  }
  if (cell.kind === 'empty' || (cell.kind === 'values' && cell.values.includes(null)))
    for (const [snapshotIndex, snapshot] of scope.snapshots.entries())
      uniteAt(bits, itemsWithoutDate(snapshot), scope.starts[snapshotIndex] ?? 0)
  return bits
}

/** Returns the extents of the days among values. */
export function rangesOfDays(values: readonly FacetValue[]): readonly FilterRange[] {
  return values.flatMap((value) => {
    const extent = typeof value === 'string' ? extentOfMoment(value) : null
    return extent === null
      ? []
      : [{ from: extent.first, to: extent.last, exclusive: { from: false, to: false } }]
  })
}

function textItems(scope: Scope, column: TextColumn, cell: CellCondition, source: ConditionSource): Bits {
  if (!isTextCondition(cell)) {
    const texts = source.codesOf(column)
    return itemsWithCode(texts, matchingCodes(texts, cell))
  }
  const matcher = createMatcher(cell, source.throwIfCancelled)
  if (!isIndexedText(column)) {
    const texts = source.codesOf(column)
    if (texts.distinct <= MAX_SINGLE_READS)
      return itemsWithCode(texts, matchCodes(scope, column, texts, matcher, source))
  }
  const bits = createBits(scope.total)
  for (const [snapshotIndex, snapshot] of scope.snapshots.entries()) {
    const matches = matchingItems(snapshot, column, matcher, {
      ...source,
      throwIfCancelled: checkOfSnapshot(scope, snapshotIndex, source.throwIfCancelled),
    })
    uniteAt(bits, matches, scope.starts[snapshotIndex] ?? 0)
  }
  return bits
}

/** Returns 1 for each code whose text meets a condition. */
function matchingCodes(texts: TextCodes, cell: Exclude<CellCondition, TextCondition>): Uint8Array {
  const { distinct } = texts
  const codes = Int32Array.from({ length: distinct + 1 }, (_, code) => code)
  switch (cell.kind) {
    case 'values': {
      const accepted = cell.values.map(cellValue)
      const matches = texts.matchTexts(accepted.filter((value) => typeof value === 'string'))
      if (accepted.includes(null)) matches[0] = 1
      return matches
    }
    case 'range': {
      const numbers = (cell.of === 'numbers' ? texts.numbers : texts.instants) ?? []
      return Uint8Array.from(codes, (code) => Number(isInRange(cell.range, numbers[code] ?? Number.NaN)))
    }
    case 'duplicates': {
      const counts = countCodes(texts, null)
      return Uint8Array.from(codes, (code) => Number(code > 0 && (counts[code] ?? 0) > 1))
    }
    case 'empty':
      return Uint8Array.from(codes, (code) => Number(code === 0))
  }
}

/** Returns 1 for each code whose text matches, by reading each text once. */
function matchCodes(
  scope: Scope,
  column: TextColumn,
  texts: TextCodes,
  { match }: TextMatcher,
  { handle, throwIfCancelled }: ConditionSource,
): Uint8Array {
  const flags = messages.items
  const isMatch = new Uint8Array(texts.distinct + 1)
  for (let first = 1; first <= texts.distinct; first += TEXTS_PER_CHECK) {
    throwIfCancelled()
    const count = Math.min(TEXTS_PER_CHECK, texts.distinct - first + 1)
    const batch = Array.from({ length: count }, (_, offset) => {
      const text = textAt(handle, scope, column, texts.firstIndexOf(first + offset))
      return isFieldKey(column) ? fieldText(text, flags) : text
    })
    isMatch.set(match(batch), first)
  }
  return isMatch
}

function itemsWithCode({ codes }: TextCodes, isMatch: Uint8Array): Bits {
  const bits = createBits(codes.length)
  for (let index = 0; index < codes.length; index += 1)
    if (isMatch[codes[index] ?? 0] === 1) setBit(bits, index)
  return bits
}
