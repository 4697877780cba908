import type { BoundValue, ReadHandle, WriteHandle } from '../database/handles.ts'
import { decodeCampaign } from '../decode-campaign.ts'
import { decodeItem } from '../decode-item.ts'
import { asObject, instantOf } from '../decode-json.ts'
import { ITEM_COLUMN_NAMES } from '../item-columns.ts'
import { campaignColumns, CAMPAIGN_COLUMN_NAMES } from '../campaign-columns.ts'
import { countOtherTypes } from './other-types.ts'

/** Version of the rules that decode bodies. Increase it to decode the stored bodies of every cache again. */
const DECODING_VERSION = 2

const ITEMS_PER_BATCH = 500
const COLUMNS = ITEM_COLUMN_NAMES.join(', ')
const PARAMETERS = ITEM_COLUMN_NAMES.map(() => '?').join(', ')
const UPDATED_AT = ITEM_COLUMN_NAMES.indexOf('updated_at')

type StoredItem = readonly [key: number, snapshotKey: number, json: string, ...values: BoundValue[]]

/**
 * Decodes all stored bodies again if earlier rules have decoded them. Removes the indexes of snapshots that
 * change, so that they are rebuilt.
 */
export function decodeAgain(handle: WriteHandle): void {
  if (!isDecodingOutdated(handle)) return
  handle.transaction(() => {
    // Another program may have decoded them meanwhile.
    if (!isDecodingOutdated(handle)) return
    for (const snapshotKey of decodeItems(handle)) invalidateSnapshot(handle, snapshotKey)
    decodeCampaigns(handle)
    handle.command('UPDATE decoding SET version = ?').run(DECODING_VERSION)
  })
}

/** Returns whether earlier rules have decoded the stored bodies. */
export function isDecodingOutdated(handle: ReadHandle): boolean {
  return (handle.values<number>('SELECT version FROM decoding').get() ?? 0) < DECODING_VERSION
}

/** Decodes all items, and returns the snapshots whose index is outdated. */
function decodeItems(handle: WriteHandle): ReadonlySet<number> {
  const changed = new Set<number>()
  const next = handle.tuples<StoredItem>(
    `SELECT items.key, copy_key, json, ${COLUMNS} FROM items JOIN item_bodies ON item_key = items.key
      WHERE items.key > ? ORDER BY items.key LIMIT ?`,
  )
  const update = handle.command(`UPDATE items SET (${COLUMNS}) = (${PARAMETERS}) WHERE key = ?`)
  let last = 0
  for (;;) {
    const items = next.all(last, ITEMS_PER_BATCH)
    for (const [key, snapshotKey, json, ...stored] of items) {
      last = key
      const entity = asObject(JSON.parse(json))
      if (entity === null) continue
      const values = decodeItem(entity, () => json).values.map(toStored)
      if (values.some((value, index) => value !== stored[index])) {
        update.run(...values, key)
        changed.add(snapshotKey)
      } else if (isOtherInstant(stored[UPDATED_AT])) changed.add(snapshotKey)
    }
    if (items.length < ITEMS_PER_BATCH) return changed
  }
}

/** SQLite replaces lone surrogates. */
function toStored(value: BoundValue): BoundValue {
  return typeof value === 'string' ? value.toWellFormed() : value
}

/** Returns whether earlier rules decoded another instant: they accepted 30 February as a day of March. */
function isOtherInstant(timestamp: BoundValue | undefined): boolean {
  if (typeof timestamp !== 'string') return false
  const earlierInstant = Date.parse(timestamp)
  return (Number.isNaN(earlierInstant) ? null : earlierInstant) !== instantOf(timestamp)
}

/** Removes the index of a snapshot and invalidates the readers' caches. */
function invalidateSnapshot(handle: WriteHandle, snapshotKey: number): void {
  for (const table of ['copy_columns', 'copy_texts', 'copy_words'])
    handle.command(`DELETE FROM ${table} WHERE copy_key = ?`).run(snapshotKey)
  handle.command('UPDATE copies SET revision = revision + 1 WHERE key = ?').run(snapshotKey)
  // Downloads in progress can continue, because the bodies are unchanged.
  handle
    .command('UPDATE stagings SET current_revision = current_revision + 1 WHERE current_copy = ?')
    .run(snapshotKey)
  handle
    .command('UPDATE campaigns SET other_types = ? WHERE copy_key = ?')
    .run(countOtherTypes(handle, snapshotKey), snapshotKey)
}

function decodeCampaigns(handle: WriteHandle): void {
  const update = handle.command(
    `UPDATE campaigns SET (name, ${CAMPAIGN_COLUMN_NAMES.join(', ')}) =
      (coalesce(?, name), ${CAMPAIGN_COLUMN_NAMES.map(() => '?').join(', ')}) WHERE key = ?`,
  )
  const bodies = handle.tuples<readonly [key: number, json: string]>(
    'SELECT campaign_key, json FROM campaign_bodies',
  )
  for (const [key, json] of bodies.all()) {
    const campaign = decodeCampaign(Buffer.from(json))
    update.run(campaign.name, ...campaignColumns(campaign), key)
  }
}
