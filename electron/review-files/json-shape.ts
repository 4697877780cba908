import { REVIEW_FILE_REASONS } from '../contract/strings/review-files.ts'
import { MAX_JSON_DEPTH, MAX_JSON_PARTS, MAX_JSON_VALUES, unusable } from './limits.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b])
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d])

/**
 * Checks the depth and the number of parts of JSON before it is parsed, because parsed objects can take far
 * more memory than their text. Throws `reviewFileUnusable`.
 */
export function checkJsonShape(bytes: Uint8Array): void {
  let depth = 0
  let parts = 0
  let values = 0
  let inString = false
  for (let offset = 0; offset < bytes.length; offset += 1) {
    const byte = bytes[offset] ?? 0
    if (inString) {
      if (byte === BACKSLASH) offset += 1
      else if (byte === QUOTE) inString = false
    } else if (byte === QUOTE) inString = true
    else if (OPENING.has(byte)) {
      depth += 1
      parts += 1
      if (depth > MAX_JSON_DEPTH) throw unusable(REVIEW_FILE_REASONS.tooDeep)
      if (parts > MAX_JSON_PARTS) throw unusable(REVIEW_FILE_REASONS.tooMuch)
    } else if (CLOSING.has(byte)) depth -= 1
    else if (byte === COMMA) {
      values += 1
      if (values > MAX_JSON_VALUES) throw unusable(REVIEW_FILE_REASONS.tooMuch)
    }
  }
}
