import { ARTWORK_SEPARATOR } from '../contract/columns.ts'
import { asBoolean, asNumber, asObject, asText, ownField, type JsonObject } from './decode-json.ts'

/**
 * The documented fields of an item (service interface, 2.2). A field that is missing or not of its documented type
 * is null here; the body keeps it as it came.
 */
export interface ItemColumns {
  readonly campaignId: string | null
  readonly campaignName: string | null
  readonly itemId: string | null
  readonly itemName: string | null
  readonly posNumber: string | null
  readonly elementId: string | null
  readonly elementName: string | null
  /** Names of the artworks that have one, in order. */
  readonly artworkNames: readonly string[]
  readonly workflowTemplateName: string | null
  readonly clientId: string | null
  readonly status: number | null
  readonly qty: number | null
  readonly isLocked: boolean | null
  readonly hasArtwork: boolean | null
  readonly hasAllocations: boolean | null
  readonly updatedAt: string | null
}

export interface DecodedArtwork {
  readonly id: string | null
  readonly name: string | null
  /** Address of its picture: the small one, else the file itself. */
  readonly thumbnailUrl: string | null
  /** Address of its file, else of the small picture. */
  readonly fileUrl: string | null
}

export function decodeItem(entity: JsonObject): ItemColumns {
  const campaign = reference(entity['campaignId'])
  const item = reference(entity['itemId'])
  const element = reference(ownField(item.fields, 'elementId'))
  return {
    campaignId: campaign.id,
    campaignName: asText(ownField(campaign.fields, 'name')),
    itemId: item.id,
    itemName: asText(ownField(item.fields, 'name')),
    posNumber: asText(ownField(item.fields, 'posNumber')),
    elementId: element.id,
    elementName: asText(ownField(element.fields, 'name')),
    artworkNames: artworkNames(ownField(item.fields, 'artworks')),
    workflowTemplateName: asText(ownField(item.fields, 'workflowTemplateName')),
    clientId: asText(entity['clientId']),
    status: asNumber(entity['status']),
    qty: asNumber(entity['qty']),
    isLocked: asBoolean(entity['isLocked']),
    hasArtwork: asBoolean(entity['hasArtwork']),
    hasAllocations: asBoolean(entity['hasAllocations']),
    updatedAt: asText(entity['updatedAt']),
  }
}

/** The artworks of an item, each with the addresses of its picture and of its file. */
export function decodeArtworks(entity: JsonObject | null): readonly DecodedArtwork[] {
  const artworks = ownField(asObject(ownField(entity, 'itemId')), 'artworks')
  if (!Array.isArray(artworks)) return []
  return artworks.map((value: unknown) => {
    const artwork = reference(value)
    const file = asObject(ownField(artwork.fields, 'fileId'))
    const thumbnailUrl = pictureAddress(ownField(file, 'thumbnailUrl'))
    const url = pictureAddress(ownField(file, 'url'))
    return {
      id: artwork.id,
      name: asText(ownField(artwork.fields, 'name')),
      thumbnailUrl: thumbnailUrl ?? url,
      fileUrl: url ?? thumbnailUrl,
    }
  })
}

/** Artwork names in one cell; null without any. */
export function joinArtworkNames(names: readonly string[]): string | null {
  return names.length === 0 ? null : names.join(ARTWORK_SEPARATOR)
}

/** What the service populates: an object with an `_id`. A service that does not populate it sends the bare id. */
function reference(value: unknown): { readonly id: string | null; readonly fields: JsonObject | null } {
  if (typeof value === 'string') return { id: value, fields: null }
  const fields = asObject(value)
  return { id: asText(ownField(fields, '_id')), fields }
}

function artworkNames(artworks: unknown): readonly string[] {
  if (!Array.isArray(artworks)) return []
  const names: string[] = []
  for (const artwork of artworks as readonly unknown[]) {
    const name = ownField(asObject(artwork), 'name')
    if (typeof name === 'string') names.push(name)
  }
  return names
}

function pictureAddress(value: unknown): string | null {
  return typeof value === 'string' && /^(?:https?|sample):/i.test(value) ? value : null
}
