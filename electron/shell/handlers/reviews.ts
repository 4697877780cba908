import { AppError } from '../../contract/app-error.ts'
import type { ItemRow } from '../../contract/item.ts'
import type { SelectionRanges } from '../../contract/query.ts'
import { REVIEW_REASONS } from '../../contract/strings/review.ts'
import type { Store } from '../../store/types.ts'
import type { Desk } from '../desk.ts'
import type { Handlers } from '../dispatcher.ts'
import { writeClipboard } from '../clipboard.ts'
import { push } from '../push.ts'
import { countElements, countReviewed, goneReviews, reviewed } from '../reviewed.ts'
import { reviewsAsTable } from '../reviews-table.ts'
import { rowsAt } from '../rows-at.ts'
import { systemLocale } from '../system-locale.ts'

type ReviewCalls = Extract<keyof Handlers, `reviews.${string}`>

/** Each marked item is kept as it was: more at once would be a wait without a word. */
const MOST_MARKED = 100_000

async function allRows(store: Store, resultId: number, ranges: SelectionRanges): Promise<readonly ItemRow[]> {
  const rows: ItemRow[] = []
  for await (const batch of rowsAt(store, resultId, ranges, [])) rows.push(...batch)
  return rows
}

/** What the person finds of items: it stays on this computer. */
export function reviewHandlers(desk: Desk): Pick<Handlers, ReviewCalls> {
  const changed = (connectionId: string, merged = false): void => {
    push('reviews.changed', { connectionId, merged })
  }
  return {
    'reviews.of': async ({ connectionId, ids }) => (await desk.sessions.get(connectionId)).reviews.of(ids),
    'reviews.mark': async ({ connectionId, resultId, ranges, mark }) => {
      const { store, reviews } = await desk.sessions.get(connectionId)
      const count = ranges.reduce((sum, [first, last]) => sum + Math.max(0, last - first + 1), 0)
      if (count > MOST_MARKED) {
        throw new AppError('badInput', { params: { reason: REVIEW_REASONS.tooMany(MOST_MARKED) } })
      }
      const rows = await allRows(store, resultId, ranges)
      const step = await reviews.mark(rows, mark, Date.now())
      changed(connectionId)
      return { count: rows.length, step }
    },
    'reviews.note': async ({ connectionId, key, note, continues }) => {
      const { store, reviews } = await desk.sessions.get(connectionId)
      const details = await store.getItem(key)
      if (details === null) throw new AppError('notFound')
      const step = await reviews.note(details.row, note, continues)
      changed(connectionId)
      return { step }
    },
    'reviews.addPhoto': async ({ connectionId, key, bytes, continues }) => {
      const { store, reviews } = await desk.sessions.get(connectionId)
      const details = await store.getItem(key)
      if (details === null) throw new AppError('notFound')
      const photo = await reviews.addPhoto(details.row, bytes, Date.now(), continues)
      changed(connectionId)
      return photo
    },
    'reviews.removePhoto': async ({ connectionId, id, hash }) => {
      const { reviews } = await desk.sessions.get(connectionId)
      const step = await reviews.removePhoto(id, hash, Date.now())
      changed(connectionId)
      return { step }
    },
    'reviews.steps': async ({ connectionId }) => (await desk.sessions.get(connectionId)).reviews.steps(),
    'reviews.revert': async ({ connectionId, step }) => {
      const { store, reviews } = await desk.sessions.get(connectionId)
      const reverted = await reviews.revert(step)
      if (reverted === null) return null
      const { kind, campaignItemId, reverse, count, skipped } = reverted
      changed(connectionId, kind === 'note' || kind === 'import')
      // The undone change is on disk; a cache that cannot be read only leaves its item out of view.
      const [row] = campaignItemId === null ? [] : await store.rowsOfItems([campaignItemId]).catch(() => [])
      const item = row === undefined ? null : { key: row.key, campaignId: row.campaignId }
      return { reverse, count, skipped, item }
    },
    'reviews.progress': async ({ connectionId, campaignId, resultId }) => {
      const { store, reviews } = await desk.sessions.get(connectionId)
      const all = await reviewed({ store, reviews }, campaignId)
      const keys = all.flatMap(({ review, row }) => (row === null || review.mark === null ? [] : [row.key]))
      return {
        reviewed: keys.length,
        inResult: await store.countAmong(resultId, Int32Array.from(keys)),
        gone: all.filter(({ row }) => row === null).length,
      }
    },
    'reviews.counts': async ({ connectionId, campaignId }) =>
      countReviewed(await reviewed(await desk.sessions.get(connectionId), campaignId)),
    'reviews.elements': async ({ connectionId, campaignId }) =>
      countElements(await desk.sessions.get(connectionId), campaignId, systemLocale()),
    'reviews.gone': async ({ connectionId, campaignId }) =>
      goneReviews(await desk.sessions.get(connectionId), campaignId),
    'reviews.copyGone': async ({ connectionId, campaignId }) => {
      const reviews = await goneReviews(await desk.sessions.get(connectionId), campaignId)
      await writeClipboard(reviewsAsTable(reviews), null)
      return null
    },
  }
}
