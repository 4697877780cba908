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

/** Items that can be marked at once. Their values are stored with the mark, which takes time. */
const MAX_MARKED = 100_000
/** Characters of values that are passed on at once. Ordinary items stay below and are marked in one transaction. */
const MAX_MARKED_CHARACTERS = 64_000_000

/** Yields the rows of a selection in batches that fit into memory whatever their values are. */
async function* batchesAt(
  store: Store,
  resultId: number,
  ranges: SelectionRanges,
): AsyncGenerator<readonly ItemRow[]> {
  let batch: ItemRow[] = []
  let characters = 0
  for await (const rows of rowsAt(store, resultId, ranges, [])) {
    batch.push(...rows)
    for (const row of rows) {
      for (const value of Object.values(row)) if (typeof value === 'string') characters += value.length
    }
    if (characters < MAX_MARKED_CHARACTERS) continue
    yield batch
    ;[batch, characters] = [[], 0]
  }
  yield batch
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
      if (count > MAX_MARKED) {
        throw new AppError('badInput', { params: { reason: REVIEW_REASONS.tooMany(MAX_MARKED) } })
      }
      const at = Date.now()
      let step: number | null = null
      let marked = 0
      for await (const rows of batchesAt(store, resultId, ranges)) {
        step = await reviews.mark(rows, mark, at, step)
        marked += rows.length
      }
      changed(connectionId)
      return { count: marked, step }
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
      const session = await desk.sessions.get(connectionId)
      const gone = await goneReviews(session, campaignId)
      const ids = gone.map(({ campaignItemId }) => campaignItemId)
      const order = new Map(ids.map((id, index) => [id, index]))
      const whole = (await session.reviews.of(ids, 'whole')).toSorted(
        (one, other) => (order.get(one.campaignItemId) ?? 0) - (order.get(other.campaignItemId) ?? 0),
      )
      await writeClipboard(reviewsAsTable(whole), null)
      return null
    },
  }
}
