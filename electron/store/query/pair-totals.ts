import type { StatisticTotals } from '../../contract/statistics.ts'
import type { Codes } from '../index-columns.ts'

/** The totals of pairs by column. */
export interface PairColumns {
  readonly firsts: Int32Array
  readonly seconds: Int32Array
  readonly counts: Float64Array
  readonly qtySums: Float64Array
}

/** The values of items, of which few are different. */
export interface ItemValues {
  /** By item, the index of its value. */
  readonly indexes: Codes
  /** The codes of the values. */
  readonly codes: readonly number[]
}

const START_SIZE = 64
/** Pairs of indexes whose totals are found without the hash table. */
const MAX_DIRECT_PAIRS = 1 << 16

/** Counts and sums of the pairs of two codes in a hash table, because few of all possible pairs exist. */
export class PairTotals {
  /** By the hash of a pair, its index plus 1; 0 is free. The size is a power of 2. */
  #slots = new Int32Array(2 * START_SIZE)
  #firsts = new Int32Array(START_SIZE)
  #seconds = new Int32Array(START_SIZE)
  #counts = new Float64Array(START_SIZE)
  #sums = new Float64Array(START_SIZE)
  /**
   * By pairs of indexes in the items that are added, the index of the pair plus 1; 0 if it was not found yet.
   */
  readonly #direct = new Int32Array(MAX_DIRECT_PAIRS)
  #size = 0
  #count = 0
  #qtySum = 0

  get all(): StatisticTotals {
    return { count: this.#count, qtySum: this.#qtySum }
  }

  /**
   * Adds items by their values and quantities, of which some may be NaN.
   * @param part ascending indexes of the items, plus `start`; null for all
   */
  addItems(
    first: ItemValues,
    second: ItemValues,
    quantities: Float64Array,
    part: Int32Array | null,
    start: number,
  ): void {
    const width = second.codes.length
    const pairs = first.codes.length * width
    const direct = pairs > MAX_DIRECT_PAIRS ? null : this.#direct.fill(0, 0, pairs)
    const length = part?.length ?? first.indexes.length
    for (let at = 0; at < length; at += 1) {
      const item = part === null ? at : (part[at] ?? 0) - start
      const firstIndex = first.indexes[item] ?? 0
      const secondIndex = second.indexes[item] ?? 0
      const pair = firstIndex * width + secondIndex
      let index = (direct?.[pair] ?? 0) - 1
      if (index < 0) {
        index = this.#indexOf(first.codes[firstIndex] ?? 0, second.codes[secondIndex] ?? 0)
        if (direct !== null) direct[pair] = index + 1
      }
      this.#add(index, quantities[item] ?? Number.NaN)
    }
  }

  #add(index: number, quantity: number): void {
    this.#counts[index] = (this.#counts[index] ?? 0) + 1
    this.#count += 1
    if (Number.isNaN(quantity)) return
    this.#sums[index] = (this.#sums[index] ?? 0) + quantity
    this.#qtySum += quantity
  }

  /** Returns the pairs in the order of the ranks of their first codes, then of their second ones. */
  inOrder(firstRanks: readonly number[], secondRanks: readonly number[]): PairColumns {
    const ranks = Float64Array.from({ length: this.#size }, (_, index) => {
      const [first, second] = [this.#firsts[index] ?? 0, this.#seconds[index] ?? 0]
      return (firstRanks[first] ?? 0) * secondRanks.length + (secondRanks[second] ?? 0)
    })
    const order = Int32Array.from(ranks.keys()).sort(
      (a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0) || (this.#firsts[a] ?? 0) - (this.#firsts[b] ?? 0) || a - b,
    )
    return {
      firsts: order.map((index) => this.#firsts[index] ?? 0),
      seconds: order.map((index) => this.#seconds[index] ?? 0),
      counts: Float64Array.from(order, (index) => this.#counts[index] ?? 0),
      qtySums: Float64Array.from(order, (index) => this.#sums[index] ?? 0),
    }
  }

  #indexOf(first: number, second: number): number {
    const last = this.#slots.length - 1
    let slot = hashOf(first, second) & last
    for (;;) {
      const index = (this.#slots[slot] ?? 0) - 1
      if (index < 0) return this.#insert(slot, first, second)
      if (this.#firsts[index] === first && this.#seconds[index] === second) return index
      slot = (slot + 1) & last
    }
  }

  #insert(slot: number, first: number, second: number): number {
    if (this.#size === this.#firsts.length) {
      this.#grow()
      return this.#indexOf(first, second)
    }
    const index = this.#size
    this.#firsts[index] = first
    this.#seconds[index] = second
    this.#size += 1
    this.#slots[slot] = this.#size
    return index
  }

  #grow(): void {
    const size = 2 * this.#size
    this.#firsts = grown(this.#firsts, new Int32Array(size))
    this.#seconds = grown(this.#seconds, new Int32Array(size))
    this.#counts = grown(this.#counts, new Float64Array(size))
    this.#sums = grown(this.#sums, new Float64Array(size))
    this.#slots = new Int32Array(2 * size)
    const last = this.#slots.length - 1
    for (let index = 0; index < this.#size; index += 1) {
      let slot = hashOf(this.#firsts[index] ?? 0, this.#seconds[index] ?? 0) & last
      while (this.#slots[slot] !== 0) slot = (slot + 1) & last
      this.#slots[slot] = index + 1
    }
  }
}

function hashOf(first: number, second: number): number {
  const hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b)
  return hash ^ (hash >>> 15)
}

function grown<Column extends Int32Array | Float64Array>(column: Column, larger: Column): Column {
  larger.set(column)
  return larger
}
