import type { AlteredCells } from '../jobs.ts'
import { plural } from './grammar.ts'

/** Why a file could not be written, as clauses that fill the sentence of `fileNotWritten`. */
export const WRITE_FAILURE_REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'there is no such folder',
  EISDIR: 'there is a folder of that name',
  EACCES: 'you have no permission to write there',
  EPERM: 'you have no permission to write there',
  EROFS: 'the disk can only be read',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your share of the disk is used up',
  EFBIG: 'the file would be larger than this disk allows',
  EBUSY: 'it is open in another program',
  ETXTBSY: 'it is open in another program',
  ENAMETOOLONG: 'the name is too long',
  EINVAL: 'the name cannot be used on this disk',
  ELOOP: 'the link leads nowhere',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EIO: 'the disk reported an error',
  EPIPE: 'nobody reads the output any more',
}

/** Advice for some of the reasons. */
export const WRITE_FAILURE_ADVICE: Readonly<Record<string, string>> = {
  ENOENT: 'Create the folder, or choose another one.',
  ENOTDIR: 'Create the folder, or choose another one.',
  EISDIR: 'Choose another name.',
  EACCES: 'Check the permissions, or choose another folder.',
  EPERM: 'Check the permissions, or choose another folder.',
  EROFS: 'Choose a folder on another disk.',
  ENOSPC: 'Free up disk space, or choose another disk.',
  EDQUOT: 'Free up disk space, or choose another disk.',
  EFBIG: 'Choose another disk.',
  EBUSY: 'Close it there, or choose another name.',
  ETXTBSY: 'Close it there, or choose another name.',
  ENAMETOOLONG: 'Choose a shorter name.',
  EINVAL: 'Choose another name.',
  ELOOP: 'Choose another folder.',
  EMFILE: 'Close other programs, and try again.',
  ENFILE: 'Close other programs, and try again.',
  EIO: 'Choose another disk.',
}

/** On Windows, a file that is open in a spreadsheet fails like one without permission. */
export const OPEN_OR_FORBIDDEN = 'it is open in another program, or you have no permission to write there'

export const OPEN_OR_FORBIDDEN_ADVICE = 'Close the file there, or choose another folder.'

/** A pipe or device takes one stream. */
export const SINGLE_FILE_TARGET_REASON = 'its rows make several files, and this is a place for one'

/** For other causes. */
export const writeFailureOther = (code: string): string => `the system said ${code}`

/** Why a file was not verified, as clauses that fill the sentence of `fileNotAsWritten`. */
export const VERIFICATION_REASONS = {
  cells: 'its cells are not those that were written',
  cutShort: 'its end is missing',
} as const

/**
 * Returns a sentence about cells that differ from the data.
 * @param shown formats a count
 */
export function alteredText(altered: AlteredCells, shown: (count: number) => string): string {
  const { cut, leftOut, guarded, replaced, credentials } = altered
  const total = cut + leftOut + guarded + replaced + credentials
  const parts: readonly (readonly [count: number, text: string])[] = [
    [cut, 'cut at the limit of a cell'],
    [leftOut, 'left out'],
    [guarded, 'with an apostrophe before a formula'],
    [replaced, 'with replaced characters'],
    [credentials, 'without the user name and password of an address'],
  ]
  const named = parts.filter(([count]) => count > 0).map(([count, text]) => `${shown(count)} ${text}`)
  return `${shown(total)} ${plural(total, 'cell differs', 'cells differ')} from the data: ${named.join(', ')}.`
}

/** Returns the heading of a column with times. */
export const headingInZone = (heading: string, zone: string): string => `${heading} (${zone})`

/** Returns a sentence about the time zone of a file. */
export const timesInZone = (zone: string): string => `Times are in the time zone ${zone}.`

/** Description of a workbook. */
export const documentDescription = (oldestCopy: string | null, incomplete: boolean): string =>
  [
    oldestCopy === null ? null : `As it was on ${oldestCopy}.`,
    incomplete ? 'The copy was incomplete: items may be missing.' : null,
    'Written by Campaign Desk.',
  ]
    .filter((sentence) => sentence !== null)
    .join(' ')
