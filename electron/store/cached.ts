import type { LRUCache } from 'lru-cache'

/** Returns the value for a key from a cache, and creates and caches it if it is missing. */
export function cached<Key extends string, Value extends object>(
  cache: LRUCache<Key, Value>,
  key: Key,
  create: () => Value,
): Value {
  const cachedValue = cache.get(key)
  if (cachedValue !== undefined) return cachedValue
  const value = create()
  cache.set(key, value)
  return value
}
