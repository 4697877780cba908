import { AppError } from '../contract/app-error.ts'

/** A JSON object as it was parsed: nothing is known of its fields. */
export type JsonObject = Readonly<Record<string, unknown>>

type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown

/** The parts of JSON that keep a number's own spelling; the libraries' types do not know them yet. */
interface ExactJson {
  readonly parse: (text: string, reviver?: Reviver) => unknown
  readonly rawJSON?: (source: string) => { readonly rawJSON: string }
  readonly isRawJSON?: (value: unknown) => boolean
}

const exactJson = JSON as unknown as ExactJson

/**
 * Numbers that a double may not hold exactly: long runs of digits, and exponents. The slower, exact way of parsing
 * is taken only for a text that has one.
 */
const HARD_NUMBER = /\d{16}|[[:,]\s*-?\d[\d.]*[eE]/

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * The value that the bytes of an answer stand for. Numbers that a double cannot hold keep their spelling: writing
 * the value with `JSON.stringify` gives them back as they came. Rejects with `badAnswer`; the content never
 * appears in the error.
 */
export function parseJson(bytes: Uint8Array): unknown {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    throw badAnswer('it is not UTF-8 text')
  }
  try {
    return HARD_NUMBER.test(text) ? parseExactly(text) : JSON.parse(text)
  } catch {
    throw badAnswer('it is not JSON')
  }
}

function parseExactly(text: string): unknown {
  const rawJSON = exactJson.rawJSON
  if (rawJSON === undefined) return JSON.parse(text)
  return exactJson.parse(text, (_key, value, context) => {
    const source = context?.source
    if (typeof value !== 'number' || source === undefined || String(value) === source) return value
    return rawJSON(source)
  })
}

/** JSON text of a parsed value, exact in content. Rejects with `badAnswer` for a value nested beyond reason. */
export function toJsonText(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    throw badAnswer('it is nested too deeply')
  }
}

export function badAnswer(reason: string): AppError {
  return new AppError('badAnswer', { params: { reason }, detail: `The answer cannot be used: ${reason}.` })
}

/** The value as an object; null for everything else, arrays included. */
export function asObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value)
    ? (value as JsonObject)
    : null
}

/** What an object itself holds under a name, and never what it inherits. */
export function ownField(object: JsonObject | null, name: string): unknown {
  return object !== null && Object.hasOwn(object, name) ? object[name] : undefined
}

export function asText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** A finite number, or null. A number that kept its spelling comes as the nearest double. */
export function asNumber(value: unknown): number | null {
  const number = isRawNumber(value) ? Number(value.rawJSON) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

export function asBoolean(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null
}

/** A whole number from 0 on that is held exactly, or null. */
export function asCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}

function isRawNumber(value: unknown): value is { readonly rawJSON: string } {
  return exactJson.isRawJSON?.(value) === true
}

/** The instant of a timestamp in milliseconds since 1970; null when it cannot be read as one. */
export function instantOf(timestamp: string | null): number | null {
  if (timestamp === null) return null
  const instant = Date.parse(timestamp)
  return Number.isNaN(instant) ? null : instant
}
