import type { WriteHandle } from '../database/handles.ts'
import type { SeenMark } from '../types.ts'
import { composeRows, readBody, readSteps } from './rows.ts'
import { columnsOf, updateUnseenCount } from './unseen-changes.ts'

/**
 * Marks changes as seen: those of the items with these ids, or all of a campaign (null). Returns the removed
 * marks for {@link markUnseen}; none if all were seen before.
 */
export function markSeen(
  handle: WriteHandle,
  campaignId: string,
  ids: readonly string[] | null,
): readonly SeenMark[] {
  return handle.transaction(() => {
    const campaignKey = keyOf(handle, campaignId)
    if (campaignKey === undefined) return []
    const condition = `campaign_key = ?
      ${ids === null ? '' : 'AND campaign_item_id IN (SELECT value FROM json_each(?))'}`
    const removed = handle
      .tuples<SeenMark>(`DELETE FROM item_marks WHERE ${condition} RETURNING campaign_item_id, since`)
      .all(campaignKey, ...(ids === null ? [] : [JSON.stringify(ids)]))
    updateUnseenCount(handle, campaignKey)
    return removed
  })
}

/**
 * Marks changes as unseen again, together with those that later downloads have found. Returns false if the
 * campaign no longer exists.
 */
export function markUnseen(handle: WriteHandle, campaignId: string, marks: readonly SeenMark[]): boolean {
  return handle.transaction(() => {
    const campaignKey = keyOf(handle, campaignId)
    if (campaignKey === undefined) return false
    const itemKeyOf = handle.values<number>('SELECT item_key FROM item_changes WHERE key = ?')
    const remove = handle.command('DELETE FROM item_marks WHERE campaign_key = ? AND campaign_item_id = ?')
    const insert = handle.command(
      `INSERT INTO item_marks (campaign_key, campaign_item_id, item_key, kind, columns, since)
        VALUES (?, ?, ?, ?, ?, ?)`,
    )
    for (const [id, since] of marks) {
      const steps = readSteps(handle, campaignKey, since - 1, id)
      const itemKey = itemKeyOf.get(steps.at(-1)?.key ?? 0)
      // The download may be too old to be stored.
      if (itemKey === undefined) continue
      remove.run(campaignKey, id)
      const change = composeRows(handle, steps, () => readBody(handle, itemKey))
      if (change !== null) insert.run(campaignKey, id, itemKey, change.kind, columnsOf(change.fields), since)
    }
    updateUnseenCount(handle, campaignKey)
    return true
  })
}

function keyOf(handle: WriteHandle, campaignId: string): number | undefined {
  return handle.values<number>('SELECT key FROM campaigns WHERE id = ?').get(campaignId)
}
