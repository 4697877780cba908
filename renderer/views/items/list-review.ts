import type { GridReview } from '../../grid/grid-review.ts'
import type { AppModel } from '../../state/app.svelte.ts'
import { markRows, undoMarks, type MarkingPlace } from '../../state/review-commands.ts'
import { reviewCommandOf } from '../../state/review-keys.ts'

/** Where a review of the active item goes on. */
export interface ReviewPlaces {
  readonly goToNote: () => Promise<void>
  readonly choosePhotos: () => Promise<void>
}

/** What rows show of the person's review, and what keys do over them. */
export function reviewOver(app: AppModel, marking: MarkingPlace, places: ReviewPlaces): GridReview {
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
      else if (command.kind === 'undo') void undoMarks(app, marking)
      else if (command.kind === 'photos') void places.choosePhotos()
      else void places.goToNote()
      return true
    },
  }
}
