import type { ReviewStep, StepKind } from '../contract/review.ts'
import type { WriteHandle } from '../store/database/handles.ts'

/** Steps that are kept; older ones are deleted and can no longer be undone. */
const MAX_STEPS = 100

/** The mark of an item, with the item as it was when it was marked. */
export interface MarkState {
  readonly campaignItemId: string
  readonly campaignId: string | null
  readonly mark: string | null
  readonly markedAt: number | null
  /** The item as JSON. */
  readonly item: string
}

/** The note of an item before and after a step. */
export interface NoteChange {
  readonly campaignItemId: string
  readonly campaignId: string | null
  /** The item as JSON, for an item without a review. */
  readonly item: string
  readonly note: string
  readonly noteAfter: string
}

/** Creates the step of a new change, after which undone steps cannot be redone. Returns its id. */
export function createStep(handle: WriteHandle, kind: StepKind, at: number): number {
  handle.command('DELETE FROM steps WHERE undone = 1').run()
  const step = insertStep(handle, kind, at, false)
  // Ids have gaps, because each undone or redone step has got a new one.
  handle
    .command('DELETE FROM steps WHERE id <= (SELECT id FROM steps ORDER BY id DESC LIMIT 1 OFFSET ?)')
    .run(MAX_STEPS)
  return step
}

/** Creates the step that reverts another one. Returns its id. */
export function createReverseStep(
  handle: WriteHandle,
  { kind, undone }: { kind: StepKind; undone: number },
): number {
  return insertStep(handle, kind, Date.now(), undone === 0)
}

function insertStep(handle: WriteHandle, kind: StepKind, at: number, undone: boolean): number {
  const inserted = handle
    .command('INSERT INTO steps (taken_at, kind, undone) VALUES (?, ?, ?)')
    .run(at, kind, undone ? 1 : 0)
  return Number(inserted.lastInsertRowid)
}

/** Deletes a step. */
export function deleteStep(handle: WriteHandle, step: number): void {
  handle.command('DELETE FROM steps WHERE id = ?').run(step)
}

/** Returns whether a change can be added to a step: it exists and was not undone. */
export function isOpenStep(handle: WriteHandle, step: number, kind: StepKind): boolean {
  const row = handle
    .values<number>('SELECT 1 FROM steps WHERE id = ? AND kind = ? AND undone = 0')
    .get(step, kind)
  return row !== undefined
}

/** Returns the steps that can be undone, oldest first. */
export function listSteps(handle: WriteHandle): readonly ReviewStep[] {
  return handle
    .rows<ReviewStep>('SELECT id AS step, kind, taken_at AS takenAt FROM steps WHERE undone = 0 ORDER BY id')
    .all()
}

/** Records the marks of an item before and after a step. */
export function recordMark(
  handle: WriteHandle,
  step: number,
  before: MarkState,
  after: Pick<MarkState, 'mark' | 'markedAt'>,
): void {
  // If an item occurs twice, its state before the first occurrence counts.
  handle
    .command(
      `INSERT OR IGNORE INTO step_marks
          (step_id, campaign_item_id, campaign_id, mark, marked_at, item, after_known, mark_after, marked_at_after)
        VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?)`,
    )
    .run(
      step,
      before.campaignItemId,
      before.campaignId,
      before.mark,
      before.markedAt,
      before.item,
      after.mark,
      after.markedAt,
    )
}

/** Records the notes of an item before and after a step. */
export function recordNote(handle: WriteHandle, step: number, change: NoteChange): void {
  const { campaignItemId, campaignId, item, note, noteAfter } = change
  handle
    .command(
      `INSERT INTO step_notes (step_id, campaign_item_id, campaign_id, item, note, note_after)
        VALUES (?, ?, ?, ?, ?, ?)`,
    )
    .run(step, campaignItemId, campaignId, item, note, noteAfter)
}

/** Records a photo that a step attached. */
export function recordAttached(
  handle: WriteHandle,
  step: number,
  campaignItemId: string,
  hash: string,
): void {
  handle
    .command('INSERT OR IGNORE INTO step_attached (step_id, campaign_item_id, hash) VALUES (?, ?, ?)')
    .run(step, campaignItemId, hash)
}

/** Deletes the review of an item if it has neither mark, note nor photo. */
export function deleteIfEmpty(handle: WriteHandle, campaignItemId: string): void {
  handle
    .command(
      `DELETE FROM reviews WHERE campaign_item_id = ? AND mark IS NULL AND note = ''
        AND NOT EXISTS (SELECT 1 FROM review_photos WHERE review_photos.campaign_item_id = reviews.campaign_item_id)`,
    )
    .run(campaignItemId)
}
