import { activeNumberLocale } from './messages.ts'

const collators = new Map<string, Intl.Collator>()

/**
 * Compares names in the alphabet of the system's locale, which does not change with the language of the
 * interface. Numbers in names are compared by value.
 */
export function compareNames(one: string, other: string): number {
  const locale = activeNumberLocale()
  let collator = collators.get(locale)
  if (collator === undefined) collators.set(locale, (collator = new Intl.Collator(locale, { numeric: true })))
  return collator.compare(one, other)
}
