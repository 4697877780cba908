import { messages } from '../contract/messages.ts'
import type { ArchiveRules } from './rules.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b])
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d])

/** Nesting depth of objects and arrays. */
export const MAX_JSON_DEPTH = 16
/** Objects and arrays. */
export const MAX_JSON_PARTS = 1_000_000
/** Values of any type: a parsed short value takes many times the memory of its text. */
export const MAX_JSON_VALUES = 5_000_000

/**
 * Checks the depth and the number of parts of JSON before it is parsed, because parsed objects can take far
 * more memory than their text. Throws `unusable`.
 */
export function checkJsonShape(
  bytes: Uint8Array,
  { unusable, reasons }: Pick<ArchiveRules, 'unusable' | 'reasons'>,
): void {
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
      if (depth > MAX_JSON_DEPTH) throw unusable(messages.reasons.archive.tooDeep)
      if (parts > MAX_JSON_PARTS) throw unusable(reasons.tooMuch)
    } else if (CLOSING.has(byte)) depth -= 1
    else if (byte === COMMA) {
      values += 1
      if (values > MAX_JSON_VALUES) throw unusable(reasons.tooMuch)
    }
  }
}
