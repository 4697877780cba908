import { comparedDownload, downloadBefore } from '../contract/change-period.ts'
import type { DownloadRecord } from '../contract/changes.ts'
import { MAX_PERIOD } from '../contract/filters.ts'
import { CLI_USAGE } from './strings/command-line.ts'
import type { Since } from './commands.ts'
import { UsageError } from './errors.ts'

const DOWNLOAD = /^\d{1,15}$/u
const PERIOD = /^(\d{1,5})d$/u
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/u
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/u

/**
 * Parses the number of a download, a number of days such as `7d`, a date (its start on this computer) or a
 * date with a time (ISO 8601). Throws a `UsageError` for other text.
 */
export function parseSince(text: string): Since {
  if (DOWNLOAD.test(text)) return { download: Number(text) }
  const days = Number(PERIOD.exec(text)?.[1] ?? 0)
  if (days >= 1 && days <= MAX_PERIOD) return { days }
  const day = startOfDay(text.slice(0, '2026-11-30'.length))
  const instant = DATE_TIME.test(text) ? Date.parse(text) : startOfDay(text)
  if (Number.isNaN(day) || Number.isNaN(instant)) throw new UsageError(CLI_USAGE.badSince(text), 'changes')
  return { instant }
}

function startOfDay(text: string): number {
  const [year, month, day] = (DATE.exec(text) ?? []).slice(1).map(Number)
  if (year === undefined || month === undefined || day === undefined) return Number.NaN
  const date = new Date(year, month - 1, day)
  // February 30 would become March 2.
  return date.getMonth() === month - 1 && date.getDate() === day ? date.getTime() : Number.NaN
}

/**
 * Returns the key of the download to compare with: the given one, or the last one before the given time or
 * period. Null: all stored changes.
 */
export function keyBefore(since: Since | null, downloads: readonly DownloadRecord[]): number | null {
  if (since === null) return null
  if ('download' in since) return since.download
  const base =
    'days' in since
      ? comparedDownload(since, downloads, Date.now())
      : downloadBefore(downloads, since.instant)
  return base?.downloadKey ?? null
}
