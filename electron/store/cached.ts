import type { LRUCache } from 'lru-cache'

/**
 * Returns the value that a cache has for a key; makes and caches it where there is none. Throws what `make`
 * throws.
 */
export function cached<Key extends string, Value extends object>(
  cache: LRUCache<Key, Value>,
  key: Key,
  make: () => Value,
): Value {
  const known = cache.get(key)
  if (known !== undefined) return known
  const made = make()
  cache.set(key, made)
  return made
}
