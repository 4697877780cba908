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

/** A pipe, or a device, takes one stream. */
export const NO_PLACE_FOR_SEVERAL = 'its rows make several files, and this is a place for one'

/** For a cause that has no words of its own. */
export const writeFailureOther = (code: string): string => `the system said ${code}`

/** What a file turned out to be when it was read again, as clauses that fill the sentence of `fileNotAsWritten`. */
export const READ_BACK_REASONS = {
  rows: (found: number, written: number) =>
    `it has ${String(found)} lines where ${String(written)} were written`,
  cells: 'its cells are not those that were written',
  row: (row: number) => `line ${String(row)} cannot be read`,
  cellsInRow: (row: number) => `line ${String(row)} does not have the cells that were written`,
  cutShort: 'its end is missing',
  beginning: 'its beginning is not as it was written',
  part: (name: string) => `its part ${name} is damaged`,
  noPart: (name: string) => `its part ${name} is missing`,
  package: 'it cannot be unpacked',
} as const

/** What a workbook says of itself, beside its title. */
export const documentDescription = (oldestCopy: string | null, incomplete: boolean): string =>
  [
    oldestCopy === null ? null : `As it was on ${oldestCopy}.`,
    incomplete ? 'The copy was incomplete: items may be missing.' : null,
    'Written by Campaign Desk.',
  ]
    .filter((sentence) => sentence !== null)
    .join(' ')
