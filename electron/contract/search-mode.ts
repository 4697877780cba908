import type { SearchMode } from './query.ts'
import { columnOfField } from './search-fields.ts'

/**
 * Signs that only a regular expression has: an anchor at its end of a word, a backslash before a class or a
 * sign, a repeated dot, class or group, a class with a range or that excludes, branches, and a count in
 * braces. A lone dot, plus, question mark, parenthesis or dollar also stands in names ("1.5 l", "A4 (left)",
 * "C++"), and is one of them.
 */
const PATTERN_SIGNS = [
  /(?:^|[\s(|])\^\S/u,
  /\S\$(?:$|[\s)|])/u,
  /\\[bBdDsSwW.*+?^$()[\]{}|\\]/u,
  /[.\])][*+]/u,
  /[.\])]\{\d+(?:,\d*)?\}/u,
  // Bounded, so that no text takes long.
  /\[(?:\^[^\][]|[^\][]{0,40}[^\][]-[^\][])[^\][]{0,40}\]/u,
  /\[[^\][]{1,40}\][?$]/u,
  /\S\|\S/u,
  /\(\?[:=!<]/u,
]

/** A field, the beginning of a phrase, or something that must not stand in the row. */
const FIELD_SIGNS = /(?:^|\s)-?(?:"|(\p{L}{1,30}):(?!\/\/))/gu
const EXCLUDED = /(?:^|\s)-[\p{L}"]/u

function isFields(search: string): boolean {
  if (EXCLUDED.test(search)) return true
  for (const [, key] of search.matchAll(FIELD_SIGNS)) {
    if (key === undefined || columnOfField(key) !== null) return true
  }
  return false
}

/** How a search reads by itself. What is no valid pattern is never read as one. */
export function modeOf(search: string): SearchMode {
  if (isFields(search)) return 'fields'
  return PATTERN_SIGNS.some((sign) => sign.test(search)) && isValid(search) ? 'pattern' : 'words'
}

function isValid(pattern: string): boolean {
  try {
    new RegExp(pattern, 'i')
    return true
  } catch {
    return false
  }
}
