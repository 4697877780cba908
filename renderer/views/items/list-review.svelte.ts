import { tick } from 'svelte'
import type { GridReview } from '../../grid/grid-review.ts'
import type { AppModel } from '../../state/app.svelte.ts'
import type { ItemsState } from '../../state/items.svelte.ts'
import { markRows, type MarkingPlace } from '../../state/review-commands.ts'
import { reviewCommandOf } from '../../state/review-keys.ts'

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
        const command = reviewCommandOf(event)
        if (command === null) return false
        if (command.kind === 'mark') void markRows(app, marking, command.mark)
        else if (command.kind === 'photos') void this.choosePhotos()
        else void this.#goToNote()
        return true
      },
    }
  }

  async #goToNote(): Promise<void> {
    this.#in.showDetails()
    await tick()
    const field = document.querySelector<HTMLTextAreaElement>('textarea[data-command="note"]')
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }

  /** Lets the person choose photos for the active item. */
  async choosePhotos(): Promise<void> {
    this.#in.showDetails()
    await tick()
    const button = document.querySelector<HTMLElement>('[data-command="addPhotos"]')
    button?.focus()
    button?.click()
  }
}
