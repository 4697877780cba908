import type { SearchMode } from './query.ts'
import { columnOfField } from './search-fields.ts'

/**
 * Syntax that only regular expressions have: an anchor at the end of a word, a backslash before a class or
 * character, a repeated dot, class or group, a class with a range or negation, alternatives, and counts in
 * braces. Dots, pluses, question marks, parentheses and dollars also occur in names ("1.5 l", "A4 (left)",
 * "C++").
 */
const PATTERN_SIGNS = [
  /(?:^|[\s(|])\^\S/u,
  /\S\$(?:$|[\s)|])/u,
  /\\[bBdDsSwW.*+?^$()[\]{}|\\]/u,
  /[.\])][*+]/u,
  /[.\])]\{\d+(?:,\d*)?\}/u,
  // Bounded for speed.
  /\[(?:\^[^\][]|[^\][]{0,40}[^\][]-[^\][])[^\][]{0,40}\]/u,
  /\[[^\][]{1,40}\][?$]/u,
  /\S\|\S/u,
  /\(\?[:=!<]/u,
]

/** A field, the start of a phrase, or a negated term. */
const FIELD_SIGNS = /(?:^|\s)-?(?:"|(\p{L}{1,30}):(?!\/\/))/gu
const EXCLUDED = /(?:^|\s)-[\p{L}"]/u

function isFields(search: string, isColumn: (name: string) => boolean): boolean {
  if (EXCLUDED.test(search)) return true
  for (const [, key] of search.matchAll(FIELD_SIGNS)) {
    if (key === undefined || isColumn(key)) return true
  }
  return false
}

const isItemColumn = (name: string): boolean => columnOfField(name) !== null

/**
 * Detects the mode of a search. An invalid pattern is never detected as a pattern.
 * @param isColumn returns whether a column of the list has a name; default: of items
 */
export function detectSearchMode(
  search: string,
  isColumn: (name: string) => boolean = isItemColumn,
): SearchMode {
  if (isFields(search, isColumn)) return 'fields'
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
