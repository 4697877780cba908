import { lengthOfBits } from '../ingest/word-index.ts'

/** A bit for each item of a snapshot. */
export type Bits = Uint16Array<ArrayBuffer>

export function noBits(count: number): Bits {
  return new Uint16Array(lengthOfBits(count))
}

export function allBits(count: number): Bits {
  const bits = noBits(count).fill(0xffff)
  if (count % 16 !== 0) bits[bits.length - 1] = (1 << (count % 16)) - 1
  return bits
}

export function setBit(bits: Bits, place: number): void {
  bits[place >>> 4] = (bits[place >>> 4] ?? 0) | (1 << (place & 15))
}

/** Leaves of the first what is in the second too. */
export function intersect(bits: Bits, others: Bits): void {
  for (let at = 0; at < bits.length; at += 1) bits[at] = (bits[at] ?? 0) & (others[at] ?? 0)
}

/** Takes from the first what is in the second. */
export function subtract(bits: Bits, others: Bits): void {
  for (let at = 0; at < bits.length; at += 1) bits[at] = (bits[at] ?? 0) & ~(others[at] ?? 0)
}

/** Adds the second to the first. */
export function unite(bits: Bits, others: Bits): void {
  for (let at = 0; at < bits.length; at += 1) bits[at] = (bits[at] ?? 0) | (others[at] ?? 0)
}

/** The places whose bits are set, ascending. */
export function indexesOf(bits: Bits): Int32Array<ArrayBuffer> {
  let count = 0
  for (const unit of bits) for (let left = unit; left !== 0; left &= left - 1) count += 1
  const places = new Int32Array(count)
  let filled = 0
  for (let at = 0; at < bits.length; at += 1) {
    for (let left = bits[at] ?? 0; left !== 0; left &= left - 1) {
      places[filled] = at * 16 + 31 - Math.clz32(left & -left)
      filled += 1
    }
  }
  return places
}
