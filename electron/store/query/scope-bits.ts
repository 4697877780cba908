import { lengthOfBits } from '../ingest/word-index.ts'
import { countBits, indexesOf, type Bits } from './bits.ts'
import type { Scope } from './scope.ts'

/** Returns the first unit of each snapshot in the bits of a scope, then the number of all units. */
export function unitsOf({ snapshots }: Scope): Int32Array {
  const units = new Int32Array(snapshots.length + 1)
  for (const [index, { count }] of snapshots.entries())
    units[index + 1] = (units[index] ?? 0) + lengthOfBits(count)
  return units
}

/** Items of a scope: a bit for each, in which each snapshot begins with a new unit. */
export class ScopeBits {
  readonly bits: Bits
  readonly #scope: Scope
  readonly #units: Int32Array

  constructor(scope: Scope, units: Int32Array, bits: Bits) {
    this.#scope = scope
    this.#units = units
    this.bits = bits
  }

  get count(): number {
    return countBits(this.bits)
  }

  /** Returns the ascending indexes of the items. */
  indexes(): Int32Array<ArrayBuffer> {
    const indexes = indexesOf(this.bits)
    const { starts } = this.#scope
    let snapshot = 0
    let next = this.#nextBit(snapshot)
    let shift = 0
    for (let position = 0; position < indexes.length; position += 1) {
      const bit = indexes[position] ?? 0
      while (bit >= next) {
        snapshot += 1
        shift = 16 * (this.#units[snapshot] ?? 0) - (starts[snapshot] ?? 0)
        next = this.#nextBit(snapshot)
      }
      indexes[position] = bit - shift
    }
    return indexes
  }

  /** Returns the indexes of the first items. */
  firstIndexes(maxCount: number): readonly number[] {
    const indexes: number[] = []
    const { starts } = this.#scope
    let snapshot = 0
    for (let unit = 0; unit < this.bits.length && indexes.length < maxCount; unit += 1) {
      while (unit >= (this.#units[snapshot + 1] ?? Infinity)) snapshot += 1
      const first = (starts[snapshot] ?? 0) + 16 * (unit - (this.#units[snapshot] ?? 0))
      for (let rest = this.bits[unit] ?? 0; rest !== 0; rest &= rest - 1)
        indexes.push(first + 31 - Math.clz32(rest & -rest))
    }
    return indexes.slice(0, maxCount)
  }

  #nextBit(snapshot: number): number {
    return 16 * (this.#units[snapshot + 1] ?? Infinity)
  }
}
