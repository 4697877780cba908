import type { WriteHandle } from '../store/database/handles.ts'

/** Steps that can be taken back; older ones are forgotten. */
const MOST_STEPS = 100

/** Begins a step that can be taken back; gives its id. */
export function newStep(handle: WriteHandle, at: number): number {
  return Number(handle.command('INSERT INTO steps (taken_at) VALUES (?)').run(at).lastInsertRowid)
}

export function forgetStep(handle: WriteHandle, step: number): void {
  handle.command('DELETE FROM steps WHERE id = ?').run(step)
}

/** The newest step; null when there is none. */
export function newestStep(handle: WriteHandle): number | null {
  return handle.values<number | null>('SELECT max(id) FROM steps').get() ?? null
}

export function forgetOldSteps(handle: WriteHandle): void {
  handle.command('DELETE FROM steps WHERE id <= (SELECT max(id) FROM steps) - ?').run(MOST_STEPS)
}

/** What says nothing of an item is not kept. */
export function dropIfEmpty(handle: WriteHandle, campaignItemId: string): void {
  handle
    .command(
      `DELETE FROM reviews WHERE campaign_item_id = ? AND mark IS NULL AND note = ''
        AND NOT EXISTS (SELECT 1 FROM review_photos WHERE review_photos.campaign_item_id = reviews.campaign_item_id)`,
    )
    .run(campaignItemId)
}
