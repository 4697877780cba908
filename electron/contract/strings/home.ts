import type { DeadlineCount } from '../deadlines.ts'
import { campaigns, items, plural } from './grammar.ts'

/** Strings of the home view. Dates and numbers are formatted; the additional number selects the plural. */
export const homeStrings = {
  title: 'Home',
  lastDownload: (shown: string) => `Last download ${shown}`,
  nothingDownloaded: 'Nothing downloaded yet',
  loading: 'Loading the dates…',
  failedTitle: 'The dates could not be loaded',
  counting: 'Running the checks…',
  countingFailedTitle: 'Changes, checks and reviews could not be counted',

  overdue: 'Overdue',
  daysLate: (count: number, shown: string) =>
    count === 0 ? 'since today' : `${shown} ${plural(count, 'day', 'days')}`,
  due: (days: string) => `Due in the next ${days} days`,
  timeline: 'Timeline',
  days: 'Dates by day',
  datesOnDay: (day: string, count: number, shown: string) =>
    `${day}: ${shown} ${plural(count, 'date', 'dates')}`,
  today: 'Today',
  todayInSentence: 'today',
  inDays: (count: number, shown: string) => `in ${shown} ${plural(count, 'day', 'days')}`,
  counts: {
    withoutArtwork: (_count: number, shown: string) => `${shown} without artwork`,
    notLocked: (_count: number, shown: string) => `${shown} not locked`,
    items,
  } satisfies Record<DeadlineCount, (count: number, shown: string) => string>,
  notDownloaded: 'Not downloaded',

  allIsWell: 'All is well',
  allIsWellText: (day: string) =>
    `Nothing is due before ${day}, nothing is overdue, and there are no unseen changes.`,
  nothingDue: 'Nothing is due',
  nothingDueText: (day: string) => `No chosen date falls before ${day}.`,
  next: {
    before: 'Next: ',
    of: (campaign: string, day: string, days: string) => ` for ${campaign}, ${day}, ${days}`,
  },
  openTimeline: 'Open timeline',

  changes: 'Changes',
  changedSince: (day: string) => `Changed since ${day}`,
  markAllSeen: 'Mark all as seen',
  added: (shown: string) => `${shown} added`,
  changed: (shown: string) => `${shown} edited`,
  deleted: (shown: string) => `${shown} deleted`,
  noChanges: (count: number, shown: string) => `No unseen changes in ${campaigns(count, shown)}`,

  checks: 'Open checks',
  campaigns,
  items,
  checkFailed: 'Cannot run',
  checksPassed: (count: number, shown: string, itemCount: number, shownItems: string) =>
    `${shown} ${plural(count, 'check', 'checks')} passed on ${items(itemCount, shownItems)}`,
  campaignsOf: (check: string) => `Campaigns with findings: ${check}`,

  downloads: 'Downloads',
  downloadsToRefresh: 'Downloads to refresh',
  downloadAll: 'Download all',
  allDownloading: 'These campaigns are being downloaded.',
  incomplete: (here: string, count: number, expected: string) =>
    `Incomplete: ${here} of ${items(count, expected)}`,
  incompleteUncounted: 'Incomplete',
  old: (ago: string) => `Downloaded ${ago}`,
  allComplete: (shown: string, ago: string) => `${shown} complete, the oldest from ${ago}`,

  reviews: 'Reviews in progress',
  reviewed: (shown: string, total: string) => `${shown} of ${total}`,
  reviewedLabel: (shown: string, count: number, total: string) =>
    `${shown} of ${items(count, total)} reviewed`,
  noReviews: 'None',
  leftToReview: 'Left to review',

  more: (shown: string) => `${shown} more`,
  moreOf: (shown: string, section: string) => `Show ${shown} more: ${section}`,
} as const
