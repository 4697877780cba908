import type { WriteHandle } from '../database/handles.ts'
import { ranksOfAll, type RankedColumn } from '../query/column-ranks.ts'
import { packTexts } from '../query/folded-texts.ts'
import type { CampaignIndex } from '../query/campaign-index.ts'
import { areTextsStored, storeTexts } from '../query/stored-texts.ts'
import { recordedColumns, type ColumnUse } from '../used-columns.ts'
import { areCodesStored, storeCodes } from '../query/stored-codes.ts'
import { storedName } from '../query/stored-name.ts'
import { areRanksStored, storeRanks } from '../query/stored-ranks.ts'
import { IndexCache, type Scope } from '../query/scope.ts'
import type { TextColumn } from '../query/sort-texts.ts'
import { assignCodes } from '../query/text-codes.ts'
import type { ThrowIfCancelled } from '../protocol.ts'

/** Frequently sorted columns without codes. Others are ranked once they have been used. */
const RANKED_COLUMNS: readonly RankedColumn[] = ['posNumber', 'itemName', 'artworkNames', 'updatedAt', 'qty']
/** Frequently filtered columns whose texts are not coded in the index. */
const TEXT_CODE_COLUMNS: readonly TextColumn[] = ['posNumber', 'itemName', 'artworkNames']
/** Items whose texts are stored in one step, because the writer pauses between two steps of its idle work. */
const TEXTS_PER_STEP = 50_000
/** Smaller lists are sorted and filtered fast enough. */
const MIN_ITEMS = 20_000

/**
 * Prepares one column for the first sort or filter of a long list, and returns whether there was one to
 * prepare. Long lists are all campaigns together and each long campaign. Throws what `throwIfCancelled`
 * throws.
 */
export function prepareLists(handle: WriteHandle, throwIfCancelled: ThrowIfCancelled): boolean {
  const scopes = handle.snapshot(() => findLongLists(handle))
  const used = {
    texts: recordedColumns(handle, 'texts'),
    codes: [...new Set([...TEXT_CODE_COLUMNS, ...recordedColumns(handle, 'codes')])],
    ranks: [...new Set([...RANKED_COLUMNS, ...recordedColumns(handle, 'ranks')])],
  }
  deleteOutdated(handle, scopes, used)
  for (const scope of scopes) {
    const rankedColumn = used.ranks.find((column) => !areRanksStored(handle, scope, column))
    if (rankedColumn !== undefined) {
      const ranks = handle.snapshot(() => ranksOfAll(handle, scope, rankedColumn, throwIfCancelled))
      handle.transaction(() => storeRanks(handle, scope, rankedColumn, ranks))
      return true
    }
    const codedColumn = used.codes.find((column) => !areCodesStored(handle, scope, column))
    if (codedColumn !== undefined) {
      const codes = handle.snapshot(() => assignCodes(handle, scope, codedColumn, throwIfCancelled))
      handle.transaction(() => storeCodes(handle, scope, codedColumn, codes))
      return true
    }
    for (const column of used.texts)
      if (storeMissingTexts(handle, scope, column, throwIfCancelled)) return true
  }
  return false
}

/** Stores the texts of a column of the next snapshots, and returns whether there were some. */
function storeMissingTexts(
  handle: WriteHandle,
  scope: Scope,
  column: TextColumn,
  throwIfCancelled: ThrowIfCancelled,
): boolean {
  let items = 0
  for (const snapshot of scope.snapshots) {
    if (areTextsStored(handle, snapshot, column)) continue
    if (items > 0 && items + snapshot.count > TEXTS_PER_STEP) break
    items += snapshot.count
    const texts = handle.snapshot(() => packTexts(snapshot, column, throwIfCancelled))
    handle.transaction(() => storeTexts(handle, snapshot, column, texts))
  }
  return items > 0
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

/** Deletes what is stored of lists that no longer exist or have changed, and of columns no longer in use. */
function deleteOutdated(
  handle: WriteHandle,
  scopes: readonly Scope[],
  used: Readonly<Record<ColumnUse['use'], readonly RankedColumn[]>>,
): void {
  const signatures = scopes.map(({ signature }) => signature)
  const snapshots = scopes.flatMap((scope) => scope.snapshots.map(versionOf))
  for (const [table, version, current, columns] of [
    ['kept_ranks', 'signature', signatures, used.ranks.map(storedName)],
    ['kept_codes', 'signature', signatures, used.codes],
    ['kept_texts', "copy_key || '.' || revision", snapshots, used.texts.map(storedName)],
  ] as const) {
    const outdated = `FROM ${table} WHERE ${version} NOT IN (SELECT value FROM json_each(?))
      OR name NOT IN (SELECT value FROM json_each(?))`
    const parameters = [JSON.stringify(current), JSON.stringify(columns)] as const
    // Most calls have nothing to delete and need not write.
    if (handle.values<number>(`SELECT 1 ${outdated}`).get(...parameters) === undefined) continue
    handle.transaction(() => handle.command(`DELETE ${outdated}`).run(...parameters))
  }
}

function versionOf({ snapshotKey, revision }: CampaignIndex): string {
  return `${String(snapshotKey)}.${String(revision)}`
}
