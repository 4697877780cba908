import type { Bound, WriteHandle } from '../database/handles.ts'
import { decodeCampaign } from '../decode-campaign.ts'
import { decodeItem } from '../decode-item.ts'
import { asObject, instantOf } from '../decode-json.ts'
import { ITEM_COLUMN_NAMES } from '../item-columns.ts'
import { campaignColumns, CAMPAIGN_COLUMN_NAMES } from '../campaign-columns.ts'
import { countOtherTypes } from './other-types.ts'

/**
 * The rules by which columns are read from bodies. It counts up when they change, so that stored items are
 * read again.
 */
const DECODING_VERSION = 2

const ITEMS_AT_ONCE = 500
const COLUMNS = ITEM_COLUMN_NAMES.join(', ')
const PLACES = ITEM_COLUMN_NAMES.map(() => '?').join(', ')
const UPDATED_AT = ITEM_COLUMN_NAMES.indexOf('updated_at')

type StoredItem = readonly [key: number, copyKey: number, json: string, ...values: Bound[]]

/**
 * Reads the columns of all items and campaigns from their bodies again, where that was last done by earlier
 * rules. Nothing is downloaded: bodies are stored as they were received. The indexes of snapshots that change
 * are removed, to be made anew.
 */
export function decodeAgain(handle: WriteHandle): void {
  if (!isOutdated(handle)) return
  handle.transaction(() => {
    // Another program may have done it in the meantime.
    if (!isOutdated(handle)) return
    for (const copyKey of decodeItems(handle)) renew(handle, copyKey)
    decodeCampaigns(handle)
    handle.command('UPDATE decoding SET version = ?').run(DECODING_VERSION)
  })
}

function isOutdated(handle: WriteHandle): boolean {
  return (handle.values<number>('SELECT version FROM decoding').get() ?? 0) < DECODING_VERSION
}

/** Returns the snapshots of which the index is not right any more. */
function decodeItems(handle: WriteHandle): ReadonlySet<number> {
  const changed = new Set<number>()
  const next = handle.tuples<StoredItem>(
    `SELECT items.key, copy_key, json, ${COLUMNS} FROM items JOIN item_bodies ON item_key = items.key
      WHERE items.key > ? ORDER BY items.key LIMIT ?`,
  )
  const update = handle.command(`UPDATE items SET (${COLUMNS}) = (${PLACES}) WHERE key = ?`)
  let last = 0
  for (;;) {
    const items = next.all(last, ITEMS_AT_ONCE)
    for (const [key, copyKey, json, ...stored] of items) {
      last = key
      const entity = asObject(JSON.parse(json))
      if (entity === null) continue
      const values = decodeItem(entity, () => json).values.map(asStored)
      if (values.some((value, at) => value !== stored[at])) {
        update.run(...values, key)
        changed.add(copyKey)
      } else if (isOtherInstant(stored[UPDATED_AT])) changed.add(copyKey)
    }
    if (items.length < ITEMS_AT_ONCE) return changed
  }
}

/** Half a character is stored as a whole one. */
function asStored(value: Bound): Bound {
  return typeof value === 'string' ? value.toWellFormed() : value
}

/** Whether a timestamp was taken for another instant, as the one of 30 February was for one of March. */
function isOtherInstant(timestamp: Bound | undefined): boolean {
  if (typeof timestamp !== 'string') return false
  const before = Date.parse(timestamp)
  return (Number.isNaN(before) ? null : before) !== instantOf(timestamp)
}

/**
 * Removes what was made of the columns of a snapshot; what others hold of it in memory is outdated as well.
 */
function renew(handle: WriteHandle, copyKey: number): void {
  for (const table of ['copy_columns', 'copy_texts', 'copy_words'])
    handle.command(`DELETE FROM ${table} WHERE copy_key = ?`).run(copyKey)
  handle.command('UPDATE copies SET revision = revision + 1 WHERE key = ?').run(copyKey)
  // A download that has begun goes on: the rows that it keeps have the same bodies.
  handle
    .command('UPDATE stagings SET current_revision = current_revision + 1 WHERE current_copy = ?')
    .run(copyKey)
  handle
    .command('UPDATE campaigns SET other_types = ? WHERE copy_key = ?')
    .run(countOtherTypes(handle, copyKey), copyKey)
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
