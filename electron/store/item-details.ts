import type { ItemDetails, ItemRow } from '../contract/item.ts'
import { MAX_MEMBERS } from '../contract/json-excerpt.ts'
import { reviewedItem } from '../contract/review.ts'
import { decodeArtworks, type DecodedArtwork } from './decode-item.ts'
import { asObject } from './decode-json.ts'
import type { ReadHandle } from './database/handles.ts'
import { itemsWithIds } from './items-with-ids.ts'
import { ROW_SELECTION, toItemRow, type StoredRow } from './item-columns.ts'
import { withAbbreviatedTexts } from './abbreviated-value.ts'
import { previousValues } from './changes/unseen-changes.ts'
import type { PicturePage, PictureSize } from './types.ts'

/** Returns the details of an item, or null if it is no longer in a snapshot in use. */
export function getItem(handle: ReadHandle, key: number): ItemDetails | null {
  return handle.snapshot(() => {
    const stored = handle
      .rows<StoredRow>(
        `SELECT ${ROW_SELECTION} FROM items JOIN campaigns ON campaigns.copy_key = items.copy_key
          WHERE items.key = ?`,
      )
      .get(key)
    const json = bodyOf(handle, key)
    if (stored === undefined || json === null) return null
    const artworks = artworksIn(json)
    return {
      row: toItemRow(stored),
      artworks: artworks
        .slice(0, MAX_MEMBERS)
        .map(({ id, name, thumbnailUrl }) => ({ id, name, hasPicture: thumbnailUrl !== null })),
      artworkCount: artworks.length,
      previousValues: previousValues(handle, key),
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

/**
 * Returns the rows of items in any order, without those that are in no snapshot in use. Values that reviews
 * store are abbreviated (`withAbbreviatedTexts`).
 */
export function rowsOfItems(handle: ReadHandle, campaignItemIds: readonly string[]): readonly ItemRow[] {
  return handle.snapshot(() => {
    const snapshots = handle
      .rows<{ readonly snapshotKey: number; readonly count: number }>(
        `SELECT copies.key AS snapshotKey, item_count AS count
          FROM campaigns JOIN copies ON copies.key = copy_key`,
      )
      .all()
    const itemKeys = itemsWithIds(handle, snapshots, campaignItemIds).map(([, itemKey]) => itemKey)
    const rows = handle
      .rows<StoredRow>(
        `SELECT ${ROW_SELECTION} FROM json_each(?) AS requested
          CROSS JOIN items ON items.key = requested.value`,
      )
      .iterate(JSON.stringify(itemKeys))
    return Array.from(rows, (stored) => {
      const row = toItemRow(stored)
      return { ...row, ...withAbbreviatedTexts(reviewedItem(row)) }
    })
  })
}

/** Returns the address of an artwork's thumbnail or file, or null if it has none. */
export function pictureUrl(
  handle: ReadHandle,
  key: number,
  artworkIndex: number,
  size: PictureSize,
): string | null {
  const json = bodyOf(handle, key)
  const artwork = json === null ? undefined : artworksIn(json)[artworkIndex]
  return artwork === undefined ? null : addressOf(artwork, size)
}

/** Lists the addresses of a campaign's pictures, for `count` items after the id `after`. */
export function listPictures(
  handle: ReadHandle,
  campaignId: string,
  size: PictureSize,
  after: string,
  count: number,
): PicturePage {
  const rows = handle
    .tuples<[id: string, itemKey: number, json: string]>(
      `SELECT item_ids.campaign_item_id, item_ids.item_key, json
         FROM item_ids JOIN item_bodies ON item_bodies.item_key = item_ids.item_key
        WHERE copy_key = (SELECT copy_key FROM campaigns WHERE id = ?) AND campaign_item_id > ?
        ORDER BY campaign_item_id LIMIT ?`,
    )
    .iterate(campaignId, after, count)
  const pictures: PicturePage['pictures'][number][] = []
  let last: string | null = null
  let items = 0
  for (const [id, itemKey, json] of rows) {
    last = id
    items += 1
    for (const [artworkIndex, artwork] of artworksIn(json).entries()) {
      const address = addressOf(artwork, size)
      if (address !== null) pictures.push({ address, itemKey, artworkIndex })
    }
  }
  return { pictures, next: items < count ? null : last }
}

function addressOf({ fileUrl, thumbnailUrl }: DecodedArtwork, size: PictureSize): string | null {
  return size === 'full' ? fileUrl : thumbnailUrl
}

function bodyOf(handle: ReadHandle, key: number): string | null {
  return handle.values<string>('SELECT json FROM item_bodies WHERE item_key = ?').get(key) ?? null
}

function artworksIn(json: string): readonly DecodedArtwork[] {
  const entity: unknown = JSON.parse(json)
  return decodeArtworks(asObject(entity))
}
