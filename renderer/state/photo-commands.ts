import { photoStrings } from '../../electron/contract/strings/review-photos.ts'
import type { ItemRow } from '../../electron/contract/item.ts'
import type { ReviewPhoto } from '../../electron/contract/review.ts'
import { faultOf } from '../api.ts'
import type { AppModel } from './app.svelte.ts'
import { photoRemoval, recordReviewChange } from './review-history.ts'

/**
 * Attaches pictures to an item. The count is announced; why others could not be attached is shown with the
 * item.
 */
export async function attachPhotos(app: AppModel, row: ItemRow, files: readonly File[]): Promise<void> {
  const { connectionId, reviews } = app
  if (connectionId === null || files.length === 0) return
  const attached = reviews.of(row.campaignItemId)?.photos.length ?? 0
  const attaching = reviews.photos.attach(connectionId, row, files, attached)
  recordReviewChange(app, { kind: 'addPhotos', key: row.key, step: async () => (await attaching).step })
  const { count } = await attaching
  if (count > 0) app.announcer.say(photoStrings.attached(count, app.environment.format.number(count)))
}

/** Removes a photo. A failure is shown. */
export async function removePhoto(app: AppModel, campaignItemId: string, photo: ReviewPhoto): Promise<void> {
  const removing = app.reviews.removePhoto(campaignItemId, photo.hash)
  recordReviewChange(app, {
    kind: 'removePhoto',
    step: () => removing,
    subject: photoRemoval(campaignItemId),
  })
  try {
    await removing
    app.announcer.say(photoStrings.removed)
  } catch (error) {
    app.tell(faultOf(error))
  }
}

/** Whether a drag may bring pictures: what they are is told only when they are let go. */
export function mayBringPictures(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') === true
}

/** Files that were let go or pasted, whatever they are: what cannot be attached is to be said. */
export function filesIn(transfer: DataTransfer | null): readonly File[] {
  return [...(transfer?.files ?? [])]
}

/** Pictures that were pasted; a text that comes with one is what is meant where texts are written. */
export function pastedPictures(transfer: DataTransfer | null, intoText: boolean): readonly File[] {
  if (intoText && transfer?.types.includes('text/plain') === true) return []
  return filesIn(transfer).filter(({ type }) => type.startsWith('image/'))
}
