import { describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import type { ReadHandle } from '../../electron/store/database/handles.ts'
import type { CampaignIndex } from '../../electron/store/query/campaign-index.ts'
import type { JoinedCache } from '../../electron/store/query/joined-cache.ts'
import { JoinedSearch } from '../../electron/store/query/joined-search.ts'
import type { Scope } from '../../electron/store/query/scope.ts'
import type { WordSearch } from '../../electron/store/query/words.ts'

/** A snapshot whose items have these texts in each coded column. */
function snapshotOf(texts: readonly string[]): CampaignIndex {
  const values = { dictionary: texts, codes: Uint16Array.from(texts.keys()) }
  const snapshot: Partial<CampaignIndex> = {
    count: texts.length,
    longIndexes: new Int32Array(),
    codedValues: () => values,
  }
  return snapshot as CampaignIndex
}

function scopeOf(signature: string, ...snapshots: readonly CampaignIndex[]): Scope {
  let total = 0
  const starts = snapshots.map(({ count }) => {
    total += count
    return total - count
  })
  return { snapshots, starts, total, signature }
}

const numbered = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${name} ${String(index)}`)

describe('JoinedSearch', () => {
  it('finds the same items after a search was cancelled while it removed the texts of earlier ones', () => {
    const handle = { dataVersion: () => 1 } as ReadHandle
    const cache = { parts: () => ({ cached: [], uncached: [], others: [] }) } as unknown as JoinedCache
    const search = new JoinedSearch(handle, cache, {} as WordSearch)
    const many = scopeOf(
      'many',
      snapshotOf(numbered('element', 60_000)),
      snapshotOf(numbered('size', 60_000)),
    )
    const few = scopeOf('few', snapshotOf(['alpha']))
    const neverCancelled = (): void => undefined
    const countOf = (word: string): number => search.itemsWithAll(many, [word], neverCancelled).count
    expect(countOf('59999')).toBe(2)
    const cancelled = (): never => {
      throw new AppError('superseded')
    }
    expect(() => search.itemsWithAll(few, ['alpha'], cancelled)).toThrow(AppError)
    expect(countOf('59998')).toBe(2)
    expect(countOf('alpha')).toBe(0)
  })
})
