import { activeLanguage } from './messages.ts'

/**
 * Returns the locale for dates: names of months and days in the language of the interface, and the formats of
 * the region of a locale (BCP 47).
 */
export function dateLocale(locale: string): string {
  const { language } = new Intl.Locale(activeLanguage())
  const { language: own, region } = new Intl.Locale(locale).maximize()
  if (own === language) return locale
  return region === undefined ? language : `${language}-${region}`
}
