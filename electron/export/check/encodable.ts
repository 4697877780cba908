import type { CsvStyle } from '../../contract/csv-style.ts'
import { windows1252Byte } from '../encoding.ts'

/** The text as it is read back from this encoding, where that is another one; null where every character stays. */
export function lostInEncoding(text: string, encoding: CsvStyle['encoding']): string | null {
  if (encoding !== 'windows1252') return text.isWellFormed() ? null : text.toWellFormed()
  if (isAscii(text)) return null
  const kept = Array.from(text, (character) => (windows1252Byte(character) === null ? '?' : character)).join(
    '',
  )
  return kept === text ? null : kept
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 0x7f) return false
  return true
}
