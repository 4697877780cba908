import { REVIEW_FILE_EXTENSION, type OpenedReviewFile } from '../../electron/contract/review-file.ts'
import { tick } from 'svelte'
import { api, faultOf } from '../api.ts'
import type { AppModel } from './app.svelte.ts'

/** Asks for a file with a review, and shows what it is. */
export async function readReview(app: AppModel): Promise<void> {
  await show(app, (connectionId) => api.call('reviewFiles.open', { connectionId }))
}

/** Shows the review that the system, or a drop, asked for, if any. */
export async function readAskedReview(app: AppModel): Promise<void> {
  await show(app, (connectionId) => api.call('reviewFiles.openRequested', { connectionId }))
}

/** Takes a file with a review that is dropped onto the window; others are left to what lies under them. */
export function dropReview(event: DragEvent): void {
  const file = [...(event.dataTransfer?.files ?? [])].find(({ name }) =>
    name.toLowerCase().endsWith(`.${REVIEW_FILE_EXTENSION}`),
  )
  if (file === undefined) return
  event.preventDefault()
  window.api.openDropped(file)
}

/**
 * Lets a file be dropped that may be a review: its name is told only as it is. Pictures belong to the
 * details.
 */
export function dragReview(event: DragEvent): void {
  const items = [...(event.dataTransfer?.items ?? [])]
  const mayBe = items.some(({ kind, type }) => kind === 'file' && !type.startsWith('image/'))
  if (!mayBe || event.defaultPrevented || event.dataTransfer === null) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'copy'
}

async function show(
  app: AppModel,
  open: (connectionId: string) => Promise<OpenedReviewFile | null>,
): Promise<void> {
  const { connectionId } = app
  if (connectionId === null) return
  try {
    const opened = await open(connectionId)
    if (opened === null) return
    // Another one may be open, which is put away.
    app.dialogs.closeAll()
    await tick()
    app.dialogs.open({ kind: 'readReview', opened })
  } catch (error) {
    app.dialogs.closeAll()
    app.dialogs.open({ kind: 'reviewNotRead', fault: faultOf(error) })
  }
}
