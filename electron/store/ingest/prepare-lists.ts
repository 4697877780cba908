import type { WriteHandle } from '../database/handles.ts'
import { ranksOfAll, type RankedColumn } from '../query/column-ranks.ts'
import { areCodesStored, storeCodes } from '../query/stored-codes.ts'
import { areRanksStored, storeRanks } from '../query/stored-ranks.ts'
import { IndexCache, type Scope } from '../query/scope.ts'
import type { TextColumn } from '../query/sort-texts.ts'
import { codesOfTexts } from '../query/text-codes.ts'
import type { ThrowIfCancelled } from '../query/cancellation.ts'

/**
 * The columns by which people sort and which the index has no codes of. Others are ranked when they are asked
 * for.
 */
const RANKED: readonly RankedColumn[] = ['posNumber', 'itemName', 'artworkNames', 'updatedAt', 'qty']
/** Those of which people ask for some texts, or which items share one. */
const CODED: readonly TextColumn[] = ['posNumber', 'itemName', 'artworkNames']
/** Fewer items are gone through within the blink of an eye. */
const MANY_ITEMS = 20_000

/**
 * Does one part of what makes the first sort and the first filter of a long list quick, unless all is done
 * already, and says whether there was one: for all campaigns together, and for each that is long.
 * Throws what `throwIfCancelled` throws.
 */
export function prepareLists(handle: WriteHandle, throwIfCancelled: ThrowIfCancelled): boolean {
  const scopes = handle.snapshot(() => longLists(handle))
  forgetOthers(handle, scopes)
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
      const codes = handle.snapshot(() => codesOfTexts(handle, scope, coded, throwIfCancelled))
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
    .all(MANY_ITEMS)
  const shelf = new IndexCache(handle)
  const all = shelf.scope(null)
  if (all.total < MANY_ITEMS) return []
  return [all, ...long.map((id) => shelf.scope([id]))]
}

/** Forgets what was done for lists that are not there any more, or have changed since. */
function forgetOthers(handle: WriteHandle, scopes: readonly Scope[]): void {
  const signatures = JSON.stringify(scopes.map(({ signature }) => signature))
  for (const table of ['kept_ranks', 'kept_codes']) {
    const others = `FROM ${table} WHERE signature NOT IN (SELECT value FROM json_each(?))`
    // It is asked in every quiet moment: most of them have nothing to write.
    if (handle.values<number>(`SELECT 1 ${others}`).get(signatures) === undefined) continue
    handle.transaction(() => handle.command(`DELETE ${others}`).run(signatures))
  }
}
