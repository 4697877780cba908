import type { ReviewMark } from '../../electron/contract/review.ts'
import type { History, HistoryEntry } from './history.svelte.ts'
import { Latest } from './latest.ts'

/** Time in milliseconds for which a toast is shown, unless the pointer or the focus is on it. */
const TOAST_MS = 8_000

/** What a toast shows: marks that were just set. */
export interface MarkToast {
  /** What was marked. */
  readonly text: string
  readonly mark: ReviewMark | null
}

/** The last marks with a way to undo them, until another action follows. */
export class UndoToast {
  readonly #history: History
  readonly #latest = new Latest()
  #last = $state.raw<{ readonly toast: MarkToast; readonly action: HistoryEntry } | null>(null)

  /** Null without a toast. Undo reverts the action of the toast and no other one. */
  readonly current = $derived.by((): MarkToast | null =>
    this.#last !== null && this.#history.nextUndo === this.#last.action ? this.#last.toast : null,
  )

  constructor(history: History) {
    this.#history = history
  }

  show(toast: MarkToast, action: HistoryEntry): void {
    this.#last = { toast, action }
    this.resume()
  }

  /** Keeps the toast, because it is being read. */
  readonly hold = (): void => this.#latest.cancel()

  /** Hides the toast after its time. */
  readonly resume = (): void => this.#latest.after(TOAST_MS, this.dismiss)

  readonly dismiss = (): void => {
    this.#latest.cancel()
    this.#last = null
  }
}
