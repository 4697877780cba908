import type { ChangePeriod, ChangesQuery, DownloadRecord } from './changes.ts'
import { extentOfPeriod } from './filter-dates.ts'

/** The periods that a person can choose from. */
export const PERIOD_CHOICES_DAYS = [1, 7, 30] as const
export type PeriodChoice = (typeof PERIOD_CHOICES_DAYS)[number]

type DownloadTime = Pick<DownloadRecord, 'downloadKey' | 'completedAt'>

/**
 * Returns when a period begins, in milliseconds since 1970: at the start of the day, in local time, that is
 * `days` calendar days before today. The last 7 days thus are today and the seven days before it, however
 * long these were, as in filters by `in the last 7 days`.
 */
export function startOfPeriod({ days }: ChangePeriod, now: number): number {
  return extentOfPeriod(days, 'days', now).first
}

/**
 * Returns the newest download that was completed at or before a time; undefined if there is none.
 * @param downloads the newest first
 * @param instant in milliseconds since 1970
 */
export function downloadBefore<Download extends DownloadTime>(
  downloads: readonly Download[],
  instant: number,
): Download | undefined {
  return downloads.find(({ completedAt }) => completedAt <= instant)
}

/**
 * Returns the download whose state is compared with now: for a period the newest one completed at or before
 * its start, whose state was current when the period began. Undefined for all recorded changes, which a
 * period also shows if no download is that old.
 * @param downloads the newest first
 * @param now in milliseconds since 1970
 */
export function comparedDownload<Download extends DownloadTime>(
  since: ChangesQuery['since'],
  downloads: readonly Download[],
  now: number,
): Download | undefined {
  if (since === null) return undefined
  return typeof since === 'number'
    ? downloads.find(({ downloadKey }) => downloadKey === since)
    : downloadBefore(downloads, startOfPeriod(since, now))
}
