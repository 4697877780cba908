import { tick } from 'svelte'
import { commandOfPress } from '../../../electron/contract/commands.ts'
import type { GridReview } from '../../grid/grid-review.ts'
import type { AppModel } from '../../state/app.svelte.ts'
import { runCommand } from '../../state/commands.ts'
import type { ItemsState } from '../../state/items.svelte.ts'
import { markRows, type MarkingPlace } from '../../state/review-commands.ts'

/** The list that is reviewed. */
interface Reviewed {
  readonly app: AppModel
  readonly items: ItemsState
  /** Goes to a row and shows it. */
  readonly go: (position: number) => void
  /** Shows the details of the active item, whatever lies over them. */
  readonly showDetails: () => void
}

/** Reviewing the items of a list, in it and in the viewer. */
export class ListReview {
  readonly #in: Reviewed
  /** What is marked in the list: what is chosen. */
  readonly marking: MarkingPlace
  /** What rows show of the person's review, and what keys do over them; null while nothing is reviewed. */
  readonly list: GridReview | null
  /** The same in the viewer, where a mark is about what is looked at, and not about what is selected. */
  readonly viewer: GridReview | null

  constructor(reviewed: Reviewed) {
    this.#in = reviewed
    const { app, items, go } = reviewed
    this.marking = { items, go }
    const looking: MarkingPlace = {
      ...this.marking,
      rows: () => (items.active === null ? [] : [[items.active, items.active]]),
    }
    this.list = $derived(app.preferences.current.reviewing ? this.#over(this.marking) : null)
    this.viewer = $derived(app.preferences.current.reviewing ? this.#over(looking) : null)
  }

  #over(marking: MarkingPlace): GridReview {
    const { app } = this.#in
    const { reviews } = app
    return {
      of: (id) => reviews.of(id),
      knows: (id) => reviews.knows(id),
      want: (id) => {
        reviews.want(id)
      },
      mark: (mark) => {
        void markRows(app, marking, mark)
      },
      pressed: (event) => {
        const id = commandOfPress(event, ['review'], null)
        if (id === null) return false
        void runCommand(app, id)
        return true
      },
    }
  }

  /** Moves the focus to the note of the active item. */
  async editNote(): Promise<void> {
    this.#in.showDetails()
    await tick()
    this.#in.app.frame.action('focusNote')?.()
  }

  /** Lets the person choose photos for the active item. */
  async choosePhotos(): Promise<void> {
    this.#in.showDetails()
    await tick()
    this.#in.app.frame.action('choosePhotos')?.()
  }
}
