const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193
const OTHER_PRIME = 0x85ebca6b
const FIRST_CAPACITY = 1 << 12

/**
 * Numbers under ids, for millions of ids: some twenty bytes each, where a Map of strings takes a hundred. It
 * keeps two hashes of an id and not the id itself; who needs certainty gives a test that looks the id up by
 * the number.
 */
export class IdMap {
  #size = 0
  #capacity = FIRST_CAPACITY
  #first = new Int32Array(FIRST_CAPACITY)
  #second = new Int32Array(FIRST_CAPACITY)
  /** 0: the slot is free. */
  #numbers = new Int32Array(FIRST_CAPACITY)

  get size(): number {
    return this.#size
  }

  /** The number under an id; 0 without one. `isOf` says whether a number really belongs to the id. */
  get(id: string, isOf: (number: number) => boolean = () => true): number {
    return this.#numbers[this.#find(id, isOf)] ?? 0
  }

  /** Puts a number from 1 on under an id, in the place of an earlier one. */
  set(id: string, number: number, isOf: (number: number) => boolean = () => true): void {
    const slot = this.#find(id, isOf)
    if (this.#numbers[slot] !== 0) {
      this.#numbers[slot] = number
      return
    }
    this.#put(slot, hash(id, FNV_PRIME), hash(id, OTHER_PRIME), number)
    this.#size += 1
    if (this.#size * 2 > this.#capacity) this.#grow()
  }

  #find(id: string, isOf: (number: number) => boolean): number {
    const first = hash(id, FNV_PRIME)
    const second = hash(id, OTHER_PRIME)
    let slot = first & (this.#capacity - 1)
    for (;;) {
      const number = this.#numbers[slot] ?? 0
      if (number === 0) return slot
      if (this.#first[slot] === first && this.#second[slot] === second && isOf(number)) return slot
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
    for (let at = 0; at < numbers.length; at += 1) {
      const number = numbers[at] ?? 0
      if (number === 0) continue
      let slot = (first[at] ?? 0) & (this.#capacity - 1)
      while (this.#numbers[slot] !== 0) slot = (slot + 1) & (this.#capacity - 1)
      this.#put(slot, first[at] ?? 0, second[at] ?? 0, number)
    }
  }
}

function hash(id: string, prime: number): number {
  let value = FNV_OFFSET | 0
  for (let at = 0; at < id.length; at += 1) value = Math.imul(value ^ id.charCodeAt(at), prime)
  return value ^ (value >>> 15)
}
