import { messages } from '../../electron/contract/messages.ts'
import type { RevertedChange, StepKind } from '../../electron/contract/review.ts'
import { api } from '../api.ts'
import type { AppModel } from './app.svelte.ts'
import { ActionUnavailable, type HistoryEntry } from './history.svelte.ts'
import { requireConnection, returnToList, showsList } from './navigation.ts'

/** The reviews, and the models that show and undo their changes. */
export type ReviewContext = Pick<
  AppModel,
  | 'announcer'
  | 'campaignId'
  | 'campaignList'
  | 'campaigns'
  | 'connectionId'
  | 'content'
  | 'environment'
  | 'frame'
  | 'history'
  | 'items'
  | 'notices'
  | 'reviews'
  | 'show'
  | 'tab'
>

interface ReviewChange {
  readonly kind: StepKind
  /** Number of affected items, if known. */
  readonly count?: number
  /** Resolves with the step; null: nothing changed. */
  readonly step: () => Promise<number | null>
  /** Key of the item to show; default: the first one of the step. */
  readonly key?: number | undefined
  readonly subject?: string
  /** Called before the change is undone or redone. */
  readonly onRevert?: () => void
}

/** Returns the history subject of the removal of a photo. */
export function photoRemoval(campaignItemId: string): string {
  return `photo of ${campaignItemId}`
}

/** Records a requested change of reviews. It is discarded if it changes nothing or fails. */
export function recordReviewChange(context: ReviewContext, change: ReviewChange): HistoryEntry {
  const entry = reviewEntry(context, change)
  context.history.record(entry)
  void change
    .step()
    .catch(() => null)
    .then((step) => {
      if (step === null) context.history.discard(entry)
    })
  return entry
}

/** Adds the changes of earlier sessions to the history of the current connection. */
export async function addEarlierChanges(context: ReviewContext): Promise<void> {
  const { connectionId, history } = context
  if (connectionId === null) return
  const { startedAt } = history
  await history.addEarlier(async () =>
    (await api.call('reviews.listSteps', { connectionId }))
      .filter(({ takenAt }) => takenAt < startedAt)
      .map(({ kind, step }) => reviewEntry(context, { kind, step: () => Promise.resolve(step) })),
  )
}

function reviewEntry(context: ReviewContext, change: ReviewChange): HistoryEntry {
  const { connectionId } = context
  const { kind, count = 1, subject, onRevert } = change
  let { step } = change
  const name = messages.history.ofItems({ action: messages.history.steps[kind], count })
  const revert = async (): Promise<null> => {
    requireConnection(context, connectionId)
    onRevert?.()
    const id = await step()
    const reverted =
      id === null || connectionId === null ? null : await context.reviews.revert(connectionId, id)
    if (reverted === null) throw new ActionUnavailable(messages.history.reasons.expired)
    const { reverse, skipped } = reverted
    if (reverse === null) throw new ActionUnavailable(messages.history.reasons.changedSince)
    step = () => Promise.resolve(reverse)
    if (skipped > 0) {
      const message = messages.history.skipped({ count: skipped })
      context.notices.show({ code: 'notFound', message, retryable: false }, connectionId)
    }
    await showReverted(context, reverted, change.key)
    return null
  }
  return { name, undo: revert, redo: revert, ...(subject === undefined ? {} : { subject }) }
}

/** Shows the item of a reverted change if it is downloaded and not filtered out. */
async function showReverted(
  context: ReviewContext,
  { item }: RevertedChange,
  key: number | undefined = item?.key,
): Promise<void> {
  if (item === null || key === undefined || context.connectionId === null) return
  const items = context.items
  const isVisible =
    showsList(context.content) && (context.campaignId === null || context.campaignId === item.campaignId)
  try {
    if (!isVisible)
      await returnToList(context, items, { connectionId: context.connectionId, campaignId: item.campaignId })
  } catch (error) {
    // The campaign was removed from this computer; its reviews were restored nevertheless.
    if (error instanceof ActionUnavailable) return
    throw error
  }
  context.frame.action('revealItem')?.(key)
}
