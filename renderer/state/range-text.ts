/** A typed number; null for an empty field, undefined for invalid text. */
export type TypedNumber = number | null | undefined

/** Marks of the direction, which some locales write before a sign. */
const DIRECTION_MARKS = /[\u061C\u200E\u200F]/gu

/** Returns the decimal and the grouping separator of a locale, and its digits from 0 to 9. */
function signsOf(locale: string): {
  readonly decimal: string
  readonly group: string
  readonly digits: readonly string[]
} {
  const format = new Intl.NumberFormat(locale, { useGrouping: true })
  const parts = format.formatToParts(12_345.6)
  const sign = (type: string): string => parts.find((part) => part.type === type)?.value ?? ''
  return {
    decimal: sign('decimal'),
    group: sign('group'),
    digits: Array.from({ length: 10 }, (_, digit) => format.format(digit)),
  }
}

/**
 * Parses a number in the notation of a locale, with or without grouping. A point is also accepted as decimal
 * separator if the locale does not use it otherwise.
 */
export function parseNumber(text: string, locale: string): TypedNumber {
  const { decimal, group, digits } = signsOf(locale)
  const unmarked = text.replaceAll(/\s/gu, '').replaceAll(DIRECTION_MARKS, '').replaceAll('−', '-')
  if (unmarked === '') return null
  const bare = Array.from(unmarked, (character) => {
    const digit = digits.indexOf(character)
    return digit < 0 ? character : String(digit)
  }).join('')
  const ungrouped = group.trim() === '' ? bare : bare.replaceAll(group, '')
  const plain = decimal === '' ? ungrouped : ungrouped.replaceAll(decimal, '.')
  return /^[+-]?(?:\d+\.?\d*|\.\d+)$/u.test(plain) ? Number(plain) : undefined
}
