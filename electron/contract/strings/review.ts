import type { Review, ReviewChange, ReviewFilter, ReviewMark } from '../review.ts'
import { messages } from '../messages.ts'
import { formatCount, items, plural, inSentence } from './grammar.ts'
import { photoStrings } from './review-photos.ts'

/** Why reviews cannot be opened or saved, as clauses of a fault. */
export const REVIEW_REASONS = {
  busy: 'another program is using their file',
  diskFull: 'the disk is full',
  readOnly: 'their folder cannot be written to',
  tooMany: (most: number) => `more than ${formatCount(most, 'item')} cannot be marked at once`,
  tooManyPhotos: (most: number) => `an item can have ${formatCount(most, 'photo')}`,
} as const

export const MARK_NAMES: Readonly<Record<ReviewMark, string>> = {
  ok: 'OK',
  problem: 'Problem',
  question: 'Question',
}

/** Returns what a status is called. */
type StatusName = (status: number) => string

/**
 * Formats changes since a review: “Quantity: 10 → 12; Locked: no → yes”.
 * @param statusName null: statuses are written as numbers
 */
export function changesText(changes: readonly ReviewChange[], statusName: StatusName | null): string {
  return changes.map((change) => changeText(change, statusName)).join('; ')
}

/** Formats a change. A change of the time alone means that undocumented fields have changed. */
export function changeText({ column, was, is }: ReviewChange, statusName: StatusName | null): string {
  if (column === 'updatedAt') return 'something that no column shows'
  const valueText = (value: ReviewChange['was']): string => {
    if (value === null || value === '') return 'nothing'
    if (typeof value === 'boolean') return value ? 'yes' : 'no'
    return column === 'status' && typeof value === 'number' && statusName !== null
      ? statusName(value)
      : String(value)
  }
  return `${messages.columns.items[column]}: ${valueText(was)} → ${valueText(is)}`
}

/** Strings of reviews. */
export const reviewStrings = {
  mode: 'Review',
  modeHint: 'Review one item after the other: picture, note and mark',
  leave: 'Leave the review',
  /** The keys of a command without any are empty. */
  started: (keys: Readonly<Record<'ok' | 'problem' | 'question' | 'clear' | 'note', string>>) => {
    const names = { ok: 'OK', problem: 'problem', question: 'question', clear: 'no mark', note: 'note' }
    const parts = (Object.keys(names) as (keyof typeof names)[]).filter((name) => keys[name] !== '')
    const keysText = parts.map((name) => `${keys[name]} ${names[name]}`).join(', ')
    return keysText === '' ? 'Marks are shown.' : `Marks are shown. ${keysText}. Letters search.`
  },
  stopped: 'Marks are hidden.',
  showMarks: 'Show marks in the list, and set them by keyboard',
  hideMarks: 'Hide marks in the list',
  column: 'Mark',
  title: 'Review',
  /** For the pressed button of a mark. */
  clearHint: 'Press again to remove the mark',
  marks: 'Mark',
  note: 'Note',
  notePlaceholder: 'Add a note',
  noteLeft: (shown: string) => `${shown} characters left`,
  noteSaved: 'Kept',
  noteSaving: 'Keeping…',
  markedAt: (when: string) => `Marked ${when}`,
  changed: 'Changed since your review',

  marked: (mark: ReviewMark | null, count: number, shown: string) =>
    mark === null
      ? `${items(count, shown)} without a mark.`
      : `${items(count, shown)} marked ${mark === 'ok' ? MARK_NAMES.ok : `as a ${inSentence(MARK_NAMES[mark])}`}.`,

  /** For the context menu of an item, or of several. */
  markAs: (mark: ReviewMark | null, count: number, shown: string) => {
    const what = count === 1 ? '' : ` ${items(count, shown)}`
    if (mark === null) return count === 1 ? 'Remove the mark' : `Remove the marks of${what}`
    return `Mark${what} as ${inSentence(MARK_NAMES[mark])}`
  },
  /** For a toast, whose subject is an item or a number of items. */
  markedAs: (subject: string, mark: string) => `${subject} marked as ${mark}`,
  unmarked: (subject: string) => `${subject} without a mark`,
  oneItem: 'Item',
  countOfItems: items,

  single: {
    label: 'Review of single items',
    list: 'Items to review',
    notReviewed: 'Not reviewed',
    position: (number: string, count: string) => `${number} of ${count}`,
    next: 'Next unreviewed',
    nextReason: 'All items are reviewed',
    previousItem: 'Previous item',
    nextItem: 'Next item',
    expand: 'Open in the artwork viewer',
    compare: 'Compare',
    noPrevious: 'There is no earlier version',
    addPhoto: 'Add photo',
    camera: 'Camera',
    was: (value: string) => `was ${value}`,
    complete: (count: number, shown: string) =>
      count === 1 ? 'The item is reviewed' : `All ${shown} items are reviewed`,
    backToList: 'Back to the list',
    marksFailedTitle: 'The marks could not be read',
    options: 'Review options',
    advances: 'After a mark, show the next unreviewed item',
    layout: 'Layout',
    layouts: { auto: 'Automatic', desktop: 'Desktop', touch: 'Touch' },
    back: 'Items',
    upNext: 'Up next',
    nothingNext: 'No unreviewed items',
    moveMarks: { start: 'Move the marks to the left', end: 'Move the marks to the right' },
    report: 'Report',
  },

  progress: (reviewed: string, total: string) => `${reviewed} of ${total} reviewed`,
  progressOfAll: (reviewed: string, total: string) => `${reviewed} of ${total} in all`,
  orphaned: (count: number, shown: string) => `${shown} ${plural(count, 'mark', 'marks')} of deleted items`,
  orphanedTitle: 'Marks of deleted items',
  orphanedText: 'These items are no longer in the downloaded copy. Your marks, notes and photos are safe.',
  orphanedCopy: 'Copy as a table',
  orphanedCopied: 'Copied as a table.',
  orphanedExport: 'Export…',
  orphanedRepeatExport: 'Export again',
  orphanedExportTitle: 'Export marks of deleted items',
  orphanedExportFailed: 'The marks could not be exported',
  orphanedFileName: (campaign: string | null) =>
    campaign === null ? 'Marks of deleted items' : `${campaign}, marks of deleted items`,
  orphanedCount: items,
  noOrphaned: 'No marks of deleted items',
  orphanedHeadings: ['POS number', 'Item', 'Element', 'Mark', 'Note', 'Marked at', 'Campaign item id'],
  notSavedTitle: 'That could not be kept',
  notLoadedTitle: 'Marks and notes could not be read',
  /** A row in words for screen readers. */
  row: ({ mark, note, photos }: Pick<Review, 'mark' | 'note' | 'photos'>, changed: boolean) =>
    [
      mark === null ? null : MARK_NAMES[mark],
      note === '' ? null : 'with a note',
      photos.length === 0 ? null : photoStrings.photos(photos.length),
      changed ? 'changed since your review' : null,
    ]
      .filter((part) => part !== null)
      .join(', '),

  found: (name: string, shown: string) => `${name}: ${shown}`,
  filter: 'Mark',
  filterTitle: 'Only items with these marks',
  filterText: 'What you mark stays in the list until it is asked for anew.',
  filters: { ...MARK_NAMES, none: 'No mark', changed: 'Changed since review' } satisfies Readonly<
    Record<ReviewFilter, string>
  >,
  forgetPhotos: (count: number, shown: string) =>
    `${shown} ${plural(count, 'photo', 'photos')} that you attached, which cannot be fetched again`,
  elements: {
    show: 'By element',
    label: 'Reviewed by element',
    element: 'Element',
    reviewed: 'Reviewed',
    problems: 'Problems',
    questions: 'Questions',
    none: 'Without an element',
    of: (done: string, total: string) => `${done} of ${total}`,
    showAll: (name: string) => `${name}: show its items`,
    showMarked: (name: string, mark: string, shown: string) => `${shown}: ${mark} of ${name}`,
    failed: 'The elements could not be counted',
  },
  sort: {
    label: 'Order by marks',
    button: 'Order',
    by: (order: string) => `Order: ${inSentence(order)}`,
    none: 'Not by marks',
    orders: {
      problems: 'Problems first',
      ok: 'OK first',
      latest: 'Latest marks first',
      earliest: 'Earliest marks first',
    },
  },
  forgetUncounted: 'Your marks, notes and photos, which cannot be counted just now',
  forgetReviews: (count: number, shown: string) =>
    `Your marks and notes of ${items(count, shown)}, which cannot be fetched again`,
} as const
