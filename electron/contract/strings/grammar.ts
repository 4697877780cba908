/** Plurals. Numbers are already formatted; the additional number only selects the form. */
const rules = new Intl.PluralRules('en')

/** Returns the singular or plural in English. */
export function plural(count: number, one: string, other: string): string {
  return rules.select(count) === 'one' ? one : other
}

/** Formats a count: "1 item", "6,000 items". */
export const items = (count: number, shown: string): string => `${shown} ${plural(count, 'item', 'items')}`

/** Formats a count: "1 row", "6,000 rows". */
export const rows = (count: number, shown: string): string => `${shown} ${plural(count, 'row', 'rows')}`

/** Formats a count: "1 campaign", "6,000 campaigns". */
export const campaigns = (count: number, shown: string): string =>
  `${shown} ${plural(count, 'campaign', 'campaigns')}`

/**
 * Returns a name for use in a sentence, in lowercase unless it starts with an abbreviation ("OK first", "POS
 * number") or a single letter.
 */
export function inSentence(name: string): string {
  return /^\p{Lu}\p{Ll}/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name
}
