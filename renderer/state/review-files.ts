import type { OpenedReviewFile } from '../../electron/contract/review-file.ts'
import { api, faultOf } from '../api.ts'
import type { AppModel } from './app.svelte.ts'

/** Asks for a file with a review, and shows what it is. */
export async function readReview(app: AppModel): Promise<void> {
  await show(app, (connectionId) => api.call('exchange.open', { connectionId }))
}

/** Shows the review that the system, or a drop, asked for, if any. */
export async function readAskedReview(app: AppModel): Promise<void> {
  await show(app, (connectionId) => api.call('exchange.openAsked', { connectionId }))
}

async function show(
  app: AppModel,
  open: (connectionId: string) => Promise<OpenedReviewFile | null>,
): Promise<void> {
  const { connectionId } = app
  if (connectionId === null) return
  try {
    const opened = await open(connectionId)
    if (opened !== null) app.dialogs.open({ kind: 'readReview', opened })
  } catch (error) {
    app.dialogs.open({ kind: 'reviewNotRead', fault: faultOf(error) })
  }
}
