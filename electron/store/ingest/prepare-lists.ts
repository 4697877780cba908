import type { WriteHandle } from '../database/handles.ts'
import { ranksOfAll, type RankedColumn } from '../query/column-ranks.ts'
import { areCodesStored, storeCodes } from '../query/stored-codes.ts'
import { areRanksStored, storeRanks } from '../query/stored-ranks.ts'
import { IndexCache, type Scope } from '../query/scope.ts'
import type { TextColumn } from '../query/sort-texts.ts'
import { assignCodes } from '../query/text-codes.ts'
import type { ThrowIfCancelled } from '../query/cancellation.ts'

/** Frequently sorted columns without codes. Others are ranked on demand. */
const RANKED: readonly RankedColumn[] = ['posNumber', 'itemName', 'artworkNames', 'updatedAt', 'qty']
/** Columns that are filtered by values or grouped. */
const CODED: readonly TextColumn[] = ['posNumber', 'itemName', 'artworkNames']
/** Smaller lists are sorted and filtered fast enough. */
const MIN_ITEMS = 20_000

/**
 * Prepares one column for the first sort or filter of a long list, and returns whether one was left. Long
 * lists are all campaigns together and each long campaign. Throws what `throwIfCancelled` throws.
 */
export function prepareLists(handle: WriteHandle, throwIfCancelled: ThrowIfCancelled): boolean {
  const scopes = handle.snapshot(() => longLists(handle))
  deleteOutdated(handle, scopes)
  for (const scope of scopes) {
    const ranked = RANKED.find((column) => !areRanksStored(handle, scope, column))
    if (ranked !== undefined) {
      const ranks = handle.snapshot(() => ranksOfAll(handle, scope, ranked, throwIfCancelled))
      handle.transaction(() => {
        storeRanks(handle, scope, ranked, ranks)
      })
      return true
    }
    const coded = CODED.find((column) => !areCodesStored(handle, scope, column))
    if (coded !== undefined) {
      const codes = handle.snapshot(() => assignCodes(handle, scope, coded, throwIfCancelled))
      handle.transaction(() => {
        storeCodes(handle, scope, coded, codes)
      })
      return true
    }
  }
  return false
}

function longLists(handle: WriteHandle): readonly Scope[] {
  const long = handle
    .values<string>('SELECT id FROM campaigns WHERE copy_key IS NOT NULL AND item_count >= ? ORDER BY id')
    .all(MIN_ITEMS)
  const cache = new IndexCache(handle)
  const all = cache.scope(null)
  if (all.total < MIN_ITEMS) return []
  return [all, ...long.map((id) => cache.scope([id]))]
}

/** Deletes the ranks and codes of lists that no longer exist or have changed. */
function deleteOutdated(handle: WriteHandle, scopes: readonly Scope[]): void {
  const signatures = JSON.stringify(scopes.map(({ signature }) => signature))
  for (const table of ['kept_ranks', 'kept_codes']) {
    const others = `FROM ${table} WHERE signature NOT IN (SELECT value FROM json_each(?))`
    // Most calls have nothing to delete and need not write.
    if (handle.values<number>(`SELECT 1 ${others}`).get(signatures) === undefined) continue
    handle.transaction(() => handle.command(`DELETE ${others}`).run(signatures))
  }
}
