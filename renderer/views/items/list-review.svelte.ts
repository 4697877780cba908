import { tick } from 'svelte'
import { commandOfPress } from '../../../electron/contract/commands.ts'
import type { GridReview } from '../../grid/grid-review.ts'
import type { Commands } from '../../state/commands.ts'
import type { FrameModel } from '../../state/frame.svelte.ts'
import type { ItemsState } from '../../state/items.svelte.ts'
import type { PreferencesModel } from '../../state/preferences.svelte.ts'
import { markRows, type MarkingTarget } from '../../state/review-commands.ts'
import type { ReviewContext } from '../../state/review-history.ts'

/** The list that a review changes. */
interface ReviewTarget {
  readonly commands: Commands
  readonly frame: FrameModel
  readonly preferences: PreferencesModel
  readonly reviewContext: ReviewContext
  readonly items: ItemsState
  /** Moves to a row and shows it. */
  readonly go: (index: number) => void
  /** Shows the details of the active item, and closes what covers them. */
  readonly showDetails: () => void
}

/** Reviews the items of a list, in the list and in the viewer. */
export class ListReview {
  readonly #target: ReviewTarget
  /** Marks the selected items of the list, or the active one. */
  readonly marking: MarkingTarget
  /** The marks of the rows, with their keys; null outside of review mode. */
  readonly list: GridReview | null
  /** The marks in the viewer, where keys mark the shown item instead of the selection. */
  readonly viewer: GridReview | null

  constructor(target: ReviewTarget) {
    this.#target = target
    const { items, preferences, go } = target
    this.marking = { items, go }
    const viewerTarget: MarkingTarget = {
      ...this.marking,
      rows: () => (items.active === null ? [] : [[items.active, items.active]]),
    }
    this.list = $derived(preferences.current.reviewing ? this.#gridReview(this.marking) : null)
    this.viewer = $derived(preferences.current.reviewing ? this.#gridReview(viewerTarget) : null)
  }

  #gridReview(marking: MarkingTarget): GridReview {
    const { commands, reviewContext } = this.#target
    const { reviews } = reviewContext
    return {
      get: (id) => reviews.get(id),
      has: (id) => reviews.has(id),
      request: (id) => reviews.request(id),
      mark: (mark) => void markRows(reviewContext, marking, mark),
      handleKey: (event) => {
        const id = commandOfPress(event, ['review'], null)
        if (id === null) return false
        void commands.run(id)
        return true
      },
    }
  }

  /** Moves the focus to the note of the active item. */
  async editNote(): Promise<void> {
    this.#target.showDetails()
    await tick()
    this.#target.frame.action('focusNote')?.()
  }

  /** Takes a photo of the active item. */
  async takePhoto(): Promise<void> {
    this.#target.showDetails()
    await tick()
    this.#target.frame.action('capturePhoto')?.()
  }

  /** Opens the dialog to choose photos for the active item. */
  async choosePhotos(): Promise<void> {
    this.#target.showDetails()
    await tick()
    this.#target.frame.action('choosePhotos')?.()
  }
}
