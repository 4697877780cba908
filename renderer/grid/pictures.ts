import { PICTURE_ORIGIN, PHOTO_ORIGIN } from '../../electron/contract/bridge.ts'
import type { ItemRow } from '../../electron/contract/item.ts'
import type { PictureTrouble } from '../../electron/contract/pictures.ts'
import { messages } from '../../electron/contract/messages.ts'
import { api } from '../api.ts'
import type { GridColumn } from './column-layout.ts'

/** Width of a picture next to the text of its cell, with the space after it, in CSS pixels. */
export const PICTURE_WIDTH = { small: 27, large: 62 } as const
export type PictureSize = keyof typeof PICTURE_WIDTH

/** Returns the column with the pictures: the name if it is shown, else the first column with texts. */
export function picturedColumn<Key extends string>(columns: readonly GridColumn<Key>[]): Key | null {
  const main = columns.find(({ style }) => style === 'name')
  return (main ?? columns.find(({ style }) => style === 'text' || style === 'code'))?.key ?? null
}

/** Returns the address of an artwork's thumbnail, whether or not it is available. */
export function pictureUrl(connectionId: string, itemKey: number, artwork: number): string {
  return `${PICTURE_ORIGIN}/${connectionId}/${String(itemKey)}/${String(artwork)}`
}

/** Returns the address of an artwork's file; without one it serves the thumbnail. */
export function pictureFileUrl(connectionId: string, itemKey: number, artwork: number): string {
  return `${pictureUrl(connectionId, itemKey, artwork)}/full`
}

/** Returns the address of the previous version of a thumbnail, or with `full` of the file. */
export function previousPictureUrl(
  connectionId: string,
  itemKey: number,
  artwork: number,
  full: boolean,
): string {
  return `${pictureUrl(connectionId, itemKey, artwork)}/before${full ? '/full' : ''}`
}

const REFERENCE = /\/([^/]+)\/(\d+)\/(\d+)(?:\/full)?$/u

/** Returns why a picture on this computer is not shown, as text, or null. */
export async function pictureTrouble(source: string): Promise<string | null> {
  const trouble = await troubleAt(source)
  return trouble === null || trouble === 'reduced' ? null : messages.artwork.trouble[trouble]
}

/** Returns whether the picture of an address is a reduced preview. */
export async function isReducedPreview(source: string): Promise<boolean> {
  return (await troubleAt(source)) === 'reduced'
}

async function troubleAt(source: string): Promise<PictureTrouble | null> {
  const [, connectionId, itemKey, artwork] = REFERENCE.exec(source) ?? []
  if (connectionId === undefined) return null
  const reference = { connectionId, itemKey: Number(itemKey), artwork: Number(artwork) }
  return api.call('pictures.problem', reference).catch(() => null)
}

/** Returns whether a row may have a picture of its first artwork. */
export function mayHavePicture(row: ItemRow): boolean {
  return row.artworkNames !== null || row.hasArtwork === true
}

/**
 * Returns the address of the picture of a row's first artwork, whether or not it is available; null without
 * one.
 */
export function rowPictureUrl(connectionId: string, row: ItemRow): string | null {
  return mayHavePicture(row) ? pictureUrl(connectionId, row.key, 0) : null
}

/**
 * Cancels the request of a picture that leaves the page; it would continue, and keep the element in memory.
 */
export function cancelWhenRemoved(image: Element): () => void {
  return () => image.removeAttribute('src')
}

/** Returns the address of a photo of a review. */
export function photoUrl(connectionId: string, hash: string): string {
  return `${PHOTO_ORIGIN}/${connectionId}/${hash}`
}
