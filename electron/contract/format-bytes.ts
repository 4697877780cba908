const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']

/**
 * Formats a size in the largest unit that keeps it above one, such as “1.2 GB”.
 * @param locale supported locale (BCP 47)
 */
export function formatBytes(bytes: number, locale: string): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const size = bytes / 1_000 ** step
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[step] ?? 'byte',
    // The short unit of bytes has no plural.
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: size < 10 && step > 0 ? 1 : 0,
  }).format(size)
}
