import type { OpenedReviewFile } from '../../electron/contract/review-file.ts'
import { tick } from 'svelte'
import { api, faultOf } from '../api.ts'
import type { AppModel } from './app.svelte.ts'

/** The open connection, and the dialogs that show a review file. */
export type ReviewFileContext = Pick<AppModel, 'connectionId' | 'dialogs'>

/** Asks for a review file, and shows its content. */
export async function importReview(context: ReviewFileContext): Promise<void> {
  await show(context, (connectionId) => api.call('reviewFiles.open', { connectionId }))
}

/** Shows the review file that the system or a drop requested, if any. */
export async function openRequestedReviewFile(context: ReviewFileContext): Promise<void> {
  await show(context, (connectionId) => api.call('reviewFiles.openRequested', { connectionId }))
}

async function show(
  context: ReviewFileContext,
  open: (connectionId: string) => Promise<OpenedReviewFile | null>,
): Promise<void> {
  const { connectionId } = context
  if (connectionId === null) return
  try {
    const opened = await open(connectionId)
    if (opened === null) return
    // Another one may be open, which is closed.
    context.dialogs.closeAll()
    await tick()
    context.dialogs.open({ kind: 'importReview', opened })
  } catch (error) {
    context.dialogs.closeAll()
    context.dialogs.open({ kind: 'reviewImportFailed', fault: faultOf(error) })
  }
}
