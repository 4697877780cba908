import { AppError } from '../../contract/app-error.ts'
import type { ItemRow } from '../../contract/item.ts'
import type { SelectionRanges } from '../../contract/query.ts'
import { REVIEW_REASONS } from '../../contract/strings/review.ts'
import type { Store } from '../../store/types.ts'
import type { Desk } from '../desk.ts'
import type { Handlers } from '../dispatcher.ts'
import { push } from '../push.ts'
import { countElements, countReviewed, goneReviews, reviewed } from '../reviewed.ts'
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
      await reviews.mark(rows, mark, Date.now())
      changed(connectionId)
      return { count: rows.length }
    },
    'reviews.note': async ({ connectionId, key, note }) => {
      const { store, reviews } = await desk.sessions.get(connectionId)
      const details = await store.getItem(key)
      if (details === null) throw new AppError('notFound')
      await reviews.note(details.row, note)
      changed(connectionId)
      return null
    },
    'reviews.addPhoto': async ({ connectionId, key, bytes }) => {
      const { store, reviews } = await desk.sessions.get(connectionId)
      const details = await store.getItem(key)
      if (details === null) throw new AppError('notFound')
      const photo = await reviews.addPhoto(details.row, bytes, Date.now())
      changed(connectionId)
      return photo
    },
    'reviews.removePhoto': async ({ connectionId, id, hash }) => {
      const { reviews } = await desk.sessions.get(connectionId)
      await reviews.removePhoto(id, hash, Date.now())
      changed(connectionId)
      return null
    },
    'reviews.undo': async ({ connectionId }) => {
      const { reviews } = await desk.sessions.get(connectionId)
      const undone = await reviews.undo()
      if (undone !== null) changed(connectionId, undone.merged)
      return undone
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
  }
}
