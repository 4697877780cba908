/** A JSON object whose fields are anything. */
export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The campaign in its JSON text; null where that is no JSON, or no object. */
export function readRecord(json: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(json)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** The same JSON set out over lines, for copying; the text itself where it is no JSON. */
export function layOutJson(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
