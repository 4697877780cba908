import type { WriteHandle } from '../store/database/handles.ts'

/** What a step has merged into an item, beside its mark and the photos that it took away. */
interface Merged {
  readonly campaignItemId: string
  /** Before. */
  readonly note: string
  readonly mergedNote: string
  /** Hashes of photos, as a list in JSON. */
  readonly attached: string
}

export function noteMerge(
  handle: WriteHandle,
  step: number,
  { campaignItemId, note, mergedNote, attached }: Merged,
): void {
  handle
    .command(
      'INSERT INTO step_merges (step_id, campaign_item_id, note, merged_note, attached) VALUES (?, ?, ?, ?, ?)',
    )
    .run(step, campaignItemId, note, mergedNote, attached)
}

/**
 * Takes back what a step has merged, but for the marks and the photos that it took away, which every step keeps alike:
 * notes that are still as it made them, and the photos that it attached. Gives whether it merged anything.
 */
export function undoMerge(handle: WriteHandle, step: number): boolean {
  const merges = handle
    .rows<Merged>(
      `SELECT campaign_item_id AS campaignItemId, note, merged_note AS mergedNote, attached
         FROM step_merges WHERE step_id = ?`,
    )
    .all(step)
  for (const { campaignItemId, note, mergedNote, attached } of merges) {
    handle
      .command('UPDATE reviews SET note = ? WHERE campaign_item_id = ? AND note = ?')
      .run(note, campaignItemId, mergedNote)
    handle
      .command(
        'DELETE FROM review_photos WHERE campaign_item_id = ? AND hash IN (SELECT value FROM json_each(?))',
      )
      .run(campaignItemId, attached)
  }
  return merges.length > 0
}
