import { ITEM_COLUMNS, type ColumnKind, type ItemColumnKey } from '../contract/columns.ts'
import { isIdentifier } from '../contract/id-names.ts'
import type { BoundValue } from './database/handles.ts'
import { CellReader, type TextValues } from './decode-cells.ts'
import { asObject, ownField, type JsonObject } from './decode-json.ts'
import { ExactNumber, parseExactly } from './exact-json.ts'
import { artworkListOf, DECODED_COLUMNS, ITEM_COLUMN_NAMES, joinArtworkNames } from './item-columns.ts'

/** The documented fields of an item (service interface, 2.2); null for a field that is missing or null. */
export interface ItemColumns {
  /** The values to store, in the order of `ITEM_COLUMN_NAMES`. */
  readonly values: readonly BoundValue[]
  readonly campaignId: string | null
  readonly campaignName: string | null
  readonly itemName: string | null
  readonly updatedAt: string | null
  readonly textValues: TextValues | undefined
}

export interface DecodedArtwork {
  readonly id: string | null
  readonly name: string | null
  /** Address of the thumbnail, or of the file if there is none. */
  readonly thumbnailUrl: string | null
  /** Address of the file, or of the thumbnail if there is none. */
  readonly fileUrl: string | null
}

/**
 * Reads the documented fields of an item.
 * @param body returns the item as JSON text; called if a number may have more digits than a double.
 */
export function decodeItem(entity: JsonObject, body: () => string): ItemColumns {
  const cells = new CellReader()
  const columns = readColumns(entity, cells)
  if (!cells.needsDigits) return columns
  const exact = asObject(parseExactly(body(), isSafeInteger))
  return exact === null ? columns : readColumns(exact, new CellReader())
}

function isSafeInteger(_digits: string, value: number): boolean {
  return Number.isSafeInteger(value)
}

/** An object that the service embeds in an item or in another such object. */
interface EmbeddedObject {
  readonly name: string
  /** Index of the object that contains it; 0 is the item. */
  readonly parent: number
}

const EMBEDDED_OBJECTS: EmbeddedObject[] = []

function indexOfObject(path: readonly string[]): number {
  const name = path.at(-1)
  if (name === undefined) return 0
  const parent = indexOfObject(path.slice(0, -1))
  const index = EMBEDDED_OBJECTS.findIndex((each) => each.name === name && each.parent === parent)
  return index < 0 ? EMBEDDED_OBJECTS.push({ name, parent }) : index + 1
}

/**
 * The source of each column. Computed once, because it is used for each item. `Object.prototype` has none of
 * the names, so they are read without a check for inherited fields.
 */
const SOURCES = DECODED_COLUMNS.map((key, index) => {
  const { kind, path } = ITEM_COLUMNS[key]
  const name = path.at(-1) ?? ''
  return { key, index, kind, objectIndex: indexOfObject(path.slice(0, -1)), name, isId: name === '_id' }
})

const [CAMPAIGN_ID, CAMPAIGN_NAME, ITEM_NAME, UPDATED_AT] = (
  ['campaignId', 'campaignName', 'itemName', 'updatedAt'] as const
).map((key) => DECODED_COLUMNS.indexOf(key)) as [number, number, number, number]

function readColumns(entity: JsonObject, cells: CellReader): ItemColumns {
  const objects: Reference[] = [{ id: undefined, fields: entity }]
  for (const { name, parent } of EMBEDDED_OBJECTS) objects.push(toReference(objects[parent]?.fields?.[name]))
  // A list of this length is faster than one that grows.
  const values = Array<BoundValue>(ITEM_COLUMN_NAMES.length)
  let names: readonly string[] = []
  for (const { key, index, kind, objectIndex, name, isId } of SOURCES) {
    const source = objects[objectIndex]
    const value = isId ? source?.id : source?.fields?.[name]
    if (key === 'artworkNames') {
      names = artworkNames(value, cells)
      values[index] = joinArtworkNames(names)
    } else values[index] = readCell(cells, key, kind, value)
  }
  const { textValues } = cells
  values[SOURCES.length] = artworkListOf(names)
  values[SOURCES.length + 1] = textValues === undefined ? null : JSON.stringify(textValues)
  return {
    values,
    campaignId: textAt(values, CAMPAIGN_ID),
    campaignName: textAt(values, CAMPAIGN_NAME),
    itemName: textAt(values, ITEM_NAME),
    updatedAt: textAt(values, UPDATED_AT),
    textValues,
  }
}

function readCell(cells: CellReader, key: ItemColumnKey, kind: ColumnKind, value: unknown): BoundValue {
  switch (kind) {
    case 'text':
      return cells.text(key, value)
    case 'number':
      return cells.number(key, value)
    case 'boolean': {
      const flag = cells.flag(key, value)
      return flag === null ? null : Number(flag)
    }
    case 'dateTime':
      return cells.moment(key, value)
  }
}

function textAt(values: readonly BoundValue[], index: number): string | null {
  const value = values[index]
  return typeof value === 'string' ? value : null
}

/**
 * Decodes the artworks of an item with the addresses of their pictures and files.
 * @param body see {@link decodeItem}; null if ids and names may lose digits
 */
export function decodeArtworks(
  entity: JsonObject | null,
  body: (() => string) | null = null,
): readonly DecodedArtwork[] {
  const cells = new CellReader()
  const artworks = readArtworks(entity, cells)
  return body !== null && cells.needsDigits
    ? readArtworks(asObject(parseExactly(body(), isSafeInteger)), new CellReader())
    : artworks
}

function readArtworks(entity: JsonObject | null, cells: CellReader): readonly DecodedArtwork[] {
  const artworks = ownField(asObject(ownField(entity, 'itemId')), 'artworks')
  return (artworksIn(artworks) ?? []).map((value: unknown) => {
    const artwork = toReference(value)
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

interface Reference {
  readonly id: unknown
  readonly fields: JsonObject | null
}

/** Returns the id and the fields of an embedded object. The service may send the id alone. */
function toReference(value: unknown): Reference {
  const fields = value instanceof ExactNumber ? null : asObject(value)
  return { id: fields === null ? value : fields['_id'], fields }
}

/**
 * Returns the artworks of a list, of an object with one for each name, or of a single value. Returns null for
 * any other object.
 */
function artworksIn(artworks: unknown): readonly unknown[] | null {
  if (artworks === null || artworks === undefined || artworks === '') return []
  if (Array.isArray(artworks)) return artworks as readonly unknown[]
  const object = artworks instanceof ExactNumber ? null : asObject(artworks)
  if (object === null || ARTWORK_FIELDS.some((name) => Object.hasOwn(object, name))) return [artworks]
  const members = Object.values(object)
  return members.every((member) => asObject(member) !== null) ? members : null
}

const ARTWORK_FIELDS = ['_id', 'name', 'fileId'] as const

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

/** Returns the name of an artwork. A text is its name unless it looks like an id. */
function artworkName(artwork: unknown, cells: CellReader): string | null {
  const fields = artwork instanceof ExactNumber ? null : asObject(artwork)
  if (fields !== null) return cells.text('artworkNames', ownField(fields, 'name'))
  if (artwork === null || artwork === undefined) return null
  if (typeof artwork !== 'string') cells.recordOtherType('artworkNames', artwork)
  else if (isIdentifier(artwork)) return null
  return cells.text('artworkNames', artwork)
}

function pictureAddress(value: unknown): string | null {
  return typeof value === 'string' && /^(?:https?|sample):/i.test(value) ? value : null
}
