import type { ItemRow } from '../contract/item.ts'
import { reviewedItem } from '../contract/review.ts'
import type { WriteHandle } from '../store/database/handles.ts'
import { deleteIfEmpty, isOpenStep, createStep, recordNote, type NoteChange } from './steps.ts'

/**
 * Sets the note of an item; an empty one removes it.
 *
 * @param continues the step of the same edit, which includes this change; null starts a step
 * @returns the step, or null if the note did not change
 */
export function noteItem(
  handle: WriteHandle,
  row: ItemRow,
  note: string,
  continues: number | null,
): number | null {
  const { campaignItemId, campaignId } = row
  return handle.transaction(() => {
    const before = getNote(handle, campaignItemId)
    const item = JSON.stringify(reviewedItem(row))
    setNote(handle, { campaignItemId, campaignId, item }, note)
    if (continues !== null && isOpenStep(handle, continues, 'note')) {
      const continued = handle
        .command(
          'UPDATE step_notes SET note_after = ? WHERE step_id = ? AND campaign_item_id = ? AND note_after = ?',
        )
        .run(note, continues, campaignItemId, before)
      if (continued.changes > 0) return continues
    }
    if (before === note) return null
    const step = createStep(handle, 'note', Date.now())
    recordNote(handle, step, { campaignItemId, campaignId, item, note: before, noteAfter: note })
    return step
  })
}

/** Returns the note of an item, or an empty text. */
export function getNote(handle: WriteHandle, campaignItemId: string): string {
  return (
    handle.values<string>('SELECT note FROM reviews WHERE campaign_item_id = ?').get(campaignItemId) ?? ''
  )
}

/** Sets the note of an item. */
export function setNote(
  handle: WriteHandle,
  { campaignItemId, campaignId, item }: Pick<NoteChange, 'campaignItemId' | 'campaignId' | 'item'>,
  note: string,
): void {
  if (note === '') {
    handle.command("UPDATE reviews SET note = '' WHERE campaign_item_id = ?").run(campaignItemId)
    deleteIfEmpty(handle, campaignItemId)
    return
  }
  handle
    .command(
      `INSERT INTO reviews (campaign_item_id, campaign_id, note, item) VALUES (?, ?, ?, ?)
        ON CONFLICT (campaign_item_id) DO UPDATE SET note = excluded.note`,
    )
    .run(campaignItemId, campaignId, note, item)
}
