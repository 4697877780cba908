/** Plurals and numbers. A number that is already formatted comes with one that selects the form. */
/** Created when it is first needed, because that takes several milliseconds of a start. */
let numberFormat: Intl.NumberFormat | undefined

/** Returns the singular or plural in English. */
export function plural(count: number, one: string, other: string): string {
  return count === 1 ? one : other
}

/** Formats a number for a message outside of the window: "60,000". */
export function formatNumber(value: number): string {
  numberFormat ??= new Intl.NumberFormat('en')
  return numberFormat.format(value)
}

/** Formats a number with its noun for a message outside of the window: "1 file", "60,000 files". */
export function formatCount(count: number, one: string, other = `${one}s`): string {
  return `${formatNumber(count)} ${plural(count, one, other)}`
}

const BYTE_UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** Returns a size with its unit: “1.2 GB”. */
export function formatBytes(bytes: number): string {
  const power = Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const shown = new Intl.NumberFormat('en', { maximumFractionDigits: power === 0 ? 0 : 1 })
  return `${shown.format(bytes / 1_000 ** power)} ${BYTE_UNITS[power] ?? ''}`
}
