import { formatCount } from './grammar.ts'

/** Why an answer cannot be used, as clauses that fill the sentence of `badAnswer`. */
export const ANSWER_REASONS = {
  notText: 'it is not UTF-8 text',
  notJson: 'it is not JSON',
  notAnObject: 'it is not a JSON object',
  noIds: 'campaignItemIds is not a list',
  noEntities: 'campaignItemEntities is not an object',
  unclear: 'its items cannot be told apart',
  empty: 'it is empty',
  tooLarge: 'it is too large',
  tooManyValues: 'it has too many values',
  notHttp: 'it is not HTTP',
  compression: 'it cannot be decompressed',
  absurdCount: 'its count of items is beyond all sense',
  foreign: 'it holds items of another campaign',
  farTooLarge: 'asked for one item, it sent far more',
  noCount: 'it does not say how many items there are',
  /** Replaces a count that is too long for a message. */
  longCount: 'a long value',
  invalidCount: (stated: string) => `it gives ${stated} as the number of items`,
} as const

/** Why a search pattern cannot be used, as clauses that fill the sentence of `searchInvalid`. */
export const PATTERN_REASONS = { incomplete: 'it is not complete', tooLarge: 'it is too large' } as const

/** Why the cache cannot be opened, as clauses of its faults, and what to do, as a sentence. */
export const CACHE_REASONS = {
  noFolder: 'its folder cannot be made',
  cannotOpen: 'the file cannot be opened',
  notAllowed: 'the system does not allow it',
  badDisk: 'the disk did not answer as it should',
  cannotSetAside: 'it is damaged and cannot be given another name',
  noSpace: 'the disk has no space for it',
  freeSpace: 'Free some space and start Campaign Desk again.',
  noNumbersLeft: 'it has run out of numbers for items',
  stopped: 'the part of Campaign Desk that reads it stopped unexpectedly',
} as const

/** Syntax errors of a search by fields, as clauses of `searchInvalid`. */
export const SEARCH_SYNTAX_ERRORS = {
  key: 'there is no field of that name',
  value: 'a value is missing after the colon',
  quote: 'a closing quotation mark is missing',
  phrase: 'there is nothing between the quotation marks',
  number: 'a number was expected, such as 5, >5 or 1..5, or a text in quotation marks',
  yesNo: 'yes, no or empty was expected',
  date: 'a date was expected, such as 2026-05-01, <2026-05 or 2026-05-01..2026-05-31',
} as const

/** Why a file with settings cannot be read or written, as clauses that fill a sentence. */
export const FILE_REASONS = {
  tooLarge: 'the file is far too large',
  viewsTooLarge: 'the saved views are too large together; delete one that holds a long list',
  tooManyAccepted: (most: number) => `more than ${formatCount(most, 'finding')} cannot be accepted together`,
  fileNotInOrder: (file: string) => `${file} is not as it was backed up`,
  notJson: 'it is not JSON',
  notInForm: 'it is not in the expected form',
  fieldNotInOrder: (field: string) => `${field} is not in order`,
  systemSays: (code: string | null) =>
    code === null ? 'the system gives no reason' : `the system says ${code}`,
  diskFull: 'the disk is full',
  readOnly: 'the data folder is read-only',
  connectionsUnreadable: 'the folder with the connections cannot be read',
} as const

/** Why the data folder cannot be moved to a folder. */
export const DATA_FOLDER_REASONS = {
  notEmpty: (folder: string) => `“${folder}” already contains files`,
  inside: () => 'one of the folders contains the other',
  space: () => 'the disk has too little free space',
} as const

/** Why a zip of Campaign Desk cannot be used, as clauses that fill a sentence. */
export const ARCHIVE_REASONS = {
  notAFile: 'that is not a file',
  unreadable: (code: string) => `the system would not let it be read (${code})`,
  damaged: 'it is damaged',
  tooDeep: 'its text is nested too deeply',
  tooManyFiles: (most: number) => `there are more than ${formatCount(most, 'file')} in it`,
  fileTwice: 'there is a file in it twice',
  unsafePath: 'it contains an unsafe path',
  encrypted: 'it is encrypted',
  unsupportedCompression: 'its compression is unsupported',
  symbolicLink: 'it contains a link',
  outOfMemory: 'reading it took too much memory',
} as const

/** Why a new version cannot be found or is rejected, as clauses. */
export const UPDATE_REASONS = {
  unreachable: (host: string) => `${host} cannot be reached`,
  status: (host: string, status: number) => `${host} sent an unexpected response (${String(status)})`,
  noRelease: 'no version has been released yet',
  noManifest: 'the newest version is not available for this system',
  notSigned: 'it is not signed by the developers of Campaign Desk',
  wrongSignature: 'its signature is not that of the developers of Campaign Desk',
  invalidManifest: 'its description cannot be read',
  otherVersion: 'its description is that of another version',
  notStable: 'it is not a stable version',
  wrongFile: 'the signature of the downloaded file is not that of the developers of Campaign Desk',
} as const
