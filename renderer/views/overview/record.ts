import { isObject } from '../../../electron/contract/json-text.ts'
import { MAX_FORMATTED_LENGTH } from '../../state/full-text.ts'

/** A JSON object with any fields. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Parses a campaign; null if the text is not JSON or not an object. */
export function readRecord(json: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(json)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** Formats JSON in several lines for copying; returns very long and other text unchanged. */
export function layOutJson(json: string): string {
  if (json.length > MAX_FORMATTED_LENGTH) return json
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
