import { toDisplayablePhoto } from '../../artwork/thumbnails.ts'
import { AppError, badInput } from '../../contract/app-error.ts'
import { countIndexes } from '../../contract/query.ts'
import { messages } from '../../contract/messages.ts'
import type { ShellServices } from '../services.ts'
import type { Handlers } from '../dispatcher.ts'
import { writeClipboard } from '../system.ts'
import { callingWindow } from '../calling-window.ts'
import { pushToOthers, sendTo } from '../window-events.ts'
import {
  countElements,
  countReviewed,
  listOrphanedReviews,
  listReviewedItems,
  marksInResult,
  reviewsAsTable,
} from '../../app/reviewed-items.ts'
import { readRowsBySize } from '../../app/read-rows.ts'

type ReviewCalls = Extract<keyof Handlers, `reviews.${string}`>

/** Maximum number of items that can be marked at once. Storing their values takes time. */
const MAX_MARKED = 100_000

/** Reviews of items: marks, notes and photos. */
export function reviewHandlers(services: ShellServices): Pick<Handlers, ReviewCalls> {
  /** Sends the event: the fields of other windows show what this one has changed. */
  const changed = (connectionId: string, merged = false): void => {
    const window = callingWindow()?.window
    if (window?.isDestroyed() === false) sendTo(window, 'reviews.changed', { connectionId, merged })
    pushToOthers('reviews.changed', { connectionId, merged: true })
  }
  return {
    'reviews.get': async ({ connectionId, ids }) =>
      (await services.sessions.get(connectionId)).reviews.get(ids),
    'reviews.mark': async ({ connectionId, resultId, ranges, mark }) => {
      const { store, reviews } = await services.sessions.get(connectionId)
      if (countIndexes(ranges) > MAX_MARKED) {
        throw badInput(messages.review.reasons.tooMany({ most: MAX_MARKED }))
      }
      const at = Date.now()
      let step: number | null = null
      let marked = 0
      try {
        for await (const rows of readRowsBySize(store, resultId, ranges)) {
          step = await reviews.mark(rows, mark, at, step)
          marked += rows.length
        }
      } finally {
        // Also after an error: earlier batches are stored.
        changed(connectionId)
      }
      return { count: marked, step }
    },
    'reviews.note': async ({ connectionId, key, note, continues }) => {
      const { store, reviews } = await services.sessions.get(connectionId)
      const details = await store.getItem(key)
      if (details === null) throw new AppError('notFound')
      const step = await reviews.note(details.row, note, continues)
      changed(connectionId)
      return { step }
    },
    'reviews.addPhoto': async ({ connectionId, key, bytes, continues }) => {
      const { store, reviews } = await services.sessions.get(connectionId)
      const details = await store.getItem(key)
      if (details === null) throw new AppError('notFound')
      const photo = await reviews.addPhoto(details.row, bytes, Date.now(), continues)
      changed(connectionId)
      return photo
    },
    'reviews.drawPhoto': async ({ bytes }) => {
      const drawing = await toDisplayablePhoto((picture) => services.pictureProcess.draw(picture), bytes)
      return typeof drawing === 'string'
        ? { problem: drawing === 'tooComplex' ? drawing : 'damaged' }
        : { bytes: drawing }
    },
    'reviews.removePhoto': async ({ connectionId, id, hash }) => {
      const { reviews } = await services.sessions.get(connectionId)
      const step = await reviews.removePhoto(id, hash, Date.now())
      changed(connectionId)
      return { step }
    },
    'reviews.listSteps': async ({ connectionId }) =>
      (await services.sessions.get(connectionId)).reviews.listSteps(),
    'reviews.revert': async ({ connectionId, step }) => {
      const { store, reviews } = await services.sessions.get(connectionId)
      const reverted = await reviews.revert(step)
      if (reverted === null) return null
      const { kind, campaignItemId, reverse, count, skipped } = reverted
      changed(connectionId, kind === 'note' || kind === 'import')
      // The change is undone on disk. If the cache cannot be read, only its item is not brought into view.
      const [row] = campaignItemId === null ? [] : await store.rowsOfItems([campaignItemId]).catch(() => [])
      const item = row === undefined ? null : { key: row.key, campaignId: row.campaignId }
      return { reverse, count, skipped, item }
    },
    'reviews.progress': async ({ connectionId, campaignId, resultId }) => {
      const { store, reviews } = await services.sessions.get(connectionId)
      const all = await listReviewedItems({ store, reviews }, campaignId)
      const keys = all.flatMap(({ review, row }) => (row === null || review.mark === null ? [] : [row.key]))
      return {
        reviewed: keys.length,
        inResult: (await store.indexesOf(resultId, Int32Array.from(keys))).filter((index) => index >= 0)
          .length,
        orphaned: all.filter(({ row }) => row === null).length,
      }
    },
    'reviews.marks': async ({ connectionId, campaignId, resultId }) =>
      marksInResult(await services.sessions.get(connectionId), campaignId, resultId),
    'reviews.counts': async ({ connectionId, campaignId }) =>
      countReviewed(await listReviewedItems(await services.sessions.get(connectionId), campaignId)),
    'reviews.elements': async ({ connectionId, campaignId }) =>
      countElements(await services.sessions.get(connectionId), campaignId),
    'reviews.orphaned': async ({ connectionId, campaignId }) =>
      listOrphanedReviews(await services.sessions.get(connectionId), campaignId),
    'reviews.copyOrphaned': async ({ connectionId, campaignId }) => {
      const session = await services.sessions.get(connectionId)
      const ids = (await listOrphanedReviews(session, campaignId)).map(({ campaignItemId }) => campaignItemId)
      const reviews = new Map(
        (await session.reviews.get(ids, 'whole')).map((review) => [review.campaignItemId, review]),
      )
      await writeClipboard(reviewsAsTable(ids.flatMap((id) => reviews.get(id) ?? [])), null)
      return null
    },
  }
}
