import { MAX_NOTE_LENGTH, MAX_PHOTOS, type Review, type ReviewPhoto } from './review.ts'

/** What is to hold of a difference: what is here, what the file says, or both together. */
export const MERGE_CHOICES = ['mine', 'theirs', 'both'] as const
export type MergeChoice = (typeof MERGE_CHOICES)[number]

/**
 * How a review in a file differs from the one here: both say something else, the file says more, or there is
 * only more here.
 */
export const DIFFERENCE_KINDS = ['conflict', 'adds', 'lacks'] as const
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number]

/** A review in a file that is another than the one here. */
export interface ReviewDifference {
  readonly kind: DifferenceKind
  /** Null: nothing was found here of that item. */
  readonly mine: Review | null
  readonly theirs: Review
  /**
   * What holds unless the person chooses otherwise: nothing of theirs where that would take something of mine
   * away.
   */
  readonly usual: MergeChoice
  /** False: together they are more than an item can have, so that only one of them can be kept. */
  readonly canBeBoth: boolean
}

/**
 * Where an item's review differs; null where it says the same. When marks were set alone is no difference.
 */
export function differenceOf(mine: Review | null, theirs: Review): ReviewDifference | null {
  const kind = kindOf(mine, theirs)
  if (kind === null) return null
  const possible = canBeBoth(mine, theirs)
  return { kind, mine, theirs, usual: usualOf(kind, mine, possible), canBeBoth: possible }
}

/**
 * The review that a choice makes; null: there is none. Both: the later mark (of two at one moment mine) with
 * what the item was then, both notes, mine first, and the pictures of both. Where that is not possible, mine.
 * @param heading line above their note where it stands below mine: who wrote it, and when.
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
  return canBeBoth(mine, theirs) ? joined(mine, theirs, heading) : mine
}

function joined(mine: Review, theirs: Review, heading: string): Review {
  const marked = lastMarked(mine, theirs)
  return {
    campaignItemId: mine.campaignItemId,
    campaignId: mine.campaignId ?? theirs.campaignId,
    mark: marked.mark,
    markedAt: marked.markedAt,
    item: marked.item,
    note: joinNotes(mine.note, theirs.note, heading),
    photos: unitedPhotos(mine, theirs),
  }
}

/** Whether two reviews say the same. */
export function saysTheSame(one: Review | null, other: Review): boolean {
  return (
    one !== null && one.mark === other.mark && one.note === other.note && hashesOf(one) === hashesOf(other)
  )
}

function kindOf(mine: Review | null, theirs: Review): DifferenceKind | null {
  if (mine === null) return 'adds'
  if (saysTheSame(mine, theirs)) return null
  const otherMark = mine.mark !== null && theirs.mark !== null && mine.mark !== theirs.mark
  const otherNote = !contains(mine.note, theirs.note) && !contains(theirs.note, mine.note)
  if (otherMark || otherNote) return 'conflict'
  return saysTheSame(mine, joined(mine, theirs, '')) ? 'lacks' : 'adds'
}

function usualOf(kind: DifferenceKind, mine: Review | null, possible: boolean): MergeChoice {
  if (kind !== 'adds' || !possible) return 'mine'
  return mine === null ? 'theirs' : 'both'
}

/** Stands for the longest line above their note. */
const HEADING_OF_MAX_LENGTH = 'x'.repeat(200)

function canBeBoth(mine: Review | null, theirs: Review): boolean {
  return (
    mine === null ||
    (joinNotes(mine.note, theirs.note, HEADING_OF_MAX_LENGTH).length <= MAX_NOTE_LENGTH &&
      unitedPhotos(mine, theirs).length <= MAX_PHOTOS)
  )
}

/** Of two that are marked alike, or not at all, mine; of two at one moment too. */
function lastMarked(mine: Review, theirs: Review): Review {
  if (theirs.mark === null || theirs.mark === mine.mark) return mine
  if (mine.markedAt === null || theirs.markedAt === null) return theirs
  return theirs.markedAt > mine.markedAt ? theirs : mine
}

function joinNotes(mine: string, theirs: string, heading: string): string {
  if (contains(mine, theirs)) return mine
  if (contains(theirs, mine)) return theirs
  return `${mine}\n\n${heading}\n${theirs}`
}

/** Whether a note has all lines of another one together: it was written, or merged, on from it. */
function contains(note: string, part: string): boolean {
  return part === '' || `\n${note}\n`.includes(`\n${part}\n`)
}

function unitedPhotos(mine: Review, theirs: Review): readonly ReviewPhoto[] {
  const here = new Set(mine.photos.map(({ hash }) => hash))
  return [...mine.photos, ...theirs.photos.filter(({ hash }) => !here.has(hash))]
}

function hashesOf({ photos }: Review): string {
  return photos
    .map(({ hash }) => hash)
    .toSorted()
    .join(' ')
}
