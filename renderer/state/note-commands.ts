import type { ItemRow } from '../../electron/contract/item.ts'
import { recordReviewChange, type ReviewContext } from './review-history.ts'
import { NoteEdit } from './review-notes.svelte.ts'

/**
 * Saves a note while it is typed.
 * @param edit the edit since the field was focused; null starts one, which is undone separately
 * @returns the edit, for the next call
 */
export function writeNote(
  context: ReviewContext,
  row: ItemRow,
  note: string,
  edit: NoteEdit | null,
): NoteEdit {
  if (edit !== null && !edit.ended) {
    context.reviews.saveNote(row, note, edit)
    return edit
  }
  const newEdit = new NoteEdit()
  context.reviews.saveNote(row, note, newEdit)
  recordReviewChange(context, {
    kind: 'note',
    key: row.key,
    step: async () => {
      await context.reviews.notes.flush()
      return newEdit.step
    },
    onRevert: () => {
      newEdit.ended = true
    },
  })
  return newEdit
}
