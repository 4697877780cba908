import { mergeStrings } from '../../electron/contract/strings/exchange.ts'
import { reviewStrings } from '../../electron/contract/strings/review.ts'
import type { SelectionRanges } from '../../electron/contract/query.ts'
import type { ReviewMark } from '../../electron/contract/review.ts'
import { faultOf } from '../api.ts'
import type { AppModel } from './app.svelte.ts'
import type { ItemsState } from './items.svelte.ts'

/** What marking leads to in the list that is shown. */
export interface MarkingPlace {
  readonly items: ItemsState
  /** Goes to a row and shows it. */
  readonly go: (position: number) => void
  /** Rows that a mark is about, whatever is selected; left out: the selected ones, else the active one. */
  readonly rows?: () => SelectionRanges
}

/**
 * Marks the selected rows, else the active one, and goes on to the row after them. What was done is said; so is a
 * failure.
 */
export async function markRows(
  app: AppModel,
  { items, go, rows }: MarkingPlace,
  mark: ReviewMark | null,
): Promise<void> {
  const { result } = items
  const ranges = rows?.() ?? items.chosenRanges()
  const last = ranges.at(-1)?.[1]
  if (result === null || last === undefined) return
  const marked = app.reviews.mark(result.resultId, ranges, mark)
  // At once: the next key is about the next row, however long this one takes to reach the disk.
  if (rows === undefined) items.clearSelection()
  go(Math.min(last + 1, result.count - 1))
  try {
    const count = await marked
    app.announcer.say(reviewStrings.marked(mark, count, app.format.number(count)))
  } catch (error) {
    app.tell(faultOf(error))
  }
}

/** Marks the active item and stays with it; null takes its mark away. A failure is told. */
export async function markActive(
  app: AppModel,
  { items }: MarkingPlace,
  mark: ReviewMark | null,
): Promise<void> {
  if (items.result === null || items.active === null) return
  try {
    const count = await app.reviews.mark(items.result.resultId, [[items.active, items.active]], mark)
    app.announcer.say(reviewStrings.marked(mark, count, app.format.number(count)))
  } catch (error) {
    app.tell(faultOf(error))
  }
}

/** Takes the last marks back, and goes to where they are. */
export async function undoMarks(app: AppModel, { items, go }: MarkingPlace): Promise<void> {
  const { result } = items
  if (result === null) return
  try {
    const undone = await app.reviews.undo(result.resultId)
    if (undone === null) {
      app.announcer.say(reviewStrings.nothingToUndo)
      return
    }
    app.announcer.say(
      undone.merged
        ? mergeStrings.undone(undone.count, app.format.number(undone.count))
        : undone.count === 0
          ? reviewStrings.photoIsBack
          : reviewStrings.undone(undone.count, app.format.number(undone.count)),
    )
    if (undone.position !== null && items.result?.resultId === result.resultId) go(undone.position)
  } catch (error) {
    app.tell(faultOf(error))
  }
}

/** Begins reviewing, or ends it. */
export function toggleReview(app: AppModel): void {
  const reviewing = !app.preferences.current.reviewing
  app.preferences.change({ reviewing })
  app.announcer.say(reviewing ? reviewStrings.begun : reviewStrings.ended)
}
