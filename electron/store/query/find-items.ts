import { clipValues } from '../../contract/clip-text.ts'
import {
  matchRank,
  matchWordsOf,
  MATCH_RANKS,
  type MatchRank,
  type MatchWords,
} from '../../contract/match-rank.ts'
import type { FoundItems, ItemSearch } from '../../contract/query.ts'
import type { ReadHandle } from '../database/handles.ts'
import { CLIPPED_ROW_SELECTION, toItemRow, type StoredRow } from '../item-columns.ts'
import type { ThrowIfCancelled } from '../protocol.ts'
import type { QueryEngine } from './query-engine.ts'

/** Items whose names are compared with the search; comparing all of a million would take seconds. */
const MAX_COMPARED = 200
/** Longer names are compared by their beginnings. */
const MAX_COMPARED_LENGTH = 500

/**
 * Counts the items that a search finds, and returns those of the first ones whose names or POS numbers match
 * it best, with clipped texts. Throws as a query does.
 */
export function findItems(
  handle: ReadHandle,
  engine: QueryEngine,
  { campaignIds, search, searchMode, typed }: ItemSearch,
  maxCount: number,
  throwIfCancelled: ThrowIfCancelled,
): FoundItems {
  return handle.snapshot(() => {
    const { count, keys } = engine.first({ campaignIds, search, searchMode }, MAX_COMPARED, throwIfCancelled)
    const row = handle.rows<StoredRow>(`SELECT ${CLIPPED_ROW_SELECTION} FROM items WHERE key = ?`)
    const rows = bestKeys(handle, keys, matchWordsOf(typed), maxCount).flatMap((key) => {
      const stored = row.get(key)
      return stored === undefined ? [] : [clipValues(toItemRow(stored))]
    })
    return { count, rows }
  })
}

/** Returns the keys of the items that match best, equal ones in their order. */
function bestKeys(
  handle: ReadHandle,
  keys: readonly number[],
  words: MatchWords,
  maxCount: number,
): readonly number[] {
  if (keys.length <= 1) return keys.slice(0, maxCount)
  const texts = handle.tuples<readonly [string | null, string | null]>(
    `SELECT substr(item_name, 1, ${String(MAX_COMPARED_LENGTH)}), substr(pos_number, 1, ${String(MAX_COMPARED_LENGTH)})
      FROM items WHERE key = ?`,
  )
  const rankOf = (key: number): MatchRank => {
    const ranks = (texts.get(key) ?? []).map((text) => matchRank(text ?? '', words))
    return ranks.reduce((best, rank) => (rank > best ? rank : best), MATCH_RANKS.none)
  }
  const ranks = new Map(keys.map((key) => [key, rankOf(key)]))
  return keys.toSorted((one, other) => (ranks.get(other) ?? 0) - (ranks.get(one) ?? 0)).slice(0, maxCount)
}
