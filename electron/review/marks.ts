import type { ItemRow } from '../contract/item.ts'
import { reviewedItem, type ReviewMark } from '../contract/review.ts'
import type { WriteHandle } from '../store/database/handles.ts'
import { deleteIfEmpty, isOpenStep, createStep, recordMark, type MarkState } from './steps.ts'

/**
 * Marks items in one step; null removes the mark and leaves the note.
 *
 * @param continues the step of earlier items of the same action; null starts a step
 * @returns the step, or null if no mark changed
 */
export function markItems(
  handle: WriteHandle,
  items: readonly ItemRow[],
  { mark, at, continues }: { mark: ReviewMark | null; at: number; continues: number | null },
): number | null {
  return handle.transaction(() => {
    let step = continues !== null && isOpenStep(handle, continues, 'mark') ? continues : null
    const after = { mark, markedAt: mark === null ? null : at }
    for (const row of items) {
      const { campaignItemId, campaignId } = row
      const before = getMark(handle, campaignItemId)
      if (mark === null && (before?.mark ?? null) === null) continue
      // Only a change may delete what can be redone.
      step ??= createStep(handle, 'mark', at)
      const item = JSON.stringify(reviewedItem(row))
      const unmarked = { mark: null, markedAt: null, item }
      recordMark(handle, step, { ...(before ?? unmarked), campaignItemId, campaignId }, after)
      setMark(handle, { campaignItemId, campaignId, item, ...after })
    }
    return step
  })
}

/** Returns the mark of an item, or null without a review. */
export function getMark(
  handle: WriteHandle,
  campaignItemId: string,
): Pick<MarkState, 'mark' | 'markedAt' | 'item'> | null {
  return (
    handle
      .rows<Pick<MarkState, 'mark' | 'markedAt' | 'item'>>(
        'SELECT mark, marked_at AS markedAt, item FROM reviews WHERE campaign_item_id = ?',
      )
      .get(campaignItemId) ?? null
  )
}

/** Sets the mark of an item. */
export function setMark(
  handle: WriteHandle,
  { campaignItemId, campaignId, mark, markedAt, item }: MarkState,
): void {
  if (mark === null) {
    handle
      .command('UPDATE reviews SET mark = NULL, marked_at = NULL, item = ? WHERE campaign_item_id = ?')
      .run(item, campaignItemId)
    deleteIfEmpty(handle, campaignItemId)
    return
  }
  handle
    .command(
      `INSERT INTO reviews (campaign_item_id, campaign_id, mark, marked_at, item) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (campaign_item_id) DO UPDATE SET campaign_id = excluded.campaign_id, mark = excluded.mark,
          marked_at = excluded.marked_at, item = excluded.item`,
    )
    .run(campaignItemId, campaignId, mark, markedAt, item)
}
