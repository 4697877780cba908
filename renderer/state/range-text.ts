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

const DAY_TEXT = /^(\d{4,6})-(\d\d)-(\d\d)$/u

/**
 * Returns the first millisecond (since 1970) of a date field's day in the person's time zone; null if empty.
 */
export function startOfDay(day: string): number | null {
  const [, year, month, date] = DAY_TEXT.exec(day) ?? []
  if (year === undefined || month === undefined || date === undefined) return null
  const start = new Date(Number(year), Number(month) - 1, Number(date))
  return start.getMonth() === Number(month) - 1 ? start.getTime() : null
}

/** Returns the last millisecond of a date field's day; null if empty. */
export function endOfDay(day: string): number | null {
  const start = startOfDay(day)
  if (start === null) return null
  const next = new Date(start)
  next.setDate(next.getDate() + 1)
  return next.getTime() - 1
}

/** Returns the day of a time for a date field, in the person's time zone. */
export function dayOf(time: number): string {
  const date = new Date(time)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
