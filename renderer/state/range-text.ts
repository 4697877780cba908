/** A typed number; null for an empty field, undefined for invalid text. */
export type TypedNumber = number | null | undefined

/** Returns the decimal and the grouping separator of a locale. */
function signsOf(locale: string): { readonly decimal: string; readonly group: string } {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(12_345.6)
  const sign = (type: string): string => parts.find((part) => part.type === type)?.value ?? ''
  return { decimal: sign('decimal'), group: sign('group') }
}

/**
 * Parses a number in the notation of a locale, with or without grouping. A point is also accepted as decimal
 * separator if the locale does not use it otherwise.
 */
export function parseNumber(text: string, locale: string): TypedNumber {
  const { decimal, group } = signsOf(locale)
  const bare = text.trim().replaceAll(/\s/gu, '').replaceAll('−', '-')
  if (bare === '') return null
  const ungrouped = group.trim() === '' ? bare : bare.replaceAll(group, '')
  const plain = decimal === '' ? ungrouped : ungrouped.replaceAll(decimal, '.')
  return /^[+-]?(?:\d+\.?\d*|\.\d+)$/u.test(plain) ? Number(plain) : undefined
}
