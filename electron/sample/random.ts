/**
 * Reproducible random numbers. Each item has its own stream, so that item 900,000 does not depend on those
 * before it.
 */

/** Hashes three numbers to an unsigned 32-bit number. */
export function mix(a: number, b: number, c = 0): number {
  let hash = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 15) ^ b, 0xc2b2ae35)
  hash = Math.imul(hash ^ (hash >>> 13) ^ c, 0x27d4eb2f)
  hash = Math.imul(hash ^ (hash >>> 16), 0x165667b1)
  return (hash ^ (hash >>> 15)) >>> 0
}

/** Generates random numbers from a seed (mulberry32). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** Returns a number from 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let value = this.#state
    value = Math.imul(value ^ (value >>> 15), value | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }

  /** Returns an integer from `min` to `max`, inclusive. */
  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1))
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  pick<T>(list: readonly [T, ...T[]]): T {
    return list[Math.floor(this.next() * list.length)] ?? list[0]
  }

  /** Returns `count` distinct entries in the order of the list, or all of them. */
  sample<T>(list: readonly T[], count: number): readonly T[] {
    let remaining = Math.min(count, list.length)
    return list.filter((_, index) => {
      const isTaken = this.next() * (list.length - index) < remaining
      if (isTaken) remaining -= 1
      return isTaken
    })
  }
}

/** Kinds of ids; a number has a different id in each kind. */
export const ID_KINDS = {
  campaign: 1,
  campaignItem: 2,
  item: 3,
  element: 4,
  artwork: 5,
  user: 6,
  event: 7,
  asset: 8,
  other: 9,
} as const
export type IdKind = keyof typeof ID_KINDS

const FACTOR = 0x9e3779b1
const INVERSE_FACTOR = inverseModulo32(FACTOR)

/** Returns the inverse of an odd `factor` modulo 2^32 (Newton's method). */
function inverseModulo32(factor: number): number {
  let inverse = factor
  for (let round = 0; round < 5; round += 1) inverse = Math.imul(inverse, 2 - Math.imul(factor, inverse))
  return inverse
}

const HEX = Array.from({ length: 65_536 }, (_, value) => value.toString(16).padStart(4, '0'))
const hex4 = (value: number): string => HEX[value & 0xffff] ?? '0000'
const hex8 = (value: number): string => hex4(value >>> 16) + hex4(value)

/**
 * Returns a UUID for a number below 2^32. Its first eight digits are a bijection of the number, so that ids
 * never collide.
 */
export function uuidOf(kind: IdKind, seed: number, index: number): string {
  const salt = mix(seed, ID_KINDS[kind])
  const first = (Math.imul(index + 1, FACTOR) ^ salt) >>> 0
  const second = mix(first, salt, 1)
  const third = mix(first, salt, 2)
  const fourth = mix(first, salt, 3)
  const version = 0x4000 | (second & 0x0fff)
  const variant = 0x8000 | (third & 0x3fff)
  return `${hex8(first)}-${hex4(second >>> 16)}-${hex4(version)}-${hex4(variant)}-${hex4(third >>> 16)}${hex8(fourth)}`
}

/** Returns the number of an id of {@link uuidOf}, or null. */
export function indexOfUuid(kind: IdKind, seed: number, id: string): number | null {
  const first = Number.parseInt(id.slice(0, 8), 16)
  if (Number.isNaN(first)) return null
  const index = (Math.imul(first ^ mix(seed, ID_KINDS[kind]), INVERSE_FACTOR) - 1) >>> 0
  return uuidOf(kind, seed, index) === id ? index : null
}
