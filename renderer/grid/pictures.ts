import { PICTURE_ORIGIN, PHOTO_ORIGIN } from '../../electron/contract/channels.ts'
import type { ColumnKey } from '../../electron/contract/columns.ts'
import type { ItemRow } from '../../electron/contract/item.ts'
import type { PictureTrouble } from '../../electron/contract/pictures.ts'
import { artworkStrings } from '../../electron/contract/strings/artwork.ts'
import { api } from '../api.ts'
import type { GridColumn } from './column-layout.ts'

/** Room that a picture takes beside the text of its cell, in CSS pixels. */
export const PICTURE_WIDTH = 62

/** The column that has the pictures: the name of the item where it is shown, else the first with a text. */
export function picturedColumn(columns: readonly GridColumn[]): ColumnKey | null {
  const texts = columns.filter(({ style }) => style === 'text' || style === 'code')
  return (texts.find(({ key }) => key === 'itemName') ?? texts[0])?.key ?? null
}

/** Address of the small picture of an item's artwork. Whether it can be had shows itself. */
export function pictureAt(connectionId: string, itemKey: number, artwork: number): string {
  return `${PICTURE_ORIGIN}/${connectionId}/${String(itemKey)}/${String(artwork)}`
}

/** Address of the file of an artwork itself; where there is none, it leads to the small picture. */
export function fileAt(connectionId: string, itemKey: number, artwork: number): string {
  return `${pictureAt(connectionId, itemKey, artwork)}/full`
}

/** The same of the version before; `full` is the file itself. */
export function pictureBeforeAt(
  connectionId: string,
  itemKey: number,
  artwork: number,
  full: boolean,
): string {
  return `${pictureAt(connectionId, itemKey, artwork)}/before${full ? '/full' : ''}`
}

const PLACE = /\/([^/]+)\/(\d+)\/(\d+)(?:\/full)?$/u

/**
 * Why the picture at one of these addresses is not shown although it is on this computer, in words; null: no
 * such reason.
 */
export async function pictureTrouble(source: string): Promise<string | null> {
  const trouble = await troubleAt(source)
  return trouble === null || trouble === 'reduced' ? null : artworkStrings.trouble[trouble]
}

/** Whether what is shown of the file at one of these addresses is a smaller preview. */
export async function isReducedPreview(source: string): Promise<boolean> {
  return (await troubleAt(source)) === 'reduced'
}

async function troubleAt(source: string): Promise<PictureTrouble | null> {
  const [, connectionId, itemKey, artwork] = PLACE.exec(source) ?? []
  if (connectionId === undefined) return null
  const place = { connectionId, itemKey: Number(itemKey), artwork: Number(artwork) }
  return api.call('pictures.problem', place).catch(() => null)
}

/** Whether a row may have a picture of its first artwork. */
export function mayHavePicture(row: ItemRow): boolean {
  return row.artworkNames !== null || row.hasArtwork === true
}

/**
 * Address of the picture of a row's first artwork; null for a row that has none. Whether it can be had shows
 * itself.
 */
export function pictureOf(connectionId: string, row: ItemRow): string | null {
  return mayHavePicture(row) ? pictureAt(connectionId, row.key, 0) : null
}

/** Address of a photo of a review. */
export function photoAt(connectionId: string, hash: string): string {
  return `${PHOTO_ORIGIN}/${connectionId}/${hash}`
}
