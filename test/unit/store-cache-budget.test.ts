import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CacheBudget } from '../../electron/store/cache-budget.ts'

const MAX_BYTES = 4_000
/** The largest value that fits, with its key and what an entry takes besides. */
const MAX_VALUE_BYTES = 3_800

interface Use {
  readonly cache: number
  readonly key: string
  readonly size: number
}

const uses = (maxSize: number): fc.Arbitrary<readonly Use[]> =>
  fc.array(
    fc.record({
      cache: fc.nat({ max: 2 }),
      key: fc.constantFrom('a', 'b', 'c', 'd', 'a long key', 'another long key'),
      size: fc.nat({ max: maxSize }),
    }),
    { maxLength: 60 },
  )

/** A value with the cache and key for which it was computed, because equal keys of caches are unrelated. */
interface Value extends Use {
  isReleased: boolean
}

function createCaches(): {
  readonly budget: CacheBudget
  readonly caches: readonly ReturnType<CacheBudget['createCache']>[]
} {
  const budget = new CacheBudget(MAX_BYTES)
  const caches = [1, 3, Infinity].map((maxEntries) =>
    budget.createCache({
      maxEntries,
      bytesOf: (value: unknown) => (value as Value).size,
      release: (value: unknown) => {
        const each = value as Value
        expect(each.isReleased).toBe(false)
        each.isReleased = true
      },
    }),
  )
  return { budget, caches }
}

describe('CacheBudget', () => {
  it('never exceeds its bytes, has the newest entry, and returns only what was computed', () => {
    fc.assert(
      fc.property(uses(MAX_VALUE_BYTES), (sequence) => {
        const { budget, caches } = createCaches()
        for (const use of sequence) {
          const value = caches[use.cache]?.memo(use.key, () => ({ ...use, isReleased: false })) as Value
          expect(value).toMatchObject({ cache: use.cache, key: use.key, isReleased: false })
          expect(caches[use.cache]?.get(use.key)).toBe(value)
          expect(budget.bytes).toBeLessThanOrEqual(MAX_BYTES)
        }
      }),
    )
  })

  it('accounts for exactly what its caches contain, also after replacements, removals and large values', () => {
    fc.assert(
      fc.property(uses(2 * MAX_BYTES), fc.nat({ max: 59 }), (sequence, removal) => {
        const { budget, caches } = createCaches()
        for (const [index, use] of sequence.entries()) {
          if (index === removal) caches[use.cache]?.delete(use.key)
          else caches[use.cache]?.set(use.key, { ...use, isReleased: false })
          expect(budget.bytes).toBeLessThanOrEqual(MAX_BYTES)
        }
        for (const cache of caches) cache.clear()
        expect(budget.bytes).toBe(0)
      }),
    )
  })

  it('removes the least recently used entry of all caches first', () => {
    const { caches } = createCaches()
    const [, some, many] = caches
    const value = (): Value => ({ cache: 0, key: '', size: 1_000, isReleased: false })
    const [first, second] = [value(), value()]
    some?.set('first', first)
    many?.set('second', second)
    some?.get('first')
    for (const key of ['third', 'fourth']) many?.set(key, value())
    expect([some?.has('first'), many?.has('second')]).toEqual([true, false])
    expect([first.isReleased, second.isReleased]).toEqual([false, true])
  })

  it('computes a value that alone exceeds the memory each time', () => {
    const { budget, caches } = createCaches()
    caches[2]?.set('large', { size: MAX_BYTES })
    expect(caches[2]?.get('large')).toBeUndefined()
    expect(budget.bytes).toBe(0)
  })
})
