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
  if (count > 0) app.announcer.say(photoStrings.attached(count, app.format.number(count)))
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
