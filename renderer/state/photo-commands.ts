import { messages } from '../../electron/contract/messages.ts'
import type { ItemRow } from '../../electron/contract/item.ts'
import type { ReviewPhoto } from '../../electron/contract/review.ts'
import { faultOf } from '../api.ts'
import { photoRemoval, recordReviewChange, type ReviewContext } from './review-history.ts'

/** Attaches pictures to an item. Announces their number; the item shows why others could not be attached. */
export async function attachPhotos(
  context: ReviewContext,
  row: ItemRow,
  files: readonly File[],
): Promise<void> {
  const { connectionId, reviews } = context
  if (connectionId === null || files.length === 0) return
  const attached = reviews.get(row.campaignItemId)?.photos.length ?? 0
  const attaching = reviews.photos.attach(connectionId, row, files, attached)
  recordReviewChange(context, { kind: 'addPhotos', key: row.key, step: async () => (await attaching).step })
  const { count } = await attaching
  if (count > 0) context.announcer.announce(messages.reviewPhotos.attached({ count }))
}

/** Removes a photo. A failure is shown. */
export async function removePhoto(
  context: ReviewContext,
  campaignItemId: string,
  photo: ReviewPhoto,
): Promise<void> {
  const { connectionId } = context
  const removing = context.reviews.removePhoto(campaignItemId, photo.hash)
  recordReviewChange(context, {
    kind: 'removePhoto',
    step: () => removing,
    subject: photoRemoval(campaignItemId),
  })
  try {
    await removing
    context.announcer.announce(messages.reviewPhotos.removed)
  } catch (error) {
    context.notices.show(faultOf(error), connectionId)
  }
}

/** Returns whether a drag may contain pictures; their kinds are unknown until they are dropped. */
export function mayContainFiles(transfer: DataTransfer): boolean {
  return transfer.types.includes('Files')
}

/** Returns all dropped or pasted files, because those that cannot be attached are reported. */
export function filesIn(transfer: DataTransfer | null): readonly File[] {
  return [...(transfer?.files ?? [])]
}

/** Returns pasted pictures. In a text field, a text that accompanies a picture takes precedence. */
export function pastedPictures(transfer: DataTransfer | null, intoText: boolean): readonly File[] {
  if (intoText && transfer?.types.includes('text/plain') === true) return []
  return filesIn(transfer).filter(({ type }) => type.startsWith('image/'))
}
