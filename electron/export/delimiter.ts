/** Delimiters that a person or a script can ask for by name. */
export const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t' } as const

/** Regions that write a decimal point, and still have a semicolon between the cells of a list. */
const SEMICOLON_REGIONS: ReadonlySet<string | undefined> = new Set(['CH', 'LI'])

/**
 * What spreadsheets of that locale (BCP 47) expect between two cells of a CSV file: a semicolon where the comma
 * is the decimal separator, else a comma. That is the list separator that systems come with; what a person has
 * set instead cannot be asked for. An unknown locale counts as one with a decimal point.
 */
export function delimiterFor(locale: string): ',' | ';' {
  try {
    const { region } = new Intl.Locale(locale).maximize()
    if (SEMICOLON_REGIONS.has(region)) return ';'
    const parts = new Intl.NumberFormat(locale).formatToParts(1.5)
    return parts.some(({ type, value }) => type === 'decimal' && value !== '.') ? ';' : ','
  } catch {
    return ','
  }
}
