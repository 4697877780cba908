import type { ReadHandle } from '../database/handles.ts'
import { decodeArtworks, type DecodedArtwork } from '../decode-item.ts'
import { asObject } from '../decode-json.ts'
import type { PictureSize } from '../types.ts'
import { readBody, unpackFields } from './rows.ts'

/** The field with an item's artworks; lists are recorded as a whole. */
const ARTWORKS = 'itemId.artworks'

/** Returns the latest recorded address of an artwork that differs from the current one; null if none. */
export function pictureBefore(
  handle: ReadHandle,
  key: number,
  artworkIndex: number,
  size: PictureSize,
): { readonly address: string; readonly noticedAt: number } | null {
  const current = decodeArtworks(asObject(JSON.parse(readBody(handle, key))))[artworkIndex]
  if (current === undefined) return null
  const address = addressWithoutQuery(current, size)
  const changes = handle.tuples<[fields: string | null, noticedAt: number]>(
    `SELECT fields, completed_at FROM item_changes JOIN downloads ON downloads.key = download_key
      WHERE campaign_item_id = (SELECT campaign_item_id FROM items WHERE key = ?) AND kind = 'changed'
      ORDER BY download_key DESC`,
  )
  for (const [fields, noticedAt] of changes.all(key)) {
    const old = unpackFields(fields).find(({ path }) => path === ARTWORKS)?.old ?? null
    if (old === null) continue
    const artworks = decodeArtworks(asObject({ itemId: { artworks: JSON.parse(old) as unknown } }))
    const artwork = artworks.find(({ id }) => id !== null && id === current.id) ?? artworks[artworkIndex]
    const oldAddress = artwork === undefined ? null : addressWithoutQuery(artwork, size)
    if (oldAddress !== null && oldAddress !== address) return { address: oldAddress, noticedAt }
  }
  return null
}

/** The query has a signature, which changes with every response. */
function addressWithoutQuery({ fileUrl, thumbnailUrl }: DecodedArtwork, size: PictureSize): string | null {
  return (size === 'full' ? fileUrl : thumbnailUrl)?.split('?', 1)[0] ?? null
}
