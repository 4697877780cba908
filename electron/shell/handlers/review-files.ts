import { app, shell } from 'electron'
import type { OpenedReviewFile, ReviewFileScope } from '../../contract/review-file.ts'
import { countReviews, REVIEW_FILE_EXTENSION } from '../../contract/review-file.ts'
import { messages } from '../../contract/messages.ts'
import type { WriteTask } from '../../review-files/types.ts'
import type { ConnectionSession } from '../../app/types.ts'
import { askForFile } from '../ask-for-file.ts'
import { showOpenDialog } from '../dialogs.ts'
import type { ShellServices } from '../services.ts'
import type { Handlers } from '../dispatcher.ts'
import { push } from '../window-events.ts'

type ReviewFileCalls = Extract<keyof Handlers, `reviewFiles.${string}`>

/** Asks for a review file; null if the person closed the dialog. */
function askForReviewFile(): Promise<string | null> {
  return showOpenDialog({
    title: messages.reviewFiles.readTitle,
    properties: ['openFile'],
    filters: [
      { name: messages.systemDialogs.save[REVIEW_FILE_EXTENSION], extensions: [REVIEW_FILE_EXTENSION] },
      { name: messages.systemDialogs.save.allFiles, extensions: ['*'] },
    ],
  })
}

/**
 * Returns the reviews to export. Those of selected rows are found through the reviewed items, which are
 * fewer.
 */
async function resolveScope(
  { store, reviews }: Pick<ConnectionSession, 'store' | 'reviews'>,
  scope: ReviewFileScope,
): Promise<WriteTask['scope']> {
  if (scope.kind === 'campaign') return { campaignId: scope.campaignId }
  const keys = new Set(await store.keysOf(scope.resultId, scope.ranges))
  const rows = await store.rowsOfItems((await reviews.list(null)).map(({ campaignItemId }) => campaignItemId))
  return {
    campaignItemIds: rows.filter(({ key }) => keys.has(key)).map(({ campaignItemId }) => campaignItemId),
  }
}

/** Export and import of review files. */
export function reviewFileHandlers(services: ShellServices): Pick<Handlers, ReviewFileCalls> {
  const { reviewFiles, sessions } = services
  /** Opens a file, which the system lists among the recent ones. */
  const open = async (connectionId: string, file: string): Promise<OpenedReviewFile> => {
    const opened = await reviewFiles.open(await sessions.get(connectionId), file)
    app.addRecentDocument(file)
    return opened
  }
  return {
    'reviewFiles.counts': async ({ connectionId, scope }) => {
      const session = await sessions.get(connectionId)
      const taskScope = await resolveScope(session, scope)
      return countReviews(
        await ('campaignId' in taskScope
          ? session.reviews.list([taskScope.campaignId])
          : session.reviews.get(taskScope.campaignItemIds)),
      )
    },
    'reviewFiles.write': async ({ connectionId, scope, author, suggestedName }) => {
      const session = await sessions.get(connectionId)
      await session.reviews.replaceDamaged()
      // Read before the dialog, so that a change of the selection meanwhile has no effect.
      const taskScope = await resolveScope(session, scope)
      const campaigns = await session.store.listCampaigns()
      const file = await askForFile(
        services,
        messages.reviewFiles.writeTitle,
        suggestedName,
        REVIEW_FILE_EXTENSION,
      )
      if (file === null) return null
      const written = await reviewFiles.export(
        { file, scope: taskScope, author },
        { reviewsFile: session.reviewsFile, campaigns },
      )
      app.addRecentDocument(file)
      return written
    },
    'reviewFiles.showWritten': () => {
      shell.showItemInFolder(reviewFiles.exportedFile)
      return null
    },
    'reviewFiles.open': async ({ connectionId }) => {
      const file = await askForReviewFile()
      return file === null ? null : open(connectionId, file)
    },
    'reviewFiles.openRequested': async ({ connectionId }) => {
      const file = reviewFiles.takeRequested()
      return file === null ? null : open(connectionId, file)
    },
    'reviewFiles.merge': async ({ openId, choices }) => {
      const connectionId = reviewFiles.connectionOf(openId)
      const outcome = await reviewFiles.merge(await sessions.get(connectionId), openId, choices)
      if (outcome.count > 0) push('reviews.changed', { connectionId, merged: true })
      return outcome
    },
    'reviewFiles.close': async ({ openId }) => {
      await reviewFiles.close(openId)
      return null
    },
  }
}
