import { reviewedItem, type ReviewMark, type UndoneMarks } from '../contract/review.ts'
import type { ItemRow } from '../contract/item.ts'
import type { WriteHandle } from '../store/database/handles.ts'

/** Steps that can be taken back; older ones are forgotten. */
const MOST_STEPS = 100

interface Marked {
  readonly campaignItemId: string
  readonly campaignId: string | null
  readonly mark: string | null
  readonly markedAt: number | null
  readonly item: string
}

/** Marks items as one step; null takes the mark away and leaves the note. */
export function markItems(
  handle: WriteHandle,
  items: readonly ItemRow[],
  mark: ReviewMark | null,
  at: number,
): void {
  handle.transaction(() => {
    const step = Number(handle.command('INSERT INTO steps (taken_at) VALUES (?)').run(at).lastInsertRowid)
    const before = handle.rows<Omit<Marked, 'campaignItemId' | 'campaignId'>>(
      'SELECT mark, marked_at AS markedAt, item FROM reviews WHERE campaign_item_id = ?',
    )
    let taken = 0
    for (const row of items) {
      const { campaignItemId, campaignId } = row
      const was = before.get(campaignItemId)
      if (mark === null && (was?.mark ?? null) === null) continue
      const item = JSON.stringify(reviewedItem(row))
      noteStep(handle, step, {
        campaignItemId,
        campaignId,
        mark: was?.mark ?? null,
        markedAt: was?.markedAt ?? null,
        item: was?.item ?? item,
      })
      setMark(handle, { campaignItemId, campaignId, mark, markedAt: mark === null ? null : at, item })
      taken += 1
    }
    if (taken === 0) handle.command('DELETE FROM steps WHERE id = ?').run(step)
    handle.command('DELETE FROM steps WHERE id <= ?').run(step - MOST_STEPS)
  })
}

/** Writes the note of an item; empty: none. */
export function noteItem(handle: WriteHandle, row: ItemRow, note: string): void {
  const { campaignItemId, campaignId } = row
  handle.transaction(() => {
    if (note === '') {
      handle.command('DELETE FROM reviews WHERE campaign_item_id = ? AND mark IS NULL').run(campaignItemId)
      handle.command("UPDATE reviews SET note = '' WHERE campaign_item_id = ?").run(campaignItemId)
      return
    }
    handle
      .command(
        `INSERT INTO reviews (campaign_item_id, campaign_id, note, item) VALUES (?, ?, ?, ?)
          ON CONFLICT (campaign_item_id) DO UPDATE SET note = excluded.note`,
      )
      .run(campaignItemId, campaignId, note, JSON.stringify(reviewedItem(row)))
  })
}

/** Takes the last step back; null when there is none. Notes stay as they are. */
export function undoMarks(handle: WriteHandle): UndoneMarks | null {
  return handle.transaction(() => {
    const step = handle.values<number>('SELECT max(id) FROM steps').get() ?? null
    if (step === null) return null
    const marks = handle
      .rows<Marked>(
        `SELECT campaign_item_id AS campaignItemId, campaign_id AS campaignId, mark, marked_at AS markedAt, item
          FROM step_marks WHERE step_id = ?`,
      )
      .all(step)
    for (const marked of marks) setMark(handle, marked)
    handle.command('DELETE FROM steps WHERE id = ?').run(step)
    return { count: marks.length }
  })
}

function noteStep(handle: WriteHandle, step: number, was: Marked): void {
  // An item that is there twice was before what it was before the first time.
  handle
    .command(
      `INSERT OR IGNORE INTO step_marks (step_id, campaign_item_id, campaign_id, mark, marked_at, item)
        VALUES (?, ?, ?, ?, ?, ?)`,
    )
    .run(step, was.campaignItemId, was.campaignId, was.mark, was.markedAt, was.item)
}

function setMark(handle: WriteHandle, { campaignItemId, campaignId, mark, markedAt, item }: Marked): void {
  if (mark === null) {
    handle.command("DELETE FROM reviews WHERE campaign_item_id = ? AND note = ''").run(campaignItemId)
    handle
      .command('UPDATE reviews SET mark = NULL, marked_at = NULL, item = ? WHERE campaign_item_id = ?')
      .run(item, campaignItemId)
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
