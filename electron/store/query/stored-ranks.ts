import type { ReadHandle, WriteHandle } from '../database/handles.ts'
import { releaseBuffers } from '../release-buffers.ts'
import { bytesOfColumn, integersFrom } from '../index-columns.ts'
import type { Ranks } from './ranks.ts'
import type { Scope } from './scope.ts'
import type { RankedColumn } from './column-ranks.ts'
import { storedName } from './stored-name.ts'

interface StoredRanks {
  readonly count: number
  readonly ranks: Uint8Array
}

/** Returns the stored ranks of all items of a scope, or null. */
export function readStoredRanks(handle: ReadHandle, scope: Scope, column: RankedColumn): Ranks | null {
  const stored = handle
    .rows<StoredRanks>('SELECT count, ranks FROM kept_ranks WHERE name = ? AND signature = ?')
    .get(storedName(column), scope.signature)
  if (stored === undefined) return null
  const ranks = integersFrom(stored.ranks)
  releaseBuffers(stored.ranks)
  return { ranks, distinct: stored.count }
}

/** Returns whether the ranks of a column are stored. */
export function areRanksStored(handle: ReadHandle, scope: Scope, column: RankedColumn): boolean {
  return (
    handle
      .values<number>('SELECT 1 FROM kept_ranks WHERE name = ? AND signature = ?')
      .get(storedName(column), scope.signature) === 1
  )
}

/** Stores the ranks of a column. Must run inside a transaction. */
export function storeRanks(handle: WriteHandle, scope: Scope, column: RankedColumn, ranks: Ranks): void {
  handle
    .command('INSERT OR REPLACE INTO kept_ranks (name, signature, count, ranks) VALUES (?, ?, ?, ?)')
    .run(storedName(column), scope.signature, ranks.distinct, bytesOfColumn(ranks.ranks))
}
