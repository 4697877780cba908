import type { WriteHandle } from '../database/handles.ts'
import { ranksOfAll, type RankedColumn } from '../query/column-ranks.ts'
import { areCodesStored, storeCodes } from '../query/stored-codes.ts'
import { areRanksStored, storeRanks } from '../query/stored-ranks.ts'
import { IndexCache, type Scope } from '../query/scope.ts'
import type { TextColumn } from '../query/sort-texts.ts'
import { assignCodes } from '../query/text-codes.ts'
import type { ThrowIfCancelled } from '../protocol.ts'

/** Frequently sorted columns without codes. Others are ranked on demand. */
const RANKED_COLUMNS: readonly RankedColumn[] = ['posNumber', 'itemName', 'artworkNames', 'updatedAt', 'qty']
/** Frequently filtered columns whose texts are not coded in the index. */
const TEXT_CODE_COLUMNS: readonly TextColumn[] = ['posNumber', 'itemName', 'artworkNames']
/** Smaller lists are sorted and filtered fast enough. */
const MIN_ITEMS = 20_000

/**
 * Prepares one column for the first sort or filter of a long list, and returns whether there was one to
 * prepare. Long lists are all campaigns together and each long campaign. Throws what `throwIfCancelled`
 * throws.
 */
export function prepareLists(handle: WriteHandle, throwIfCancelled: ThrowIfCancelled): boolean {
  const scopes = handle.snapshot(() => findLongLists(handle))
  deleteOutdated(handle, scopes)
  for (const scope of scopes) {
    const rankedColumn = RANKED_COLUMNS.find((column) => !areRanksStored(handle, scope, column))
    if (rankedColumn !== undefined) {
      const ranks = handle.snapshot(() => ranksOfAll(handle, scope, rankedColumn, throwIfCancelled))
      handle.transaction(() => storeRanks(handle, scope, rankedColumn, ranks))
      return true
    }
    const codedColumn = TEXT_CODE_COLUMNS.find((column) => !areCodesStored(handle, scope, column))
    if (codedColumn !== undefined) {
      const codes = handle.snapshot(() => assignCodes(handle, scope, codedColumn, throwIfCancelled))
      handle.transaction(() => storeCodes(handle, scope, codedColumn, codes))
      return true
    }
  }
  return false
}

function findLongLists(handle: WriteHandle): readonly Scope[] {
  const longCampaigns = handle
    .values<string>('SELECT id FROM campaigns WHERE copy_key IS NOT NULL AND item_count >= ? ORDER BY id')
    .all(MIN_ITEMS)
  const cache = new IndexCache(handle)
  const long = longCampaigns.map((id) => cache.scope([id]))
  const all = cache.scope(null)
  return all.total < MIN_ITEMS ? [] : [all, ...long]
}

/** Deletes the ranks and codes of lists that no longer exist or have changed. */
function deleteOutdated(handle: WriteHandle, scopes: readonly Scope[]): void {
  const signatures = JSON.stringify(scopes.map(({ signature }) => signature))
  for (const table of ['kept_ranks', 'kept_codes']) {
    const outdated = `FROM ${table} WHERE signature NOT IN (SELECT value FROM json_each(?))`
    // Most calls have nothing to delete and need not write.
    if (handle.values<number>(`SELECT 1 ${outdated}`).get(signatures) === undefined) continue
    handle.transaction(() => handle.command(`DELETE ${outdated}`).run(signatures))
  }
}
