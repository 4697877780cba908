import type { ItemDetails } from '../contract/item.ts'
import { decodeArtworks, type DecodedArtwork } from './decode-item.ts'
import { asObject } from './decode-json.ts'
import type { ReadHandle } from './database/handles.ts'
import { ROW_SELECTION, toItemRow, type RowTuple } from './item-columns.ts'
import type { PictureSize } from './types.ts'

/** Everything about an item; null when it is no longer in a copy in use. */
export function getItem(handle: ReadHandle, key: number): ItemDetails | null {
  return handle.snapshot(() => {
    const tuple = handle
      .tuples<RowTuple>(
        `SELECT ${ROW_SELECTION} FROM items JOIN campaigns ON campaigns.copy_key = items.copy_key
          WHERE items.key = ?`,
      )
      .get(key)
    const json = bodyOf(handle, key)
    if (tuple === undefined || json === null) return null
    return {
      row: toItemRow(tuple),
      artworks: artworksIn(json).map(({ id, name, thumbnailUrl }) => ({
        id,
        name,
        hasPicture: thumbnailUrl !== null,
      })),
      json,
      fetchedAt:
        handle
          .values<number | null>(
            `SELECT fetched_at FROM campaigns JOIN items ON items.copy_key = campaigns.copy_key
              WHERE items.key = ?`,
          )
          .get(key) ?? null,
    }
  })
}

/** Address of the picture of an item's artwork, or of its file; null without one. */
export function pictureUrl(
  handle: ReadHandle,
  key: number,
  artworkIndex: number,
  size: PictureSize,
): string | null {
  const json = bodyOf(handle, key)
  const artwork = json === null ? undefined : artworksIn(json)[artworkIndex]
  return (size === 'full' ? artwork?.fileUrl : artwork?.thumbnailUrl) ?? null
}

function bodyOf(handle: ReadHandle, key: number): string | null {
  return handle.values<string>('SELECT json FROM item_bodies WHERE item_key = ?').get(key) ?? null
}

function artworksIn(json: string): readonly DecodedArtwork[] {
  const entity: unknown = JSON.parse(json)
  return decodeArtworks(asObject(entity))
}
