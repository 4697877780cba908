import { ARTWORK_SEPARATOR } from '../contract/columns.ts'
import { CellReader, type TextValues } from './decode-cells.ts'
import { asObject, ownField, type JsonObject } from './decode-json.ts'
import { ExactNumber, parseExactly } from './exact-json.ts'

/** The documented fields of an item (service interface, 2.2). A field that is missing or null is null here. */
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
  /** Undefined: every value is of its column's type. */
  readonly textValues: TextValues | undefined
}

export interface DecodedArtwork {
  readonly id: string | null
  readonly name: string | null
  /** Address of its picture: the small one, else the file itself. */
  readonly thumbnailUrl: string | null
  /** Address of its file, else of the small picture. */
  readonly fileUrl: string | null
}

/**
 * Reads the documented fields of an item.
 * @param body returns the item as JSON text; called where a number may have more digits than a double keeps.
 */
export function decodeItem(entity: JsonObject, body: () => string): ItemColumns {
  const cells = new CellReader()
  const columns = readColumns(entity, cells)
  if (!cells.needsDigits) return columns
  const exact = asObject(parseExactly(body(), (_digits, value) => Number.isSafeInteger(value)))
  return exact === null ? columns : readColumns(exact, new CellReader())
}

function readColumns(entity: JsonObject, cells: CellReader): ItemColumns {
  const campaign = reference(entity['campaignId'])
  const item = reference(entity['itemId'])
  const element = reference(ownField(item.fields, 'elementId'))
  return {
    campaignId: cells.text('campaignId', campaign.id),
    campaignName: cells.text('campaignName', ownField(campaign.fields, 'name')),
    itemId: cells.text('itemId', item.id),
    itemName: cells.text('itemName', ownField(item.fields, 'name')),
    posNumber: cells.text('posNumber', ownField(item.fields, 'posNumber')),
    elementId: cells.text('elementId', element.id),
    elementName: cells.text('elementName', ownField(element.fields, 'name')),
    artworkNames: artworkNames(ownField(item.fields, 'artworks'), cells),
    workflowTemplateName: cells.text('workflowTemplateName', ownField(item.fields, 'workflowTemplateName')),
    clientId: cells.text('clientId', entity['clientId']),
    status: cells.number('status', entity['status']),
    qty: cells.number('qty', entity['qty']),
    isLocked: cells.flag('isLocked', entity['isLocked']),
    hasArtwork: cells.flag('hasArtwork', entity['hasArtwork']),
    hasAllocations: cells.flag('hasAllocations', entity['hasAllocations']),
    updatedAt: cells.moment('updatedAt', entity['updatedAt']),
    textValues: cells.textValues,
  }
}

/** The artworks of an item, each with the addresses of its picture and of its file. */
export function decodeArtworks(entity: JsonObject | null): readonly DecodedArtwork[] {
  const artworks = ownField(asObject(ownField(entity, 'itemId')), 'artworks')
  const cells = new CellReader()
  return (artworksIn(artworks) ?? []).map((value: unknown) => {
    const artwork = reference(value)
    const file = asObject(ownField(artwork.fields, 'fileId'))
    const thumbnailUrl = pictureAddress(ownField(file, 'thumbnailUrl'))
    const url = pictureAddress(ownField(file, 'url'))
    return {
      id: cells.text('artworkNames', artwork.id),
      name: artworkName(value, cells),
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
function reference(value: unknown): { readonly id: unknown; readonly fields: JsonObject | null } {
  const fields = value instanceof ExactNumber ? null : asObject(value)
  return { id: fields === null ? value : ownField(fields, '_id'), fields }
}

/** The artworks in a list, in an object with one for each of its names, or alone; null for an object that is none of these. */
function artworksIn(artworks: unknown): readonly unknown[] | null {
  if (artworks === null || artworks === undefined || artworks === '') return []
  if (Array.isArray(artworks)) return artworks as readonly unknown[]
  const object = artworks instanceof ExactNumber ? null : asObject(artworks)
  if (object === null || ARTWORK_FIELDS.some((name) => Object.hasOwn(object, name))) return [artworks]
  const members = Object.values(object)
  return members.every((member) => asObject(member) !== null) ? members : null
}

const ARTWORK_FIELDS = ['_id', 'name', 'fileId'] as const
/** What identifiers look like: a UUID, or 24 or more hexadecimal digits. */
const IDENTIFIER = /^(?:[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|[\da-f]{24,})$/iu

function artworkNames(artworks: unknown, cells: CellReader): readonly string[] {
  const list = artworksIn(artworks)
  if (list === null) return [cells.text('artworkNames', artworks) ?? '']
  const names: string[] = []
  for (const artwork of list) {
    const name = artworkName(artwork, cells)
    if (name !== null) names.push(name)
  }
  return names
}

/** The name of an artwork; null without one. A text in the place of an artwork is its name, unless it looks like its id. */
function artworkName(artwork: unknown, cells: CellReader): string | null {
  const fields = artwork instanceof ExactNumber ? null : asObject(artwork)
  if (fields !== null) return cells.text('artworkNames', ownField(fields, 'name'))
  if (artwork === null || artwork === undefined) return null
  if (typeof artwork !== 'string') cells.reportOther('artworkNames', artwork)
  else if (IDENTIFIER.test(artwork)) return null
  return cells.text('artworkNames', artwork)
}

function pictureAddress(value: unknown): string | null {
  return typeof value === 'string' && /^(?:https?|sample):/i.test(value) ? value : null
}
