import type { WriteHandle } from '../database/handles.ts'
import { areRanksKept, forgetRanks, keepRanks } from '../query/kept-ranks.ts'
import { ranksOfKeys } from '../query/packed-sort.ts'
import { CopyShelf, type Scope } from '../query/scope.ts'
import { keysOfAll, type TextColumn } from '../query/sort-texts.ts'
import type { CheckTurn } from '../query/turn.ts'

/** The columns of which people sort by the texts. Others are put in order when they are first asked for. */
const COLUMNS: readonly TextColumn[] = ['posNumber', 'itemName', 'artworkNames']
/** Fewer items are put in order within the blink of an eye. */
const MANY_ITEMS = 20_000

/**
 * Puts the items of one scope that has many in the order of one column, unless that is kept already, and says whether
 * there was one: all campaigns together, and each that is large by itself. Throws what `checkTurn` throws.
 */
export function makeMissingRanks(handle: WriteHandle, checkTurn: CheckTurn): boolean {
  const scopes = handle.snapshot(() => largeScopes(handle))
  for (const scope of scopes) {
    const column = COLUMNS.find((each) => !areRanksKept(handle, scope, each))
    if (column === undefined) continue
    const ranks = handle.snapshot(() => ranksOfKeys(keysOfAll(handle, scope, column, checkTurn), checkTurn))
    handle.transaction(() => {
      forgetRanks(handle, scopes)
      keepRanks(handle, scope, column, ranks)
    })
    return true
  }
  return false
}

function largeScopes(handle: WriteHandle): readonly Scope[] {
  const large = handle
    .values<string>('SELECT id FROM campaigns WHERE copy_key IS NOT NULL AND item_count >= ? ORDER BY id')
    .all(MANY_ITEMS)
  const shelf = new CopyShelf(handle)
  const all = shelf.scope(null)
  if (all.total < MANY_ITEMS) return []
  return [all, ...large.map((id) => shelf.scope([id]))]
}
