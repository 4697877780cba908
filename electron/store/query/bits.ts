import { lengthOfBits } from '../ingest/word-index.ts'

/** A bit for each item of a snapshot. */
export type Bits = Uint16Array<ArrayBuffer>

/** Returns bits that are all 0. */
export function createBits(count: number): Bits {
  return new Uint16Array(lengthOfBits(count))
}

/** Returns bits that are all 1. */
export function createFullBits(count: number): Bits {
  const bits = createBits(count).fill(0xffff)
  if (count % 16 !== 0) bits[bits.length - 1] = (1 << (count % 16)) - 1
  return bits
}

/** Sets the bit of an item. */
export function setBit(bits: Bits, index: number): void {
  bits[index >>> 4] = (bits[index >>> 4] ?? 0) | (1 << (index & 15))
}

/** Clears the bits of the first that are not set in the second. */
export function intersect(bits: Bits, others: Bits): void {
  for (let unit = 0; unit < bits.length; unit += 1) bits[unit] = (bits[unit] ?? 0) & (others[unit] ?? 0)
}

/** Clears the bits of the second in the first. */
export function subtract(bits: Bits, others: Bits): void {
  for (let unit = 0; unit < bits.length; unit += 1) bits[unit] = (bits[unit] ?? 0) & ~(others[unit] ?? 0)
}

/** Sets the bits of the second in the first. */
export function unite(bits: Bits, others: Bits): void {
  for (let unit = 0; unit < bits.length; unit += 1) bits[unit] = (bits[unit] ?? 0) | (others[unit] ?? 0)
}

/** Returns the indexes of the set bits, ascending. */
export function indexesOf(bits: Bits): Int32Array<ArrayBuffer> {
  const indexes = new Int32Array(countBits(bits))
  let length = 0
  for (let unit = 0; unit < bits.length; unit += 1) {
    for (let rest = bits[unit] ?? 0; rest !== 0; rest &= rest - 1) {
      indexes[length] = unit * 16 + 31 - Math.clz32(rest & -rest)
      length += 1
    }
  }
  return indexes
}

/** Returns whether the bit of an item is set. */
export function hasBit(bits: Bits, index: number): boolean {
  return ((bits[index >>> 4] ?? 0) & (1 << (index & 15))) !== 0
}

/** Counts the set bits. */
export function countBits(bits: Bits): number {
  let count = 0
  for (const unit of bits) {
    // Adds up pairs, groups of four, then all.
    let sums = unit
    sums -= (sums >>> 1) & 0x5555
    sums = (sums & 0x3333) + ((sums >>> 2) & 0x3333)
    sums = (sums + (sums >>> 4)) & 0x0f0f
    count += (sums + (sums >>> 8)) & 0x1f
  }
  return count
}

/** Sets the bits of the second in the first, from an index of the first on. */
export function uniteAt(bits: Bits, others: Bits, start: number): void {
  const [first, shift] = [start >>> 4, start & 15]
  for (let unit = 0; unit < others.length; unit += 1) {
    const value = (others[unit] ?? 0) << shift
    bits[first + unit] = (bits[first + unit] ?? 0) | (value & 0xffff)
    if (value > 0xffff) bits[first + unit + 1] = (bits[first + unit + 1] ?? 0) | (value >>> 16)
  }
}
