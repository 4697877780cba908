import { LRUCache } from 'lru-cache'

const MEBIBYTE = 1024 * 1024

/** Bytes of the indexes that a reader caches in parts, from the start of each snapshot without gaps. */
export const INDEX_BYTES = {
  texts: 32 * MEBIBYTE,
  /** A million items. */
  words: 40 * MEBIBYTE,
  /** More than a million. */
  posNumbers: 32 * MEBIBYTE,
} as const

/** Bytes that all other caches of a reader share: the folded texts of a column of a million items fit. */
const MAX_SHARED_BYTES = 64 * MEBIBYTE
/** Bytes of an entry besides its value and its key. */
const ENTRY_BYTES = 128

interface CacheOptions<Value> {
  /** Bounds entries that a later query rarely needs again, because they would displace those of others. */
  readonly maxEntries: number
  readonly bytesOf: (value: Value) => number
  /** Called with a value that is removed because others need its memory. */
  readonly release?: (value: Value) => void
}

type Remove = (isEvicted: boolean) => void

/**
 * The memory that several caches share. The least recently used entry of all of them is removed first, and a
 * value that alone exceeds the memory is not cached.
 */
export class CacheBudget {
  readonly #entries: LRUCache<object, Remove>

  constructor(maxBytes = MAX_SHARED_BYTES) {
    this.#entries = new LRUCache<object, Remove>({
      maxSize: maxBytes,
      dispose: (remove, _entry, reason) => remove(reason === 'evict'),
    })
  }

  /** The bytes of all entries. */
  get bytes(): number {
    return this.#entries.calculatedSize
  }

  createCache<Value>(options: CacheOptions<Value>): SharedCache<Value> {
    return new SharedCache(this.#entries, options)
  }
}

/** A cache with a part of a {@link CacheBudget}. */
class SharedCache<Value> {
  readonly #shared: LRUCache<object, Remove>
  readonly #options: CacheOptions<Value>
  /** The least recently used first. */
  readonly #entries = new Map<string, { readonly value: Value }>()

  constructor(shared: LRUCache<object, Remove>, options: CacheOptions<Value>) {
    this.#shared = shared
    this.#options = options
  }

  has(key: string): boolean {
    return this.#entries.has(key)
  }

  keys(): Iterable<string> {
    return this.#entries.keys()
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#shared.get(entry)
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  /** Adds or replaces a value. Must be called again if the size of a value changes. */
  set(key: string, value: Value): void {
    this.delete(key)
    const { bytesOf, maxEntries, release } = this.#options
    for (const [oldestKey, { value: oldest }] of this.#entries) {
      if (this.#entries.size < maxEntries) break
      this.delete(oldestKey)
      release?.(oldest)
    }
    const entry = { value }
    const remove: Remove = (isEvicted) => {
      this.#entries.delete(key)
      if (isEvicted) release?.(value)
    }
    this.#shared.set(entry, remove, { size: ENTRY_BYTES + 2 * key.length + bytesOf(value) })
    if (this.#shared.has(entry)) this.#entries.set(key, entry)
  }

  /** Returns a cached value, or computes and caches it. */
  memo(key: string, compute: () => Value): Value {
    let value = this.get(key)
    if (value === undefined) {
      value = compute()
      this.set(key, value)
    }
    return value
  }

  delete(key: string): void {
    const entry = this.#entries.get(key)
    if (entry !== undefined) this.#shared.delete(entry)
  }

  /** Removes all entries, and releases their values. */
  clear(): void {
    for (const [key, { value }] of this.#entries) {
      this.delete(key)
      this.#options.release?.(value)
    }
  }
}

export type { SharedCache }
