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

/** On Windows a file that a spreadsheet has open answers like one without permission. */
export const OPEN_OR_FORBIDDEN = 'it is open in another program, or you have no permission to write there'

/** For a cause that has no words of its own. */
export const writeFailureOther = (code: string): string => `the system said ${code}`

/** What a workbook says of itself, beside its title. */
export const documentDescription = (oldestCopy: string | null, incomplete: boolean): string =>
  [
    oldestCopy === null ? null : `As it was on ${oldestCopy}.`,
    incomplete ? 'The copy was incomplete: items may be missing.' : null,
    'Written by Campaign Desk.',
  ]
    .filter((sentence) => sentence !== null)
    .join(' ')
