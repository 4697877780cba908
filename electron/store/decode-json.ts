import { AppError } from '../contract/app-error.ts'
import { parseInstant } from '../contract/instant.ts'
import { ANSWER_REASONS } from '../contract/strings/store.ts'

/** A JSON object as it was parsed: nothing is known of its fields. */
export type JsonObject = Readonly<Record<string, unknown>>

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * An answer as text and as the object that it stands for. Rejects with `badAnswer` when it is no JSON object;
 * the content never appears in the error.
 */
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

export function invalidResponse(reason: string): AppError {
  return new AppError('badAnswer', { params: { reason }, detail: `The answer cannot be used: ${reason}.` })
}

/** The value as an object; null for everything else, arrays included. */
export function asObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
}

/** What an object itself holds under a name, and never what it inherits. */
export function ownField(object: JsonObject | null, name: string): unknown {
  return object !== null && Object.hasOwn(object, name) ? object[name] : undefined
}

/** A whole number from 0 on that is held exactly, or null. */
export function asCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}

/** Longest text of a value in a message. */
const MAX_STATED_LENGTH = 20

/**
 * Returns what a service stated in the place of a count, for a message; null where it stated nothing or a
 * count.
 */
export function invalidCount(value: unknown): string | null {
  if (value === undefined || value === null || asCount(value) !== null) return null
  const text = JSON.stringify(value)
  return text.length > MAX_STATED_LENGTH ? `${text.slice(0, MAX_STATED_LENGTH)}…` : text
}

/** The instant of a timestamp in milliseconds since 1970; null when it cannot be read as one. */
export function instantOf(timestamp: string | null): number | null {
  return timestamp === null ? null : parseInstant(timestamp)
}

/** The newer one of two timestamps; the known one where the other cannot be read. */
export function newerTimestamp(known: string | null, candidate: string | null): string | null {
  const knownInstant = instantOf(known)
  const instant = instantOf(candidate)
  if (instant === null) return known
  return knownInstant === null || instant > knownInstant ? candidate : known
}
