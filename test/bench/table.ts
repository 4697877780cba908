import { isSet } from '../../build/host.ts'
import { activateLanguage } from '../../electron/contract/messages.ts'

// Every benchmark prints a table. Errors of the modules that it measures contain messages.
await activateLanguage('en')

/** Prints a small table: the first column left-aligned, the others, which are numbers, right-aligned. */
export function printTable(
  title: string,
  header: readonly string[],
  rows: readonly (readonly string[])[],
  write: (text: string) => void = (text) => process.stdout.write(text),
): void {
  const widths = header.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => (row[column] ?? '').length)),
  )
  const line = (cells: readonly string[]): string =>
    widths
      .map((width, column) =>
        column === 0 ? (cells[column] ?? '').padEnd(width) : (cells[column] ?? '').padStart(width),
      )
      .join('  ')
      .trimEnd()
  const rule = widths.map((width) => '-'.repeat(width))
  write(`\n${title}\n\n${[header, rule, ...rows].map((cells) => `  ${line(cells)}`).join('\n')}\n`)
}

export function milliseconds(value: number): string {
  return `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`
}

export function ratio(value: number): string {
  return `${value.toFixed(2)} ×`
}

export function perSecond(count: number, elapsedMs: number): string {
  return `${Math.round((count / elapsedMs) * 1000).toLocaleString('en-GB')}/s`
}

/** Returns the value below which a share of the samples lies: `percentile(samples, 0.95)`. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Set to 1 for a short run. */
export const SHORT_RUN_VARIABLE = 'CAMPAIGN_DESK_BENCH_SHORT'

/** Returns whether only the figures of the summary are needed, at a few repetitions each. */
export function isShortRun(): boolean {
  return isSet(SHORT_RUN_VARIABLE)
}

/** Returns how often to repeat a measurement that a full run repeats this often. */
export function runCount(fullRun: number): number {
  return isShortRun() ? Math.ceil(fullRun / 2) : fullRun
}

/** Two sizes, to show the growth. */
export const DEFAULT_SIZES = [10_000, 100_000] as const
/** The sizes of `--all`, and of all exports. */
export const ALL_SIZES = [...DEFAULT_SIZES, 1_000_000] as const

/** Returns the number of items in an argument; null if it has none. */
export function sizeOf(argument: string): number | null {
  const size = Number(argument.replaceAll(/[_,]/g, ''))
  return Number.isSafeInteger(size) && size > 0 ? size : null
}

/**
 * Returns the numbers of items from the command line (`node test/bench/query.ts 1000000`, or `--all`),
 * otherwise the default ones.
 */
export function sizesFromArguments(defaultSizes: readonly number[] = DEFAULT_SIZES): readonly number[] {
  const parameters = process.argv.slice(2)
  if (parameters.includes('--all')) return defaultSizes === DEFAULT_SIZES ? ALL_SIZES : defaultSizes
  const sizes = parameters.map(sizeOf).filter((size) => size !== null)
  if (sizes.length < parameters.length)
    throw new Error('Enter the sizes as whole numbers of items, for example 10000 100000, or --all')
  return sizes.length > 0 ? sizes : defaultSizes
}

/** Returns a number of items as the tables show it. */
export function itemCount(items: number): string {
  return items.toLocaleString('en-GB')
}

export function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MB`
}
