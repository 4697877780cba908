import { messages } from './messages.ts'
import { MAX_NOTE_LENGTH, MAX_PHOTOS, type Review, type ReviewPhoto } from './review.ts'

/** How to resolve a difference. */
export const MERGE_CHOICES = ['mine', 'theirs', 'both'] as const
export type MergeChoice = (typeof MERGE_CHOICES)[number]

/** How a review in a file differs: conflicting content, more content, or less content. */
export const DIFFERENCE_KINDS = ['conflict', 'adds', 'lacks'] as const
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number]

/** A review in a file that differs from the one here. */
export interface ReviewDifference {
  readonly kind: DifferenceKind
  /** Null if the item has no review here. */
  readonly mine: Review | null
  readonly theirs: Review
  /** The default choice, which never removes content of mine. */
  readonly defaultChoice: MergeChoice
  /** False if both together exceed the limits of a review. */
  readonly canBeBoth: boolean
}

/** Compares two reviews of an item. Returns null if they are equal, apart from when marks were set. */
export function differenceOf(mine: Review | null, theirs: Review): ReviewDifference | null {
  const kind = kindOf(mine, theirs)
  if (kind === null) return null
  const possible = canBeBoth(mine, theirs)
  return { kind, mine, theirs, defaultChoice: defaultChoiceFor(kind, mine, possible), canBeBoth: possible }
}

/**
 * Returns the line above an added note.
 * @param author empty: unknown
 */
export function noteHeading(author: string, when: string): string {
  const { named, anonymous } = messages.reviewFiles.noteHeading
  return author === '' ? anonymous({ when }) : named({ author, when })
}

/**
 * Returns the review for a choice, or null. `both` combines the later mark (mine if equally late) with its
 * item, both notes (mine first) and all photos; if that exceeds the limits, it returns mine.
 * @param heading line above their note if it is below mine: author and date
 */
export function mergeReview(
  mine: Review | null,
  theirs: Review,
  choice: MergeChoice,
  heading: string,
): Review | null {
  if (choice === 'mine') return mine
  if (mine === null) return theirs
  if (choice === 'theirs') return { ...theirs, campaignId: theirs.campaignId ?? mine.campaignId }
  return canBeBoth(mine, theirs) ? combine(mine, theirs, heading) : mine
}

function combine(mine: Review, theirs: Review, heading: string): Review {
  const later = laterMarked(mine, theirs)
  return {
    campaignItemId: mine.campaignItemId,
    campaignId: mine.campaignId ?? theirs.campaignId,
    mark: later.mark,
    markedAt: later.markedAt,
    item: later.item,
    note: joinNotes(mine.note, theirs.note, heading),
    photos: combinePhotos(mine, theirs),
  }
}

/** Returns whether two reviews are equal. */
export function isSameReview(one: Review | null, other: Review): boolean {
  return (
    one !== null && one.mark === other.mark && one.note === other.note && hashesOf(one) === hashesOf(other)
  )
}

function kindOf(mine: Review | null, theirs: Review): DifferenceKind | null {
  if (mine === null) return 'adds'
  if (isSameReview(mine, theirs)) return null
  const otherMark = mine.mark !== null && theirs.mark !== null && mine.mark !== theirs.mark
  const otherNote = !containsNote(mine.note, theirs.note) && !containsNote(theirs.note, mine.note)
  if (otherMark || otherNote) return 'conflict'
  return isSameReview(mine, combine(mine, theirs, '')) ? 'lacks' : 'adds'
}

function defaultChoiceFor(kind: DifferenceKind, mine: Review | null, possible: boolean): MergeChoice {
  if (kind !== 'adds' || !possible) return 'mine'
  return mine === null ? 'theirs' : 'both'
}

/** A heading of the maximum length. */
const MAX_HEADING = 'x'.repeat(200)

function canBeBoth(mine: Review | null, theirs: Review): boolean {
  return (
    mine === null ||
    (joinNotes(mine.note, theirs.note, MAX_HEADING).length <= MAX_NOTE_LENGTH &&
      combinePhotos(mine, theirs).length <= MAX_PHOTOS)
  )
}

/** Returns the review with the later mark; mine if marks or times are equal. */
function laterMarked(mine: Review, theirs: Review): Review {
  if (theirs.mark === null || theirs.mark === mine.mark) return mine
  if (mine.markedAt === null || theirs.markedAt === null) return theirs
  return theirs.markedAt > mine.markedAt ? theirs : mine
}

function joinNotes(mine: string, theirs: string, heading: string): string {
  if (containsNote(mine, theirs)) return mine
  if (containsNote(theirs, mine)) return theirs
  return `${mine}\n\n${heading}\n${theirs}`
}

/** Returns whether a note contains another one as whole lines, because it was merged or continued. */
function containsNote(note: string, part: string): boolean {
  return part === '' || `\n${note}\n`.includes(`\n${part}\n`)
}

function combinePhotos(mine: Review, theirs: Review): readonly ReviewPhoto[] {
  const hashes = new Set(mine.photos.map(({ hash }) => hash))
  return [...mine.photos, ...theirs.photos.filter(({ hash }) => !hashes.has(hash))]
}

function hashesOf({ photos }: Review): string {
  return photos
    .map(({ hash }) => hash)
    .toSorted()
    .join(' ')
}
