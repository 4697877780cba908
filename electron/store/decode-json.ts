import { AppError } from '../contract/app-error.ts'
import { parseInstant } from '../contract/instant.ts'
import { messages } from '../contract/messages.ts'
import { jsonText } from './exact-json.ts'

export type JsonObject = Readonly<Record<string, unknown>>

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Maximum commas and opening brackets of a text that is parsed as a whole. Millions of small objects take
 * gigabytes; 32 MB of ordinary items have fewer.
 */
const MAX_PARTS = 2_000_000
/** Limits for one item or record, which several threads may keep in memory until they collect garbage. */
const MAX_ENTITY_PARTS = 500_000
const MAX_ENTITY_BYTES = 10_000_000

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPEN_BRACKET = 0x5b
const OPEN_BRACE = 0x7b

/** Returns whether a JSON text has so many values that parsing it would need too much memory. */
export function hasTooManyParts(json: Uint8Array, maxParts = MAX_PARTS): boolean {
  if (json.length <= maxParts) return false
  let parts = 0
  let isText = false
  for (let offset = 0; offset < json.length && parts <= maxParts; offset += 1) {
    const byte = json[offset]
    if (byte === QUOTE) isText = !isText
    else if (isText) offset += byte === BACKSLASH ? 1 : 0
    else if (byte === COMMA || byte === OPEN_BRACKET || byte === OPEN_BRACE) parts += 1
  }
  return parts > maxParts
}

/** Returns whether an item or record needs too much memory to be parsed, stored and shown. */
export function isTooLarge(entity: Uint8Array): boolean {
  return entity.length > MAX_ENTITY_BYTES || hasTooManyParts(entity, MAX_ENTITY_PARTS)
}

/**
 * Parses a response. Throws `badAnswer` if it is not a JSON object or has too many values; the error never
 * contains its content.
 */
export function parseObject(bytes: Uint8Array): { readonly text: string; readonly object: JsonObject } {
  if (hasTooManyParts(bytes)) throw invalidResponse(messages.reasons.answer.tooManyValues)
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    throw invalidResponse(messages.reasons.answer.notText)
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalidResponse(messages.reasons.answer.notJson)
  }
  const object = asObject(value)
  if (object === null) throw invalidResponse(messages.reasons.answer.notAnObject)
  return { text, object }
}

/** Returns the error for a response that cannot be used. */
export function invalidResponse(reason: string): AppError {
  return new AppError('badAnswer', { params: { reason }, detail: `The answer cannot be used: ${reason}.` })
}

/** Returns the value as an object, or null if it is an array or not an object. */
export function asObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
}

/** Returns an own property of an object, never an inherited one. */
export function ownField(object: JsonObject | null, name: string): unknown {
  return object !== null && Object.hasOwn(object, name) ? object[name] : undefined
}

/** Returns a non-negative safe integer, or null. */
export function asCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}

/** Maximum length of an invalid count in a message. */
const MAX_STATED_LENGTH = 20

/**
 * Returns an invalid count for a message, or null if the value is valid or missing. Never returns a part of
 * the value, because a part of a secret could not be redacted.
 */
export function invalidCount(value: unknown): string | null {
  if (value === undefined || value === null || asCount(value) !== null) return null
  const text = jsonText(value)
  return text.length > MAX_STATED_LENGTH ? messages.reasons.answer.longCount : text
}

/** Returns a timestamp in milliseconds since 1970, or null if it is not valid. */
export function instantOf(timestamp: string | null): number | null {
  return timestamp === null ? null : parseInstant(timestamp)
}

/** Returns the newer of two timestamps, or the known one if the candidate is not valid. */
export function newerTimestamp(known: string | null, candidate: string | null): string | null {
  const knownInstant = instantOf(known)
  const instant = instantOf(candidate)
  if (instant === null) return known
  return knownInstant === null || instant > knownInstant ? candidate : known
}
