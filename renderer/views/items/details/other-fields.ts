import type { ItemRow } from '../../../../electron/contract/item.ts'

/** A value as JSON has it. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

export type JsonObject = { readonly [name: string]: Json }

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The text as an object; null where it is none. */
export function parseObject(json: string): JsonObject | null {
  try {
    const value = JSON.parse(json) as Json
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** Documented fields (service interface, 2.2) by their path, and the field of a row that shows them. */
const SHOWN: readonly (readonly [path: readonly string[], field: keyof ItemRow])[] = [
  [['_id'], 'campaignItemId'],
  [['clientId'], 'clientId'],
  [['campaignId', '_id'], 'campaignId'],
  [['campaignId', 'name'], 'campaignName'],
  [['itemId', '_id'], 'itemId'],
  [['itemId', 'name'], 'itemName'],
  [['itemId', 'posNumber'], 'posNumber'],
  [['itemId', 'elementId', '_id'], 'elementId'],
  [['itemId', 'elementId', 'name'], 'elementName'],
  [['itemId', 'workflowTemplateName'], 'workflowTemplateName'],
  [['status'], 'status'],
  [['qty'], 'qty'],
  [['isLocked'], 'isLocked'],
  [['hasArtwork'], 'hasArtwork'],
  [['hasAllocations'], 'hasAllocations'],
  [['updatedAt'], 'updatedAt'],
]

function without(value: JsonObject, path: readonly string[], shown: Json): JsonObject {
  const [name, ...rest] = path
  if (name === undefined || !Object.hasOwn(value, name)) return value
  const inner = value[name]
  if (rest.length === 0) {
    // Shown as it came; what came in another form than the row can hold stays among the others.
    if (inner !== shown) return value
    const { [name]: _shown, ...others } = value
    return others
  }
  if (!isObject(inner)) return value
  const left = without(inner, rest, shown)
  if (Object.keys(left).length > 0) return { ...value, [name]: left }
  const { [name]: _empty, ...others } = value
  return others
}

function withoutArtworks(item: JsonObject): JsonObject {
  const inner = item['itemId']
  if (!isObject(inner)) return item
  const artworks = inner['artworks']
  if (!Array.isArray(artworks)) return item
  const left = (artworks as readonly Json[]).map((artwork): Json => {
    if (!isObject(artwork)) return artwork
    const { _id, name, fileId, ...others } = artwork
    const odd: Record<string, Json> = { ...others }
    if (typeof _id !== 'string' && _id !== undefined) odd['_id'] = _id
    if (typeof name !== 'string' && name !== undefined) odd['name'] = name
    if (isObject(fileId)) {
      const { url: _url, thumbnailUrl: _thumbnail, ...file } = fileId
      if (Object.keys(file).length > 0) odd['fileId'] = file
    } else if (fileId !== undefined && fileId !== null) odd['fileId'] = fileId
    return odd
  })
  const { artworks: _shown, ...others } = inner
  const somethingLeft = left.some((artwork) => !isObject(artwork) || Object.keys(artwork).length > 0)
  const rest: JsonObject = somethingLeft ? { ...others, artworks: left } : others
  if (Object.keys(rest).length > 0) return { ...item, itemId: rest }
  const { itemId: _empty, ...outer } = item
  return outer
}

/**
 * What an item holds beyond what its details show by name: fields that the interface does not document, and
 * documented ones that came in another type.
 */
export function otherFields(item: JsonObject, row: ItemRow): JsonObject {
  const left = SHOWN.reduce((rest, [path, field]) => without(rest, path, row[field]), item)
  return withoutArtworks(left)
}
