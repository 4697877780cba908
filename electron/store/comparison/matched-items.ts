import type { ColumnKey, ItemColumnKey } from '../../contract/columns.ts'
import { COMPARED_COLUMNS, type ComparisonList, type NotMatchedReason } from '../../contract/comparison.ts'
import { isFieldKey } from '../../contract/fields.ts'
import type { BoundValue, ReadHandle } from '../database/handles.ts'
import { selectedColumn } from '../item-columns.ts'
import type { ThrowIfCancelled } from '../protocol.ts'
import type { CampaignIndex } from '../query/campaign-index.ts'
import { eachFieldCell } from '../query/field-cells.ts'
import { cellValue } from '../query/ranks.ts'
import { rowsWithKeys } from '../rows-with-keys.ts'

/** What matching found out about an item. */
const STATES = { matched: 0, alone: 1, missing: 2, ambiguous: 3 } as const

/** Items whose values are read at once. */
const ITEMS_PER_READ = 2_048

const COMPARED_VALUES = COMPARED_COLUMNS.map(selectedColumn).join(', ')

/**
 * The items of two campaigns, matched and compared: a row for each pair, and for each item without a partner.
 * A row takes 19 bytes.
 */
export class MatchedItems {
  /** Keys of the items of the first campaign; 0 in rows without one. */
  readonly first: Int32Array
  readonly second: Int32Array
  readonly totals: { readonly first: number; readonly second: number }
  readonly #states: Uint8Array
  /** A bit for each of `COMPARED_COLUMNS` in which a pair differs. */
  readonly #differences: Uint16Array
  /** The absolute difference of the quantities of a pair; 0 without one. */
  readonly #changes: Float64Array
  #count = 0

  constructor(totals: MatchedItems['totals']) {
    const most = totals.first + totals.second
    this.totals = totals
    this.first = new Int32Array(most)
    this.second = new Int32Array(most)
    this.#states = new Uint8Array(most)
    this.#differences = new Uint16Array(most)
    this.#changes = new Float64Array(most)
  }

  get byteLength(): number {
    return [this.first, this.second, this.#states, this.#differences, this.#changes].reduce(
      (sum, { byteLength }) => sum + byteLength,
      0,
    )
  }

  /** Number of rows. */
  get count(): number {
    return this.#count
  }

  add(first: number, second: number, state: keyof typeof STATES): void {
    this.first[this.#count] = first
    this.second[this.#count] = second
    this.#states[this.#count] = STATES[state]
    this.#count += 1
  }

  setDifferences(row: number, differences: number, change: number): void {
    this.#differences[row] = differences
    this.#changes[row] = change
  }

  /** Returns whether the row is a pair. */
  isPair(row: number): boolean {
    return this.#states[row] === STATES.matched
  }

  /** Returns the list of a row if only the columns of a mask are compared. */
  listOf(row: number, columnMask: number): ComparisonList {
    if (this.isPair(row)) return this.differencesOf(row, columnMask) === 0 ? 'equal' : 'different'
    if (this.#states[row] !== STATES.alone) return 'notMatched'
    return this.first[row] === 0 ? 'onlySecond' : 'onlyFirst'
  }

  /** Returns the bits of the columns of a mask in which a pair differs; 0 for other rows. */
  differencesOf(row: number, columnMask: number): number {
    return (this.#differences[row] ?? 0) & columnMask
  }

  /** Returns the absolute difference of the quantities of a pair; 0 without one. */
  changeOf(row: number): number {
    return this.#changes[row] ?? 0
  }

  reasonOf(row: number): NotMatchedReason | null {
    const state = this.#states[row]
    if (state === STATES.missing) return 'missing'
    return state === STATES.ambiguous ? 'ambiguous' : null
  }
}

/** Returns the mask of columns, without the one by which items are matched. */
export function maskOf(columns: readonly ItemColumnKey[], by: ColumnKey): number {
  return COMPARED_COLUMNS.reduce(
    (mask, column, index) => (columns.includes(column) && column !== by ? mask | (1 << index) : mask),
    0,
  )
}

/** Returns the columns of a mask. */
export function columnsOf(mask: number): readonly ItemColumnKey[] {
  return COMPARED_COLUMNS.filter((_, index) => (mask & (1 << index)) !== 0)
}

/**
 * Matches the items of two campaigns by the trimmed values of a column or field, and compares each pair.
 * Items without a value, and those whose value is not unique in both campaigns, are not matched. Rows are in
 * the order of the first campaign, then of the second. Must run inside a read transaction. Throws what
 * `throwIfCancelled` throws.
 */
export function matchItems(
  handle: ReadHandle,
  { keys: first }: Pick<CampaignIndex, 'keys'>,
  { keys: second }: Pick<CampaignIndex, 'keys'>,
  by: ColumnKey,
  throwIfCancelled: ThrowIfCancelled,
): MatchedItems {
  const values = {
    first: matchValues(handle, first, by, throwIfCancelled),
    second: matchValues(handle, second, by, throwIfCancelled),
  }
  const indexes = { first: indexesByValue(values.first), second: indexesByValue(values.second) }
  const items = new MatchedItems({ first: first.length, second: second.length })
  const isAmbiguous = (value: string): boolean =>
    indexes.first.get(value) === AMBIGUOUS || indexes.second.get(value) === AMBIGUOUS
  for (const [index, key] of first.entries()) {
    const value = values.first[index] ?? null
    if (value === null) items.add(key, 0, 'missing')
    else if (isAmbiguous(value)) items.add(key, 0, 'ambiguous')
    else {
      const partner = indexes.second.get(value)
      if (partner === undefined) items.add(key, 0, 'alone')
      else items.add(key, second[partner] ?? 0, 'matched')
    }
  }
  for (const [index, key] of second.entries()) {
    const value = values.second[index] ?? null
    if (value === null) items.add(0, key, 'missing')
    else if (isAmbiguous(value)) items.add(0, key, 'ambiguous')
    else if (!indexes.first.has(value)) items.add(0, key, 'alone')
  }
  comparePairs(handle, items, throwIfCancelled)
  return items
}

/** Instead of the index of a value that several items have. */
const AMBIGUOUS = -1

function indexesByValue(values: readonly (string | null)[]): ReadonlyMap<string, number> {
  const indexes = new Map<string, number>()
  for (const [index, value] of values.entries())
    if (value !== null) indexes.set(value, indexes.has(value) ? AMBIGUOUS : index)
  return indexes
}

/** Returns the value by which each item is matched; null if it has none. */
function matchValues(
  handle: ReadHandle,
  keys: Int32Array,
  by: ColumnKey,
  throwIfCancelled: ThrowIfCancelled,
): readonly (string | null)[] {
  const values = new Array<string | null>(keys.length).fill(null)
  if (isFieldKey(by)) {
    eachFieldCell(handle, keys, by, throwIfCancelled, (index, value) => {
      values[index] = value
    })
    return values
  }
  for (let start = 0; start < keys.length; start += ITEMS_PER_READ) {
    throwIfCancelled()
    const part = keys.subarray(start, start + ITEMS_PER_READ)
    for (const [offset, [stored]] of rowsWithKeys<readonly [string | number | null]>(
      handle,
      part,
      selectedColumn(by),
    )) {
      const value = cellValue(stored)
      values[start + offset] = value === null ? null : String(value)
    }
  }
  return values
}

type StoredValues = readonly (string | number | null)[]

/** Compares the values of each pair, without keeping them. */
function comparePairs(handle: ReadHandle, items: MatchedItems, throwIfCancelled: ThrowIfCancelled): void {
  const quantity = COMPARED_COLUMNS.indexOf('qty')
  const pairs: number[] = []
  for (let row = 0; row < items.count; row += 1) if (items.isPair(row)) pairs.push(row)
  for (let start = 0; start < pairs.length; start += ITEMS_PER_READ) {
    throwIfCancelled()
    const part = pairs.slice(start, start + ITEMS_PER_READ)
    const first = readValues(
      handle,
      part.map((row) => items.first[row] ?? 0),
    )
    const second = readValues(
      handle,
      part.map((row) => items.second[row] ?? 0),
    )
    for (const [index, row] of part.entries()) {
      const [one, other] = [first[index] ?? [], second[index] ?? []]
      let differences = 0
      for (let column = 0; column < COMPARED_COLUMNS.length; column += 1)
        if (cellOf(one[column]) !== cellOf(other[column])) differences |= 1 << column
      items.setDifferences(row, differences, changeOf(one[quantity], other[quantity]))
    }
  }
}

function cellOf(value: BoundValue | undefined): string | number | boolean | null {
  return cellValue((value ?? null) as string | number | null)
}

function changeOf(one: BoundValue | undefined, other: BoundValue | undefined): number {
  return typeof one === 'number' && typeof other === 'number' ? Math.abs(other - one) : 0
}

function readValues(handle: ReadHandle, keys: readonly number[]): readonly StoredValues[] {
  const values = new Array<StoredValues>(keys.length)
  for (const [index, row] of rowsWithKeys<StoredValues>(handle, Int32Array.from(keys), COMPARED_VALUES))
    values[index] = row
  return values
}
