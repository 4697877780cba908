import type { ItemRow } from '../../electron/contract/item.ts'
import type { AppModel } from './app.svelte.ts'
import { recordReviewChange } from './review-history.ts'
import { NoteEdit } from './review-notes.svelte.ts'

/**
 * Writes a note as it is typed.
 *
 * @param edit what was typed before since the field was entered; null begins an edit, which is undone on its
 * own.
 * @returns the edit that takes up what is typed next.
 */
export function writeNote(app: AppModel, row: ItemRow, note: string, edit: NoteEdit | null): NoteEdit {
  if (edit !== null && !edit.ended) {
    app.reviews.note(row, note, edit)
    return edit
  }
  const begun = new NoteEdit()
  app.reviews.note(row, note, begun)
  recordReviewChange(app, {
    kind: 'note',
    key: row.key,
    step: async () => {
      await app.reviews.notes.flush()
      return begun.step
    },
    onRevert: () => {
      begun.ended = true
    },
  })
  return begun
}
