import { ITEM_COLUMN_KEYS, ITEM_COLUMNS } from '../../../../electron/contract/columns.ts'
import type { ItemRow } from '../../../../electron/contract/item.ts'

/** A value as JSON has it. */
export type Json = string | number | boolean | null | Digits | readonly Json[] | JsonObject

export interface JsonObject {
  readonly [name: string]: Json
}

/** Of the engine's `JSON`, which TypeScript does not know of yet. */
interface RawJson {
  /** What `JSON.stringify` writes as it stands. */
  readonly rawJSON: (text: string) => unknown
}

/** A number that was sent in other digits than JavaScript would write: one that is too long, or `1.10`. */
export class Digits {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toJSON(): unknown {
    return (JSON as unknown as RawJson).rawJSON(this.text)
  }
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Digits)
}

function asSent(_name: string, value: Json, context?: { readonly source?: string }): Json {
  const source = context?.source
  return typeof value === 'number' && source !== undefined && source !== String(value)
    ? new Digits(source)
    : value
}

/** The text as an object, with the digits of its numbers as they are; null where it is none. */
export function parseObject(json: string): JsonObject | null {
  try {
    const value = JSON.parse(json, asSent) as Json
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** The documented columns but for the artworks, which the details show in their own section. */
const COLUMNS = ITEM_COLUMN_KEYS.filter((key) => key !== 'artworkNames')

function omit(value: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
}

/** The object with another value for a field, or without the field when nothing of it is left. */
function replace(value: JsonObject, name: string, left: JsonObject): JsonObject {
  return Object.keys(left).length > 0 ? { ...value, [name]: left } : omit(value, name)
}

function without(value: JsonObject, path: readonly string[], shown: Json): JsonObject {
  const [name, ...rest] = path
  if (name === undefined || !Object.hasOwn(value, name)) return value
  const inner = value[name]
  // Shown as it came; what came in another form than the row can hold stays among the others.
  const known = inner instanceof Digits ? Number(inner.text) : inner
  if (rest.length === 0) return known === shown ? omit(value, name) : value
  return isObject(inner) ? replace(value, name, without(inner, rest, shown)) : value
}

/** What an artwork holds beyond its id, its name and the addresses of its picture. */
function restOfArtwork(artwork: Json): Json {
  if (!isObject(artwork)) return artwork
  const strings = ['_id', 'name'].filter((name) => typeof artwork[name] === 'string')
  const rest = omit(artwork, ...strings)
  const file = rest['fileId']
  if (file === null) return omit(rest, 'fileId')
  return isObject(file) ? replace(rest, 'fileId', omit(file, 'url', 'thumbnailUrl')) : rest
}

function withoutArtworks(item: JsonObject): JsonObject {
  const inner = item['itemId']
  if (!isObject(inner)) return item
  const artworks = inner['artworks']
  if (!Array.isArray(artworks)) return item
  const left = (artworks as readonly Json[]).map(restOfArtwork)
  const something = left.some((artwork) => !isObject(artwork) || Object.keys(artwork).length > 0)
  return replace(item, 'itemId', something ? { ...inner, artworks: left } : omit(inner, 'artworks'))
}

/**
 * What an item holds beyond what its details show by name: fields that the interface does not document, and
 * documented ones that came in another type.
 */
export function otherFields(item: JsonObject, row: ItemRow): JsonObject {
  const left = COLUMNS.reduce((rest, key) => without(rest, ITEM_COLUMNS[key].path, row[key]), item)
  return withoutArtworks(left)
}
