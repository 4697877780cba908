import type { StepKind } from '../contract/review.ts'
import type { WriteHandle } from '../store/database/handles.ts'
import { getMark, setMark } from './marks.ts'
import { getNote, setNote } from './notes.ts'
import { attachPhotoAgain, detachPhoto, photosRemovedBy } from './photos.ts'
import {
  deleteStep,
  deleteIfEmpty,
  createReverseStep,
  recordAttached,
  recordMark,
  recordNote,
  type MarkState,
  type NoteChange,
} from './steps.ts'
import type { RevertedStep } from './types.ts'

/** Items that were reverted, and items that were changed since and are skipped. */
interface Progress {
  readonly restored: Set<string>
  readonly skipped: Set<string>
}

interface RecordedMark extends MarkState {
  readonly afterKnown: number
  readonly markAfter: string | null
  readonly markedAtAfter: number | null
}

/**
 * Reverts a step: undoes it, or redoes an undone one, and replaces it with its reverse. Values that were
 * changed since are skipped. Returns null if the step does not exist. Throws `badInput`, without changes, if
 * a photo no longer fits.
 */
export function revertStep(handle: WriteHandle, step: number): RevertedStep | null {
  return handle.transaction(() => {
    const stepRow = handle
      .rows<{ kind: StepKind; undone: number }>('SELECT kind, undone FROM steps WHERE id = ?')
      .get(step)
    if (stepRow === undefined) return null
    const reverse = createReverseStep(handle, stepRow)
    const progress: Progress = { restored: new Set(), skipped: new Set() }
    revertMarks(handle, step, reverse, progress)
    revertNotes(handle, step, reverse, progress)
    revertPhotos(handle, step, reverse, progress)
    for (const campaignItemId of progress.restored) deleteIfEmpty(handle, campaignItemId)
    deleteStep(handle, step)
    const [campaignItemId = null] = progress.restored
    if (campaignItemId === null) deleteStep(handle, reverse)
    return {
      kind: stepRow.kind,
      reverse: campaignItemId === null ? null : reverse,
      count: progress.restored.size,
      skipped: progress.skipped.size,
      campaignItemId,
    }
  })
}

function revertMarks(handle: WriteHandle, step: number, reverse: number, progress: Progress): void {
  const marks = handle
    .rows<RecordedMark>(
      `SELECT campaign_item_id AS campaignItemId, campaign_id AS campaignId, mark, marked_at AS markedAt, item,
          after_known AS afterKnown, mark_after AS markAfter, marked_at_after AS markedAtAfter
        FROM step_marks WHERE step_id = ?`,
    )
    .all(step)
  for (const { afterKnown, markAfter, markedAtAfter, ...before } of marks) {
    const { campaignItemId } = before
    const current = getMark(handle, campaignItemId) ?? { mark: null, markedAt: null, item: before.item }
    if (afterKnown === 1 && (current.mark !== markAfter || current.markedAt !== markedAtAfter)) {
      progress.skipped.add(campaignItemId)
      continue
    }
    recordMark(handle, reverse, { ...before, ...current }, before)
    setMark(handle, before)
    progress.restored.add(campaignItemId)
  }
}

function revertNotes(handle: WriteHandle, step: number, reverse: number, progress: Progress): void {
  const notes = handle
    .rows<NoteChange>(
      `SELECT campaign_item_id AS campaignItemId, campaign_id AS campaignId, item, note, note_after AS noteAfter
        FROM step_notes WHERE step_id = ?`,
    )
    .all(step)
  for (const change of notes) {
    const { campaignItemId, note, noteAfter } = change
    if (getNote(handle, campaignItemId) !== noteAfter) {
      progress.skipped.add(campaignItemId)
      continue
    }
    recordNote(handle, reverse, { ...change, note: noteAfter, noteAfter: note })
    setNote(handle, change, note)
    progress.restored.add(campaignItemId)
  }
}

function revertPhotos(handle: WriteHandle, step: number, reverse: number, progress: Progress): void {
  const attached = handle
    .rows<{ campaignItemId: string; hash: string }>(
      'SELECT campaign_item_id AS campaignItemId, hash FROM step_attached WHERE step_id = ?',
    )
    .all(step)
  for (const { campaignItemId, hash } of attached) {
    const wasAttached = detachPhoto(handle, reverse, campaignItemId, hash)
    progress[wasAttached ? 'restored' : 'skipped'].add(campaignItemId)
  }
  for (const photo of photosRemovedBy(handle, step)) {
    attachPhotoAgain(handle, photo)
    recordAttached(handle, reverse, photo.campaignItemId, photo.hash)
    progress.restored.add(photo.campaignItemId)
  }
}
