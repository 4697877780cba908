import type { ItemRow } from '../../electron/contract/item.ts'
import { REVIEW_MARKS, reviewedItem, type Review } from '../../electron/contract/review.ts'
import { CONNECTION, type FakeItemsMain } from './fake-items-main.ts'

/**
 * Stores marks and notes in memory behind the calls of the contract. Returns the saved reviews by service id.
 */
export function answerReviews(main: FakeItemsMain): Map<string, Review> {
  const saved = new Map<string, Review>()
  /** Reviews before each step, by step id. */
  const steps = new Map<number, ReadonlyMap<string, Review | undefined>>()
  const record = (ids: readonly string[]): number => {
    steps.set(steps.size + 1, new Map(ids.map((id) => [id, saved.get(id)])))
    return steps.size
  }
  const notifyChanged = <Value>(value: Value): Value => {
    main.emit('reviews.changed', { connectionId: CONNECTION.id, merged: false })
    return value
  }
  const write = (row: ItemRow, change: Partial<Review>): void => {
    const previousReview = saved.get(row.campaignItemId)
    saved.set(row.campaignItemId, {
      campaignItemId: row.campaignItemId,
      campaignId: row.campaignId,
      mark: null,
      markedAt: null,
      note: '',
      photos: [],
      item: reviewedItem(row),
      ...previousReview,
      ...change,
    })
  }
  main.answer('reviews.get', ({ ids }) => ids.flatMap((id) => saved.get(id) ?? []))
  main.answer('reviews.mark', ({ ranges, mark }) => {
    const rows = ranges.flatMap(([first, last]) => main.rows.slice(first, last + 1))
    const step = record(rows.map(({ campaignItemId }) => campaignItemId))
    for (const row of rows) {
      write(row, { mark, markedAt: mark === null ? null : 1_700_000_000_000, item: reviewedItem(row) })
    }
    return notifyChanged({ count: rows.length, step })
  })
  main.answer('reviews.note', ({ key, note, continues }) => {
    const row = main.rows.find((each) => each.key === key)
    const step = continues ?? record(row === undefined ? [] : [row.campaignItemId])
    if (row !== undefined) write(row, { note })
    return notifyChanged({ step })
  })
  main.answer('reviews.revert', ({ step }) => {
    const previousStep = steps.get(step)
    if (previousStep === undefined) return null
    const reverse = record([...previousStep.keys()])
    for (const [id, review] of previousStep) {
      if (review === undefined) saved.delete(id)
      else saved.set(id, review)
    }
    main.emit('reviews.changed', { connectionId: CONNECTION.id, merged: true })
    const row = main.rows.find(({ campaignItemId }) => previousStep.has(campaignItemId))
    const item = row === undefined ? null : { key: row.key, campaignId: row.campaignId }
    return { reverse, count: previousStep.size, skipped: 0, item }
  })
  main.answer('reviews.progress', () => {
    const reviewed = [...saved.values()].filter(({ mark }) => mark !== null).length
    return { reviewed, inResult: reviewed, orphaned: 0 }
  })
  main.answer('reviews.marks', () =>
    Uint8Array.from(main.rows, ({ campaignItemId }) => {
      const mark = saved.get(campaignItemId)?.mark ?? null
      return mark === null ? 0 : REVIEW_MARKS.indexOf(mark) + 1
    }),
  )
  main.answer('reviews.orphaned', () => [])
  return saved
}
