import type { ReadHandle } from '../database/handles.ts'
import { decodeArtworks, type DecodedArtwork } from '../decode-item.ts'
import { asObject } from '../decode-json.ts'
import type { PictureSize } from '../types.ts'
import { bodyOfItem, unpackFields } from './rows.ts'

/** The field of an item that has its artworks; lists are compared, and told of, as a whole. */
const ARTWORKS = 'itemId.artworks'

/** Goes back through what downloads changed of an item until its artwork had another address. */
export function pictureBefore(
  handle: ReadHandle,
  key: number,
  artworkIndex: number,
  size: PictureSize,
): { readonly address: string; readonly noticedAt: number } | null {
  const now = decodeArtworks(asObject(JSON.parse(bodyOfItem(handle, key))))[artworkIndex]
  if (now === undefined) return null
  const address = bareAddress(now, size)
  const changes = handle.tuples<[fields: string | null, noticedAt: number]>(
    `SELECT fields, completed_at FROM item_changes JOIN downloads ON downloads.key = download_key
      WHERE campaign_item_id = (SELECT campaign_item_id FROM items WHERE key = ?) AND kind = 'changed'
      ORDER BY download_key DESC`,
  )
  for (const [fields, noticedAt] of changes.all(key)) {
    const old = unpackFields(fields).find(({ path }) => path === ARTWORKS)?.old ?? null
    if (old === null) continue
    const artworks = decodeArtworks(asObject({ itemId: { artworks: JSON.parse(old) as unknown } }))
    const same = artworks.find(({ id }) => id !== null && id === now.id) ?? artworks[artworkIndex]
    const before = same === undefined ? null : bareAddress(same, size)
    if (before !== null && before !== address) return { address: before, noticedAt }
  }
  return null
}

/** Signatures change by themselves. */
function bareAddress({ fileUrl, thumbnailUrl }: DecodedArtwork, size: PictureSize): string | null {
  return (size === 'full' ? fileUrl : thumbnailUrl)?.split('?', 1)[0] ?? null
}
