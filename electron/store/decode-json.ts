import { AppError } from '../contract/app-error.ts'
import { ANSWER_REASONS } from '../contract/strings/store.ts'

/** A JSON object as it was parsed: nothing is known of its fields. */
export type JsonObject = Readonly<Record<string, unknown>>

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * An answer as text and as the object that it stands for. Rejects with `badAnswer` when it is no JSON object; the
 * content never appears in the error.
 */
export function parseObject(bytes: Uint8Array): { readonly text: string; readonly object: JsonObject } {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    throw badAnswer(ANSWER_REASONS.notText)
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw badAnswer(ANSWER_REASONS.notJson)
  }
  const object = asObject(value)
  if (object === null) throw badAnswer(ANSWER_REASONS.notAnObject)
  return { text, object }
}

export function badAnswer(reason: string): AppError {
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

export function asText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** A finite number, or null. One that a double cannot hold exactly comes as the nearest double. */
export function asNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

export function asBoolean(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null
}

/** A whole number from 0 on that is held exactly, or null. */
export function asCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}

/** The instant of a timestamp in milliseconds since 1970; null when it cannot be read as one. */
export function instantOf(timestamp: string | null): number | null {
  if (timestamp === null) return null
  const instant = usualInstant(timestamp) ?? Date.parse(timestamp)
  return Number.isNaN(instant) ? null : instant
}

const DIGIT_0 = 0x30
const DAY_MS = 86_400_000
/** Days of a common year before each month. */
const DAYS_BEFORE = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]
/** `2026-05-01T12:34:56.789Z`, with a 0 for each digit. */
const USUAL_FORM = '0000-00-00T00:00:00.000Z'

/**
 * The instant of a timestamp in the form in which nearly all come, which `Date.parse` takes ten times as long for; null
 * for any other, and for one of days that not every month has.
 */
function usualInstant(timestamp: string): number | null {
  if (timestamp.length !== USUAL_FORM.length) return null
  for (let at = 0; at < USUAL_FORM.length; at += 1) {
    const code = timestamp.charCodeAt(at)
    const form = USUAL_FORM.charCodeAt(at)
    if (form === DIGIT_0 ? code < DIGIT_0 || code > DIGIT_0 + 9 : code !== form) return null
  }
  const two = (at: number): number =>
    (timestamp.charCodeAt(at) - DIGIT_0) * 10 + timestamp.charCodeAt(at + 1) - DIGIT_0
  const year = two(0) * 100 + two(2)
  const [month, day, hour, minute, second] = [two(5), two(8), two(11), two(14), two(17)]
  if (year < 1970 || month < 1 || month > 12 || day < 1 || day > 28) return null
  if (hour > 23 || minute > 59 || second > 59) return null
  // Leap days up to the end of the year before, and this year's once February is over.
  const before = year - 1
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const leapDays = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400) - 477
  const days =
    (year - 1970) * 365 + leapDays + (DAYS_BEFORE[month - 1] ?? 0) + (isLeap && month > 2 ? 1 : 0) + day - 1
  const milliseconds = two(20) * 10 + timestamp.charCodeAt(22) - DIGIT_0
  return days * DAY_MS + ((hour * 60 + minute) * 60 + second) * 1_000 + milliseconds
}

/** The newer one of two timestamps; the known one where the other cannot be read. */
export function newer(known: string | null, candidate: string | null): string | null {
  const knownInstant = instantOf(known)
  const instant = instantOf(candidate)
  if (instant === null) return known
  return knownInstant === null || instant > knownInstant ? candidate : known
}
