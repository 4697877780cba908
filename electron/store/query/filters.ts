import { LRUCache } from 'lru-cache'
import { cached } from '../cached.ts'
import { AppError } from '../../contract/app-error.ts'
import { columnKindOf, isItemColumnKey, type ColumnKey } from '../../contract/columns.ts'
import { isFieldKey } from '../../contract/fields.ts'
import { formTest } from '../../contract/text-form.ts'
import type { ColumnFilter, FacetValue, ItemFilters } from '../../contract/query.ts'
import type { ReadHandle } from '../database/handles.ts'
import { isCoded, type CodedColumn, type Codes } from '../index-columns.ts'
import { cellValue } from './cells.ts'
import { numberOf } from './ranks.ts'
import type { CampaignIndex } from './campaign-index.ts'
import { forEachSnapshot, type Scope } from './scope.ts'
import { eachText, type TextColumn } from './sort-texts.ts'
import { textCodes, type TextCodes } from './text-codes.ts'
import type { ThrowIfCancelled } from './cancellation.ts'

/**
 * Takes out of some places of a snapshot, in place, those that do not pass; gives how many are left, at the
 * beginning.
 */
type Narrow = (some: Int32Array, count: number) => number

/** What a filter does in each snapshot of a scope. */
type InCopy = (copy: CampaignIndex, start: number) => Narrow

/** Codes of columns that are held: up to sixteen megabytes each at a million items. */
const MAX_CACHED_CODES = 2
/** Outcomes of filters that are held: a megabyte each at a million items. */
const MAX_CACHED_OUTCOMES = 8

/** Carries out filters, and holds what makes the next ones quick. */
export class Filters {
  readonly #handle: ReadHandle
  readonly #codes = new LRUCache<string, TextCodes>({ max: MAX_CACHED_CODES })
  /** Of filters that go by the codes of texts: for each place whether it passes. */
  readonly #outcomes = new LRUCache<string, Uint8Array>({ max: MAX_CACHED_OUTCOMES })

  constructor(handle: ReadHandle) {
    this.#handle = handle
  }

  /**
   * The places that pass, out of the given ones (null: all). Null again when there is nothing to leave out.
   * Throws `badInput` for a filter that the column cannot have. Must run inside a snapshot.
   */
  places(
    scope: Scope,
    places: Int32Array | null,
    filters: ItemFilters,
    throwIfCancelled: ThrowIfCancelled,
  ): Int32Array | null {
    const tests = Object.entries(filters).flatMap(([key, filter]) =>
      filter !== undefined && (isItemColumnKey(key) || isFieldKey(key))
        ? this.#testsOf(scope, key, filter, throwIfCancelled)
        : [],
    )
    if (tests.length === 0) return places
    const kept = new Int32Array(places === null ? scope.total : places.length)
    let count = 0
    forEachSnapshot(scope, places, (copy, start, some) => {
      throwIfCancelled()
      kept.set(some, count)
      const part = kept.subarray(count, count + some.length)
      count += tests.reduce((left, test) => test(copy, start)(part, left), some.length)
    })
    return kept.subarray(0, count)
  }

  /** Which items of a scope share a text. Must run inside a snapshot. */
  codesOf(scope: Scope, column: TextColumn, throwIfCancelled: ThrowIfCancelled): TextCodes {
    return cached(this.#codes, `${scope.signature} ${column}`, () =>
      textCodes(this.#handle, scope, column, throwIfCancelled),
    )
  }

  #testsOf(
    scope: Scope,
    key: ColumnKey,
    filter: ColumnFilter,
    throwIfCancelled: ThrowIfCancelled,
  ): readonly InCopy[] {
    requireFitting(key, filter)
    if (isCoded(key)) return [codedTest(scope, key, filter)]
    if (key === 'qty') return [quantityTest(filter)]
    const tests: InCopy[] = []
    let byText = filter
    if (!isFieldKey(key) && (filter.min !== undefined || filter.max !== undefined)) {
      tests.push(instantTest(filter))
      const { min: _min, max: _max, ...rest } = filter
      byText = rest
    }
    if (Object.keys(byText).length === 0) return tests
    const { values, empty, duplicates, unlike, min, max } = byText
    const name = JSON.stringify([scope.signature, key, values, empty, duplicates, unlike, min, max])
    const passing = cached(this.#outcomes, name, () =>
      passingTexts(
        this.codesOf(scope, key, throwIfCancelled),
        byText,
        unlike === undefined ? null : unlikeTexts(this.#handle, scope, key, unlike, throwIfCancelled),
      ),
    )
    return [
      ...tests,
      (_copy, start) => (some, count) => {
        let left = 0
        for (let at = 0; at < count; at += 1) {
          const place = some[at] ?? start
          if (passing[place] !== 1) continue
          some[left] = place
          left += 1
        }
        return left
      },
    ]
  }
}

function requireFitting(key: ColumnKey, filter: ColumnFilter): void {
  const kind = columnKindOf(key)
  if (kind === 'any' && filter.unlike === undefined) return
  const isRange = filter.min !== undefined || filter.max !== undefined
  if (isRange && kind !== 'number' && kind !== 'dateTime') {
    throw new AppError('badInput', { detail: `The column ${key} has no range.` })
  }
  if (filter.duplicates !== undefined && kind !== 'text') {
    throw new AppError('badInput', { detail: `Duplicates are not looked for in the column ${key}.` })
  }
  if (filter.unlike !== undefined && (kind !== 'text' || isCoded(key))) {
    throw new AppError('badInput', { detail: `The column ${key} has no form.` })
  }
}

/** Whether a cell passes, duplicates apart. */
function passes(filter: ColumnFilter, wanted: ReadonlySet<FacetValue> | null, value: FacetValue): boolean {
  if (wanted !== null && !wanted.has(value)) return false
  if (filter.empty !== undefined && (value === null) !== filter.empty) return false
  if (filter.min === undefined && filter.max === undefined) return true
  const number = numberOf(value)
  return value !== null && !Number.isNaN(number) && isWithin(filter, number)
}

function isWithin({ min, max }: ColumnFilter, number: number): boolean {
  return (min === undefined || number >= min) && (max === undefined || number <= max)
}

function wantedOf(filter: ColumnFilter): ReadonlySet<FacetValue> | null {
  return filter.values === undefined ? null : new Set(filter.values.map(cellValue))
}

function codedTest(scope: Scope, column: CodedColumn, filter: ColumnFilter): InCopy {
  const wanted = wantedOf(filter)
  const repeated = filter.duplicates === true ? repeatedValues(scope, column) : null
  return (copy, start) => {
    const { codes, dictionary } = copy.coded(column)
    const allowed = Uint8Array.from(dictionary, (stored) => {
      const value = cellValue(stored)
      return Number(passes(filter, wanted, value) && repeated?.has(value) !== false)
    })
    return (some, count) => keepAllowed(some, count, start, codes, allowed)
  }
}

function keepAllowed(
  some: Int32Array,
  count: number,
  start: number,
  codes: Codes,
  allowed: Uint8Array,
): number {
  let left = 0
  for (let at = 0; at < count; at += 1) {
    const place = some[at] ?? start
    if (allowed[codes[place - start] ?? 0] !== 1) continue
    some[left] = place
    left += 1
  }
  return left
}

/** Values that more than one item of the scope has. */
function repeatedValues(scope: Scope, column: CodedColumn): ReadonlySet<FacetValue> {
  const counts = countCoded(scope, null, column)
  return new Set([...counts].filter(([value, count]) => value !== null && count > 1).map(([value]) => value))
}

/** How often each value of a coded column comes among the places (null: all); null stands for empty cells. */
export function countCoded(
  scope: Scope,
  places: Int32Array | null,
  column: CodedColumn,
): Map<FacetValue, number> {
  const totals = new Map<FacetValue, number>()
  forEachSnapshot(scope, places, (copy, start, some) => {
    const { codes, dictionary } = copy.coded(column)
    const counts = new Int32Array(dictionary.length)
    for (const place of some) {
      const code = codes[place - start] ?? 0
      counts[code] = (counts[code] ?? 0) + 1
    }
    for (const [code, stored] of dictionary.entries()) {
      const count = counts[code] ?? 0
      const value = cellValue(stored)
      if (count > 0) totals.set(value, (totals.get(value) ?? 0) + count)
    }
  })
  return totals
}

function quantityTest(filter: ColumnFilter): InCopy {
  const wanted = wantedOf(filter)
  return (copy, start) => {
    const valueAt = quantityReader(copy)
    return (some, count) => {
      let left = 0
      for (let at = 0; at < count; at += 1) {
        const place = some[at] ?? start
        if (!passes(filter, wanted, valueAt(place - start))) continue
        some[left] = place
        left += 1
      }
      return left
    }
  }
}

/**
 * Returns what reads the quantity of an item by its place in a snapshot: a number, or a text that no number
 * can hold.
 */
export function quantityReader({ quantities, quantityTexts }: CampaignIndex): (inCopy: number) => FacetValue {
  const numberAt = (inCopy: number): number | null => {
    const quantity = quantities[inCopy] ?? Number.NaN
    return Number.isNaN(quantity) ? null : quantity
  }
  if (quantityTexts === null) return numberAt
  const { codes, dictionary } = quantityTexts
  return (inCopy) => cellValue(dictionary[codes[inCopy] ?? 0] ?? null) ?? numberAt(inCopy)
}

function instantTest(filter: ColumnFilter): InCopy {
  return ({ instants }, start) => {
    return (some, count) => {
      let left = 0
      for (let at = 0; at < count; at += 1) {
        const place = some[at] ?? start
        const instant = instants[place - start] ?? Number.NaN
        if (Number.isNaN(instant) || !isWithin(filter, instant)) continue
        some[left] = place
        left += 1
      }
      return left
    }
  }
}

/** For each place whether its text is filled and has another form. */
function unlikeTexts(
  handle: ReadHandle,
  scope: Scope,
  column: TextColumn,
  form: string,
  throwIfCancelled: ThrowIfCancelled,
): Uint8Array {
  const hasForm = formTest(form)
  const unlike = new Uint8Array(scope.total)
  eachText(handle, scope, column, throwIfCancelled, (place, text) => {
    const trimmed = text?.trim() ?? ''
    if (trimmed !== '' && !hasForm(trimmed)) unlike[place] = 1
  })
  return unlike
}

/** @param chosen by place, those that pass otherwise; null: all. */
function passingTexts(texts: TextCodes, filter: ColumnFilter, chosen: Uint8Array | null): Uint8Array {
  const { codes, distinct } = texts
  const allowed = new Uint8Array(distinct + 1).fill(1)
  const leaveOut = (isOut: (code: number) => boolean): void => {
    for (let code = 0; code <= distinct; code += 1) if (isOut(code)) allowed[code] = 0
  }
  if (filter.values !== undefined) {
    const wanted = filter.values.map(cellValue)
    const among = texts.areAmong(wanted.filter((value) => typeof value === 'string'))
    if (wanted.includes(null)) among[0] = 1
    leaveOut((code) => among[code] !== 1)
  }
  if (filter.empty !== undefined) leaveOut((code) => (code === 0) !== filter.empty)
  if (filter.min !== undefined || filter.max !== undefined) {
    leaveOut((code) => !isWithin(filter, texts.numbers?.[code] ?? Number.NaN))
  }
  if (filter.duplicates === true) {
    const counts = countCodes(texts, null)
    leaveOut((code) => code === 0 || (counts[code] ?? 0) < 2)
  }
  const passing = new Uint8Array(codes.length)
  for (let place = 0; place < codes.length; place += 1) {
    passing[place] = chosen?.[place] === 0 ? 0 : (allowed[codes[place] ?? 0] ?? 0)
  }
  return passing
}

/** How often each code comes among the places (null: all). */
export function countCodes({ codes, distinct }: TextCodes, places: Int32Array | null): Int32Array {
  const counts = new Int32Array(distinct + 1)
  const count = places === null ? codes.length : places.length
  for (let at = 0; at < count; at += 1) {
    const code = codes[places === null ? at : (places[at] ?? 0)] ?? 0
    counts[code] = (counts[code] ?? 0) + 1
  }
  return counts
}
