import { reviewStrings } from '../../electron/contract/strings/review.ts'
import type { SelectionRanges } from '../../electron/contract/query.ts'
import type { ReviewMark } from '../../electron/contract/review.ts'
import { faultOf } from '../api.ts'
import type { AppModel } from './app.svelte.ts'
import type { ItemsState } from './items.svelte.ts'
import { recordReviewChange, type ReviewContext } from './review-history.ts'

/** The list in which items are marked. */
export interface MarkingTarget {
  readonly items: ItemsState
  /** Moves to a row and shows it. */
  readonly go: (index: number) => void
  /** Returns the rows to mark; default: the selected ones, else the active one. */
  readonly rows?: () => SelectionRanges
}

/**
 * Marks the selected rows, else the active one, and moves to the row after them. The result is announced; a
 * failure is shown.
 */
export async function markRows(
  context: ReviewContext,
  { items, go, rows }: MarkingTarget,
  mark: ReviewMark | null,
): Promise<void> {
  const { result } = items
  const ranges = rows?.() ?? items.rangesToUse()
  const last = ranges.at(-1)?.[1]
  if (result === null || last === undefined) return
  const marked = setMarks(context, items, ranges, mark)
  // The next key applies to the next row, so this does not wait for the disk.
  if (rows === undefined) items.clearSelection()
  go(Math.min(last + 1, result.count - 1))
  await marked
}

/** Marks the active item without moving; null removes its mark. A failure is shown. */
export async function markActive(
  context: ReviewContext,
  { items }: MarkingTarget,
  mark: ReviewMark | null,
): Promise<void> {
  if (items.active !== null) await setMarks(context, items, [[items.active, items.active]], mark)
}

async function setMarks(
  context: ReviewContext,
  { result }: ItemsState,
  ranges: SelectionRanges,
  mark: ReviewMark | null,
): Promise<void> {
  if (result === null) return
  const { connectionId } = context
  const marking = context.reviews.mark(result.resultId, ranges, mark)
  recordReviewChange(context, {
    kind: 'mark',
    count: ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0),
    step: async () => (await marking).step,
    key: result.rows.get(ranges[0]?.[0] ?? 0)?.key,
  })
  try {
    const { count } = await marking
    context.announcer.announce(reviewStrings.marked(mark, count, context.environment.format.number(count)))
  } catch (error) {
    context.notices.show(faultOf(error), connectionId)
  }
}

/** Starts or ends review mode. */
export function toggleReview(context: Pick<AppModel, 'announcer' | 'preferences'>): void {
  const reviewing = !context.preferences.current.reviewing
  context.preferences.change({ reviewing })
  context.announcer.announce(reviewing ? reviewStrings.started : reviewStrings.stopped)
}
