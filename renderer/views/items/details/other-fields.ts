import { ITEM_COLUMN_KEYS, ITEM_COLUMNS } from '../../../../electron/contract/columns.ts'
import type { ItemRow } from '../../../../electron/contract/item.ts'

/** A JSON value. */
export type Json = string | number | boolean | null | Digits | readonly Json[] | JsonObject

export interface JsonObject {
  readonly [name: string]: Json
}

/** The part of the engine's `JSON` that TypeScript does not declare yet. */
interface RawJson {
  /** Returns a value that `JSON.stringify` writes unchanged. */
  readonly rawJSON: (text: string) => unknown
}

/** A number that JavaScript would write with other digits: one that is too long, or `1.10`. */
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

function preserveDigits(_name: string, value: Json, context?: { readonly source?: string }): Json {
  const source = context?.source
  return typeof value === 'number' && source !== undefined && source !== String(value)
    ? new Digits(source)
    : value
}

/** Parses an object and keeps the digits of its numbers; null if it is no object. */
export function parseObject(json: string): JsonObject | null {
  try {
    const value = JSON.parse(json, preserveDigits) as Json
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** The documented columns without the artworks, which the details show in their own section. */
const COLUMNS = ITEM_COLUMN_KEYS.filter((key) => key !== 'artworkNames')

function omit(value: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
}

/** Replaces a field of an object, or removes it if it is empty. */
function replace(value: JsonObject, name: string, remaining: JsonObject): JsonObject {
  return Object.keys(remaining).length > 0 ? { ...value, [name]: remaining } : omit(value, name)
}

function withoutField(value: JsonObject, path: readonly string[], displayed: Json): JsonObject {
  const [name, ...rest] = path
  if (name === undefined || !Object.hasOwn(value, name)) return value
  const inner = value[name]
  // Shown as received; values of a type that the row cannot store remain among the other fields.
  const plainValue = inner instanceof Digits ? Number(inner.text) : inner
  if (rest.length === 0) return plainValue === displayed ? omit(value, name) : value
  return isObject(inner) ? replace(value, name, withoutField(inner, rest, displayed)) : value
}

/** Returns the fields of an artwork other than id, name and the addresses of its picture. */
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
  const remaining = (artworks as readonly Json[]).map(restOfArtwork)
  const hasContent = remaining.some((artwork) => !isObject(artwork) || Object.keys(artwork).length > 0)
  return replace(item, 'itemId', hasContent ? { ...inner, artworks: remaining } : omit(inner, 'artworks'))
}

/**
 * Returns the fields of an item that its details do not show by name: undocumented ones, and documented ones
 * of an unexpected type.
 */
export function otherFields(item: JsonObject, row: ItemRow): JsonObject {
  const remaining = COLUMNS.reduce((rest, key) => withoutField(rest, ITEM_COLUMNS[key].path, row[key]), item)
  return withoutArtworks(remaining)
}
