import type { ItemRow } from '../../electron/contract/item.ts'
import { createReviews } from '../../electron/review/reviews.ts'
import type { RevertedStep, Reviews } from '../../electron/review/types.ts'
import type { Fault } from '../../electron/contract/faults.ts'
import { REVIEW_WORKER_URL } from './entries.ts'
import { itemIdOf } from './store.ts'

/** A row to be reviewed; its item has the id of `buildItem(number)`. */
export function reviewedRow(number: number, changes: Partial<ItemRow> = {}): ItemRow {
  return {
    key: number + 1,
    campaignItemId: itemIdOf(number),
    campaignId: 'campaign-1',
    campaignName: 'Summer',
    itemId: `item-${String(number)}`,
    itemName: `Item ${String(number)}`,
    posNumber: `POS-${String(number)}`,
    elementId: 'element-1',
    elementName: 'Wobbler',
    artworkNames: `Artwork ${String(number)}`,
    workflowTemplateName: 'Standard',
    clientId: 'client-1',
    status: number % 4,
    qty: number,
    isLocked: number % 2 === 0,
    hasArtwork: true,
    hasAllocations: false,
    updatedAt: '2026-01-01T00:00:00.000Z',
    ...changes,
  }
}

/** The reviews of a file. */
export interface OpenedReviews extends Reviews {
  readonly notices: readonly Fault[]
  /** Undoes the last step; null if there is none. */
  undo(): Promise<RevertedStep | null>
}

/** Opens the reviews of a file. */
export function openReviews(file: string): OpenedReviews {
  const notices: Fault[] = []
  const reviews = createReviews({
    file,
    workerUrl: REVIEW_WORKER_URL,
    onNotice: (notice) => notices.push(notice),
  })
  return {
    ...reviews,
    notices,
    undo: async () => {
      const last = (await reviews.listSteps()).at(-1)
      return last === undefined ? null : reviews.revert(last.step)
    },
  }
}
