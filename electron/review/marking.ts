import { reviewedItem, type ReviewMark, type UndoneMarks } from '../contract/review.ts'
import type { ItemRow } from '../contract/item.ts'
import type { WriteHandle } from '../store/database/handles.ts'
import { undoMerge } from './merge-steps.ts'
import { restorePhotos } from './photos.ts'
import { dropIfEmpty, forgetOldSteps, forgetStep, newestStep, newStep } from './steps.ts'

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
    const step = newStep(handle, at)
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
    if (taken === 0) forgetStep(handle, step)
    forgetOldSteps(handle)
  })
}

/** Writes the note of an item; empty: none. */
export function noteItem(handle: WriteHandle, row: ItemRow, note: string): void {
  const { campaignItemId, campaignId } = row
  handle.transaction(() => {
    if (note === '') {
      handle.command("UPDATE reviews SET note = '' WHERE campaign_item_id = ?").run(campaignItemId)
      dropIfEmpty(handle, campaignItemId)
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

/** Takes the last step back; null when there is none. Notes stay as they are, but for what was merged. Throws as `restorePhotos` does. */
export function undoMarks(handle: WriteHandle): UndoneMarks | null {
  return handle.transaction(() => {
    const step = newestStep(handle)
    if (step === null) return null
    const marks = handle
      .rows<Marked>(
        `SELECT campaign_item_id AS campaignItemId, campaign_id AS campaignId, mark, marked_at AS markedAt, item
          FROM step_marks WHERE step_id = ?`,
      )
      .all(step)
    const merged = undoMerge(handle, step)
    for (const marked of marks) setMark(handle, marked)
    const photos = restorePhotos(handle, step)
    forgetStep(handle, step)
    return { count: marks.length, photos, merged }
  })
}

/** Notes what was marked of an item before a step. */
export function noteStep(handle: WriteHandle, step: number, was: Marked): void {
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
    handle
      .command('UPDATE reviews SET mark = NULL, marked_at = NULL, item = ? WHERE campaign_item_id = ?')
      .run(item, campaignItemId)
    dropIfEmpty(handle, campaignItemId)
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
