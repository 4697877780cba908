/**
 * Counted words. Numbers arrive already formatted in the person's locale; the bare number beside them only
 * chooses between one and many.
 */
const rules = new Intl.PluralRules('en')

/** One or many, in English. */
export function plural(count: number, one: string, other: string): string {
  return rules.select(count) === 'one' ? one : other
}

/** "1 item", "6,000 items": `shown` is the count in the person's notation. */
export const items = (count: number, shown: string): string => `${shown} ${plural(count, 'item', 'items')}`

export const campaigns = (count: number, shown: string): string =>
  `${shown} ${plural(count, 'campaign', 'campaigns')}`
