import { reviewStrings } from '../../electron/contract/strings/review.ts'
import { photoStrings } from '../../electron/contract/strings/review-photos.ts'
import type { ItemRow } from '../../electron/contract/item.ts'
import type { ReviewPhoto } from '../../electron/contract/review.ts'
import { faultOf } from '../api.ts'
import type { AppModel } from './app.svelte.ts'

/** Attaches pictures to an item. How many could be is said; why others could not is shown with the item. */
export async function attachPhotos(app: AppModel, row: ItemRow, files: readonly File[]): Promise<void> {
  const { connectionId, reviews } = app
  if (connectionId === null || files.length === 0) return
  const there = reviews.of(row.campaignItemId)?.photos.length ?? 0
  const count = await reviews.photos.attach(connectionId, row, files, there)
  if (count > 0) app.announcer.say(photoStrings.attached(count, app.format.number(count)))
}

/** Takes a photo away, which can be undone. A failure is told. */
export async function removePhoto(app: AppModel, campaignItemId: string, photo: ReviewPhoto): Promise<void> {
  try {
    await app.reviews.removePhoto(campaignItemId, photo.hash)
    app.announcer.say(photoStrings.removed)
  } catch (error) {
    app.tell(faultOf(error))
  }
}

/** Brings back the photo that was removed last. A failure is told. */
export async function bringPhotoBack(app: AppModel): Promise<void> {
  try {
    // Of no result: there is no place in a list to go to.
    await app.reviews.undo(-1)
    app.announcer.say(reviewStrings.photoIsBack)
  } catch (error) {
    app.tell(faultOf(error))
  }
}
