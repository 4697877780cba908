const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193
const OTHER_PRIME = 0x85ebca6b
const FIRST_CAPACITY = 1 << 12

/**
 * Maps millions of ids to numbers in about twenty bytes each, where a `Map` of strings takes a hundred. It
 * stores two hashes instead of the id, so callers that need certainty pass a test that looks up the id.
 */
export class IdMap {
  #size = 0
  #capacity = FIRST_CAPACITY
  #first = new Int32Array(FIRST_CAPACITY)
  #second = new Int32Array(FIRST_CAPACITY)
  /** 0 if the slot is free. */
  #numbers = new Int32Array(FIRST_CAPACITY)

  get size(): number {
    return this.#size
  }

  /** Returns the number of an id, or 0. `belongsToId` returns whether a number belongs to the id. */
  get(id: string, belongsToId: (number: number) => boolean = () => true): number {
    return this.#numbers[this.#find(id, belongsToId)] ?? 0
  }

  /** Sets the number (from 1) of an id. */
  set(id: string, number: number, belongsToId: (number: number) => boolean = () => true): void {
    const slot = this.#find(id, belongsToId)
    if (this.#numbers[slot] !== 0) {
      this.#numbers[slot] = number
      return
    }
    this.#put(slot, hash(id, FNV_PRIME), hash(id, OTHER_PRIME), number)
    this.#size += 1
    if (this.#size * 2 > this.#capacity) this.#grow()
  }

  #find(id: string, belongsToId: (number: number) => boolean): number {
    const first = hash(id, FNV_PRIME)
    const second = hash(id, OTHER_PRIME)
    let slot = first & (this.#capacity - 1)
    for (;;) {
      const number = this.#numbers[slot] ?? 0
      if (number === 0) return slot
      if (this.#first[slot] === first && this.#second[slot] === second && belongsToId(number)) return slot
      slot = (slot + 1) & (this.#capacity - 1)
    }
  }

  #put(slot: number, first: number, second: number, number: number): void {
    this.#first[slot] = first
    this.#second[slot] = second
    this.#numbers[slot] = number
  }

  #grow(): void {
    const [first, second, numbers] = [this.#first, this.#second, this.#numbers]
    this.#capacity *= 2
    this.#first = new Int32Array(this.#capacity)
    this.#second = new Int32Array(this.#capacity)
    this.#numbers = new Int32Array(this.#capacity)
    for (let index = 0; index < numbers.length; index += 1) {
      const number = numbers[index] ?? 0
      if (number === 0) continue
      let slot = (first[index] ?? 0) & (this.#capacity - 1)
      while (this.#numbers[slot] !== 0) slot = (slot + 1) & (this.#capacity - 1)
      this.#put(slot, first[index] ?? 0, second[index] ?? 0, number)
    }
  }
}

function hash(id: string, prime: number): number {
  let value = FNV_OFFSET | 0
  for (let index = 0; index < id.length; index += 1) value = Math.imul(value ^ id.charCodeAt(index), prime)
  return value ^ (value >>> 15)
}
