import type { ColumnLayout } from '../../electron/contract/preferences.ts'
import type { ViewQuery } from './items-query.ts'
import { noted, NO_STEPS, stepBack, stepForward, type Step } from './view-steps.ts'

/** The columns of the list that is shown. */
export interface ListColumns {
  readonly now: () => ColumnLayout
  readonly set: (columns: ColumnLayout) => void
}

/** What of a view was changed, and how to take that back; but for the typing, whose field has an undo of its own. */
export class ViewHistory {
  readonly #query: () => ViewQuery
  readonly #columns: () => ColumnLayout
  readonly #apply: (step: Step) => Promise<void>
  #steps = $state.raw(NO_STEPS)

  readonly canUndo = $derived(this.#steps.past.length > 0)
  readonly canRedo = $derived(this.#steps.future.length > 0)

  /**
   * @param query what is asked for now.
   * @param columns how the columns are arranged now.
   * @param apply makes what a step says hold again.
   */
  constructor(query: () => ViewQuery, columns: () => ColumnLayout, apply: (step: Step) => Promise<void>) {
    this.#query = query
    this.#columns = columns
    this.#apply = apply
  }

  /**
   * Notes what holds now of the parts that are about to change.
   * @param about several changes in a row about the same thing are one step; null for a step of its own.
   */
  note(change: Step, about: string | null = null): void {
    this.#steps = noted(this.#steps, this.#standing(change), about)
  }

  /** Takes the last step back. */
  async undo(): Promise<void> {
    await this.#go(stepBack(this.#steps, (step) => this.#standing(step)))
  }

  /** Makes again what was taken back last. */
  async redo(): Promise<void> {
    await this.#go(stepForward(this.#steps, (step) => this.#standing(step)))
  }

  /** Begins anew: another list. */
  forget(): void {
    this.#steps = NO_STEPS
  }

  #standing(change: Step): Step {
    const query = this.#query()
    return {
      query: Object.fromEntries(Object.keys(change.query).map((key) => [key, query[key as keyof ViewQuery]])),
      columns: change.columns === null ? null : this.#columns(),
    }
  }

  async #go(gone: ReturnType<typeof stepBack>): Promise<void> {
    if (gone === null) return
    this.#steps = gone.steps
    await this.#apply(gone.step)
  }
}
