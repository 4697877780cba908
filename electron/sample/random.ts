/**
 * Chance that is the same everywhere and every time: all of it follows from numbers given in. Each item has
 * its own stream, so that item 900,000 can be made without the 900,000 before it.
 */

/** A well mixed unsigned 32-bit number out of three. */
export function mix(a: number, b: number, c = 0): number {
  let hash = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 15) ^ b, 0xc2b2ae35)
  hash = Math.imul(hash ^ (hash >>> 13) ^ c, 0x27d4eb2f)
  hash = Math.imul(hash ^ (hash >>> 16), 0x165667b1)
  return (hash ^ (hash >>> 15)) >>> 0
}

/** A stream of numbers that follows from its seed (mulberry32). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let value = this.#state
    value = Math.imul(value ^ (value >>> 15), value | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number from `least` to `most`, both included. */
  int(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  pick<T>(list: readonly [T, ...T[]]): T {
    return list[Math.floor(this.next() * list.length)] ?? list[0]
  }

  /** `count` different entries in the list's order; all of them when there are no more. */
  some<T>(list: readonly T[], count: number): readonly T[] {
    let open = Math.min(count, list.length)
    return list.filter((_, index) => {
      const taken = this.next() * (list.length - index) < open
      if (taken) open -= 1
      return taken
    })
  }
}

/** What an id stands for; the same number has a different id in each kind. */
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

/** The number that undoes a multiplication by an odd `factor` modulo 2^32 (Newton's method). */
function inverseModulo32(factor: number): number {
  let inverse = factor
  for (let round = 0; round < 5; round += 1) inverse = Math.imul(inverse, 2 - Math.imul(factor, inverse))
  return inverse
}

const HEX = Array.from({ length: 65_536 }, (_, value) => value.toString(16).padStart(4, '0'))
const hex4 = (value: number): string => HEX[value & 0xffff] ?? '0000'
const hex8 = (value: number): string => hex4(value >>> 16) + hex4(value)

/**
 * A UUID for a number below 2^32. Its first eight digits are a bijection of the number: ids never collide.
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

/** The number that {@link uuidOf} made this id from, or null when it did not. */
export function indexOfUuid(kind: IdKind, seed: number, id: string): number | null {
  const first = Number.parseInt(id.slice(0, 8), 16)
  if (Number.isNaN(first)) return null
  const index = (Math.imul(first ^ mix(seed, ID_KINDS[kind]), INVERSE_FACTOR) - 1) >>> 0
  return uuidOf(kind, seed, index) === id ? index : null
}
