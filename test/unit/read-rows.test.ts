import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readRowsBySize } from '../../electron/app/read-rows.ts'
import type { ItemRow } from '../../electron/contract/item.ts'
import type { Store } from '../../electron/store/operations.ts'

const LENGTHS = fc.array(fc.constantFrom(10, 1_000, 500_000), { minLength: 1, maxLength: 60 })

/** A store of rows with names of these lengths, and the numbers of rows that were read at once. */
function storeOf(lengths: readonly number[]): { readonly store: Store; readonly counts: number[] } {
  const counts: number[] = []
  const readWindow = (_result: number, start: number, count: number): Promise<{ rows: ItemRow[] }> => {
    counts.push(count)
    const rows = lengths
      .slice(start, start + count)
      .map((length, at) => ({ key: start + at, itemName: 'W'.repeat(length) }) as ItemRow)
    return Promise.resolve({ rows })
  }
  return { store: { readWindow } as unknown as Store, counts }
}

it('rows are read in order, at first a few, and more at once only while they are short', async () => {
  await fc.assert(
    fc.asyncProperty(LENGTHS, async (lengths) => {
      const { store, counts } = storeOf(lengths)
      const keys: number[] = []
      for await (const rows of readRowsBySize(store, 1, [[0, lengths.length - 1]]))
        keys.push(...rows.map(({ key }) => key))
      expect(keys).toEqual(lengths.map((_, at) => at))
      let start = 0
      for (const [at, count] of counts.entries()) {
        const before = lengths.slice(start - (counts[at - 1] ?? 0), start)
        if (at === 0) expect(count).toBeLessThanOrEqual(2)
        else {
          expect(count).toBeLessThanOrEqual(10 * before.length)
          if (before.every((length) => length === 500_000)) expect(count).toBeLessThanOrEqual(8)
        }
        start += count
      }
    }),
    { numRuns: 60 },
  )
})
