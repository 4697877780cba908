import { activeLanguage } from './messages.ts'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']

/**
 * Formats a size in the largest unit that keeps it above one, such as “1.2 GB”. The unit is in the active
 * language.
 * @param locale supported locale (BCP 47) of the number
 */
export function formatBytes(bytes: number, locale: string): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const size = bytes / 1_000 ** step
  const maximumFractionDigits = size < 10 && step > 0 ? 1 : 0
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits }).format(size)
  const parts = new Intl.NumberFormat(activeLanguage(), {
    style: 'unit',
    unit: UNITS[step] ?? 'byte',
    // The short unit of bytes has no plural.
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits,
    useGrouping: false,
  }).formatToParts(size)
  return parts
    .filter(({ type }) => type !== 'decimal' && type !== 'fraction')
    .map(({ type, value }) => (type === 'integer' ? number : value))
    .join('')
}
