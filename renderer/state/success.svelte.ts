import type { History, HistoryEntry } from './history.svelte.ts'

/** A completed action, and what can be done next. */
export interface Success {
  /** What was done. */
  readonly title: string
  /** What it was done with, for example a file. */
  readonly text: string
  /** Null: there is nothing to continue with. */
  readonly action: { readonly label: string; readonly run: () => Promise<void> } | null
  /**
   * The action in the history. The success is no longer shown when another action follows or it is undone.
   */
  readonly entry?: HistoryEntry
}

/** The last completed action that is confirmed above the view. */
export class SuccessModel {
  readonly #history: History
  #last = $state.raw<Success | null>(null)

  readonly current = $derived.by((): Success | null =>
    this.#last?.entry === undefined || this.#last.entry === this.#history.nextUndo ? this.#last : null,
  )

  constructor(history: History) {
    this.#history = history
  }

  show(success: Success): void {
    this.#last = success
  }

  dismiss(): void {
    this.#last = null
  }
}
