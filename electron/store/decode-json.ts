import { AppError } from '../contract/app-error.ts'
import { parseInstant } from '../contract/instant.ts'
import { ANSWER_REASONS } from '../contract/strings/reasons.ts'

export type JsonObject = Readonly<Record<string, unknown>>

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Parses a response. Throws `badAnswer` if it is not a JSON object; the error never contains its content. */
export function parseObject(bytes: Uint8Array): { readonly text: string; readonly object: JsonObject } {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    throw invalidResponse(ANSWER_REASONS.notText)
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalidResponse(ANSWER_REASONS.notJson)
  }
  const object = asObject(value)
  if (object === null) throw invalidResponse(ANSWER_REASONS.notAnObject)
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
  const text = JSON.stringify(value)
  return text.length > MAX_STATED_LENGTH ? ANSWER_REASONS.longCount : text
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
