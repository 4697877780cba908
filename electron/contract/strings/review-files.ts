import type { DifferenceKind, MergeChoice } from '../review-merge.ts'
import { formatCount, items, plural } from './grammar.ts'

/** Why a file with a review cannot be used, as clauses that fill the sentence of `reviewFileUnusable`. */
export const REVIEW_FILE_REASONS = {
  notAFile: 'that is not a file',
  outOfMemory: 'reading it took too much memory',
  tooMuch: 'it contains more than a review file can',
  tooLarge: 'it is larger than a review file can be',
  notAZip: 'it is not a review file, or only a part of one',
  notAReview: 'there is no review in it',
  notJson: 'its text cannot be read',
  invalidForm: 'it is not a valid review',
  invalidField: (path: string) => `“${path}” in it is invalid`,
  itemTwice: 'it contains an item twice',
  photoTwice: 'an item has the same picture twice',
  photoMissing: 'a picture is missing from it',
  photoMismatch: 'a picture in it does not match its checksum',
  notAPicture: 'a picture in it is not in a known format',
  photoProblems: {
    tooLarge: 'a picture in it is larger than 50 MB',
    tooManyPixels: 'a picture in it has more than 100 megapixels',
    damaged: 'a picture in it is damaged',
  } as Readonly<Record<string, string>>,
} as const

/** Why a review cannot be written, as clauses that fill the sentence of `badInput`. */
export const WRITE_REVIEW_REASONS = {
  nothing: 'it has no marks or notes',
  tooMany: (most: number) => `a review file can contain ${formatCount(most, 'item')} at most`,
  tooMuch: 'it is more than a review file can contain',
  notVerified: (sentence: string) => `its verification failed (${sentence.split('. ')[0] ?? ''})`,
  photoMissing: 'the file of an attached picture is missing from this computer',
} as const

/** A count with its formatted text. */
type FormattedCount = readonly [count: number, shown: string]
/** Formats counts: “12 marks, 3 notes and 1 photo”. */
const formatCounts = (marks: FormattedCount, notes: FormattedCount, photos: FormattedCount): string =>
  new Intl.ListFormat('en-GB').format(
    [
      [marks, 'mark', 'marks'] as const,
      [notes, 'note', 'notes'] as const,
      [photos, 'photo', 'photos'] as const,
    ]
      .filter(([[count]]) => count > 0)
      .map(([[count, shown], one, many]) => `${shown} ${plural(count, one, many)}`),
  )

/** Strings of exporting, importing and merging reviews. */
export const mergeStrings = {
  write: 'Export review…',
  read: 'Import review…',
  nothingReviewed: 'No marks or notes yet',

  writeTitle: 'Export review',
  writeText:
    'Marks, notes and photos, for a colleague with Campaign Desk. The API key and the address of the service are not in the file.',
  scope: 'Items',
  scopes: {
    campaign: 'Whole campaign',
    selected: (count: number, shown: string) => `${items(count, shown)} selected`,
    listed: (count: number, shown: string) => `${items(count, shown)} in the list`,
  },
  noScope: 'Choose a campaign or a list of items first.',
  author: 'Your name',
  authorHint: 'Optional. Shown to the person who imports the review.',
  writeAction: 'Export…',
  written: (file: string) => `Exported ${file}`,
  showWritten: 'Show in folder',

  readTitle: 'Import review',
  failedTitle: 'Review not imported',
  summaryTitle: (author: string) => (author === '' ? 'A review' : `A review by ${author}`),
  writtenAt: 'Written',
  file: 'File',
  campaign: (count: number) => plural(count, 'Campaign', 'Campaigns'),
  moreCampaigns: (shown: string) => `and ${shown} more`,
  unknownCampaign: 'Not on this computer',
  noCampaign: 'None',
  contents: 'Contents',
  contentsText: (
    count: number,
    shown: string,
    marks: FormattedCount,
    notes: FormattedCount,
    photos: FormattedCount,
  ) => `${items(count, shown)}: ${formatCounts(marks, notes, photos)}`,
  comparison: 'Compared with yours',
  same: (shown: string) => `${shown} the same`,
  kindCounts: {
    conflict: (count: number, shown: string) => `${shown} ${plural(count, 'differs', 'differ')} from yours`,
    adds: (_count: number, shown: string) => `${shown} new`,
    lacks: (_count: number, shown: string) => `${shown} only in yours`,
  } satisfies Readonly<Record<DifferenceKind, (count: number, shown: string) => string>>,
  absent: (count: number, shown: string) =>
    `${items(count, shown)} ${plural(count, 'is', 'are')} not on this computer. You can merge ${plural(count, 'its review', 'their reviews')} now, and see ${plural(count, 'it', 'them')} after the next download.`,
  unknown: 'This campaign is not on this computer. Check that the review belongs to this connection.',
  noDifferences: 'The same. There is nothing to merge.',
  reviewDifferences: 'Compare',
  merge: (count: number, shown: string) => `Merge ${items(count, shown)}`,
  mergeNone: 'Merge',

  mergeTitle: (author: string) => (author === '' ? 'Merge a review' : `Merge the review by ${author}`),
  differences: 'Differences',
  forAll: 'Take for all',
  defaultChoices: 'As suggested',
  kinds: { conflict: 'Different', adds: 'New', lacks: 'Only yours' } satisfies Readonly<
    Record<DifferenceKind, string>
  >,
  choice: 'Take',
  choices: { mine: 'Mine', theirs: 'Theirs', both: 'Both' } satisfies Readonly<Record<MergeChoice, string>>,
  mine: 'Mine',
  theirs: (author: string) => (author === '' ? 'Theirs' : author),
  together: 'Result',
  keys: 'M mine, T theirs, B both',
  noReview: 'Nothing',
  noMark: 'No mark',
  noNote: 'No note',
  photo: (number: string, of: string) => `Photo ${number} of ${of}`,
  notBoth: 'Both are too long for one item. Choose one of them.',
  notInCopy: 'This item is not on this computer',
  changedSinceTheirs: 'Changed since their review',
  position: (shown: string, of: string) => `${shown} of ${of}`,
  merged: (count: number, shown: string) => `Merged ${items(count, shown)}`,
  undo: 'Undo',

  /** Line above an added note: author and date. */
  noteHeading: (author: string, when: string) => (author === '' ? `${when}:` : `${author}, ${when}:`),
} as const
