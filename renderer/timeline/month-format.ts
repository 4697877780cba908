import { dateLocale } from '../../electron/contract/date-locale.ts'

/** Formats the month of a time in milliseconds since 1970, with or without its year. */
export type MonthFormat = (time: number, withYear: boolean) => string

/**
 * Returns the short names of months of a locale (BCP 47).
 * @param timeZone the local one if left out
 */
export function createMonthFormat(locale: string, timeZone?: 'UTC'): MonthFormat {
  const withYearFormat = new Intl.DateTimeFormat(dateLocale(locale), {
    month: 'short',
    year: 'numeric',
    timeZone,
  })
  return (time, withYear) => {
    if (withYear) return withYearFormat.format(time)
    // A format of the month alone has other abbreviations: “Sep” beside “Sept. 2026” in German.
    return withYearFormat.formatToParts(time).find(({ type }) => type === 'month')?.value ?? ''
  }
}
