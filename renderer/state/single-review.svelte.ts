import type { ReviewMark } from '../../electron/contract/review.ts'
import { messages } from '../../electron/contract/messages.ts'
import { shownName } from '../../electron/contract/clip-text.ts'
import type { PreferencesModel } from './preferences.svelte.ts'
import { ResultMarks } from './result-marks.svelte.ts'
import { setMarks } from './review-commands.ts'
import type { ReviewContext } from './review-history.ts'
import type { UndoToast } from './undo-toast.svelte.ts'

interface SingleReviewOptions {
  readonly context: ReviewContext
  readonly preferences: PreferencesModel
  readonly toast: UndoToast
  /** Moves to a row and shows it. */
  readonly go: (index: number) => void
}

/** Reviews one item of the list after the other. */
export class SingleReview {
  readonly #options: SingleReviewOptions
  /** The marks of the list. */
  readonly marks: ResultMarks
  /** Whether all items of the list have a mark; false for an empty list. */
  readonly isComplete = $derived.by(() => {
    const count = this.#options.context.items.result?.count ?? 0
    return count > 0 && this.marks.reviewed === count
  })

  constructor(options: SingleReviewOptions) {
    this.#options = options
    const { items, reviews } = options.context
    this.marks = new ResultMarks(() => {
      const { result, connectionId, campaignId } = items
      if (result === null) return null
      return { connectionId, campaignId, resultId: result.resultId, count: result.count }
    }, reviews)
  }

  /** Marks the active item and moves to the next one without a mark; null removes its mark. */
  mark(mark: ReviewMark | null): void {
    const { context, preferences, toast } = this.#options
    const { items } = context
    const index = items.active
    if (index === null) return
    const marking = setMarks(context, items, [[index, index]], mark)
    if (marking === null) return
    this.marks.set(index, mark)
    const { posNumber = null, itemName = null } = items.activeRow ?? {}
    const name = posNumber ?? itemName
    toast.show({ text: name === null ? messages.review.oneItem : shownName(name), mark }, marking.action)
    if (mark !== null && preferences.current.singleReview.advances) this.goToNextUnreviewed()
  }

  /** Moves to the next item without a mark, if there is one. */
  goToNextUnreviewed(): void {
    const { context, go } = this.#options
    const next = this.marks.nextUnreviewed(context.items.active ?? -1)
    if (next !== null) go(next)
    else if (this.isComplete) this.#announceComplete()
  }

  #announceComplete(): void {
    const { announcer, items } = this.#options.context
    const count = items.result?.count ?? 0
    announcer.announce(messages.review.single.complete({ count }))
  }

  /** Moves to the previous or the next item. */
  moveBy(by: 1 | -1): void {
    const { context, go } = this.#options
    const { active, result } = context.items
    const to = (active ?? -1) + by
    if (result !== null && to >= 0 && to < result.count) go(to)
  }
}
