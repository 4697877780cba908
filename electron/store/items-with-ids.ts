import type { ReadHandle } from './database/handles.ts'

/** Looking up an id takes as long as reading about this many ids in their order. */
const READS_PER_LOOKUP = 8

/** A snapshot whose items are looked up. */
interface Snapshot {
  readonly snapshotKey: number
  readonly count: number
}

/** Returns the ids and keys of the items of snapshots that have one of these ids, in any order. */
export function itemsWithIds(
  handle: ReadHandle,
  snapshots: readonly Snapshot[],
  campaignItemIds: readonly string[],
): readonly (readonly [campaignItemId: string, itemKey: number])[] {
  const lookups = campaignItemIds.length * snapshots.length
  const count = snapshots.reduce((sum, snapshot) => sum + snapshot.count, 0)
  // With the plus sign, SQLite reads all ids of a snapshot instead of looking up each.
  const id = lookups * READS_PER_LOOKUP > count ? '+campaign_item_id' : 'campaign_item_id'
  return handle
    .tuples<readonly [string, number]>(
      `SELECT campaign_item_id, item_key FROM json_each(?) AS requested
        CROSS JOIN item_ids ON copy_key = requested.value AND ${id} IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(snapshots.map(({ snapshotKey }) => snapshotKey)), JSON.stringify(campaignItemIds))
}
