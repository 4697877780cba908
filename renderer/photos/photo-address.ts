import { PHOTO_ORIGIN } from '../../electron/contract/channels.ts'

/** Address of a photo of a review. */
export function photoAt(connectionId: string, hash: string): string {
  return `${PHOTO_ORIGIN}/${connectionId}/${hash}`
}
