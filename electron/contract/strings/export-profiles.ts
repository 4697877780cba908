import type { ExportFormat } from '../export-formats.ts'
import type { NameToken } from '../file-name.ts'
import { plural } from './grammar.ts'

/** Strings of file names. */
export const fileNameStrings = {
  label: 'File name',
  tokens: 'Insert',
  token: {
    campaign: 'Campaign',
    view: 'View',
    connection: 'Connection',
    rows: 'Number of rows',
    date: 'Date',
    time: 'Time',
  } satisfies Readonly<Record<NameToken, string>>,
  example: (name: string) => `Now: ${name}`,
  /** Unknown tokens with their braces. */
  unknown: (tokens: readonly string[], name: string) =>
    `${tokens.join(', ')} ${plural(tokens.length, 'is', 'are')} not a placeholder and ${plural(tokens.length, 'stays', 'stay')} in the name: ${name}`,
  /** Replaces the name of an unnamed view. */
  noView: 'items',
  /** Replaces the name of a campaign if there are several. */
  allCampaigns: 'All campaigns',
} as const

/** Suffix of one of several files. */
export const partOfName = (index: string, count: string): string => ` (${index} of ${count})`
/** Matches the suffix of `partOfName`: number and count. */
export const PART_OF_NAME = / \((\d{1,9}) of (\d{1,9})\)(?:\.[^.]*)?$/u

/** Strings of export profiles. */
export const profileStrings = {
  label: 'Profile',
  none: 'No profile',
  /** Name of the button that lists the profiles. */
  current: (name: string) => `Profile: ${name}`,
  save: 'Save as a profile…',
  overwrite: (name: string) => `Save changes to “${name}”`,
  rename: (name: string) => `Rename “${name}”…`,
  remove: (name: string) => `Delete “${name}”`,
  name: 'Profile name',
  placeholder: 'For example, “For the printer”',
  missing: 'Give the profile a name.',
  taken: 'Another profile has this name.',
  replaces: (name: string) => `A profile named “${name}” already exists. It will be replaced.`,
  saveButton: 'Save',
  replaceButton: 'Replace',
  cancel: 'Cancel',
  changed: 'Changed since it was saved.',
  saved: (name: string) => `Profile “${name}” saved.`,
  renamed: (name: string) => `Profile “${name}” renamed.`,
  removed: (name: string) => `Profile “${name}” deleted.`,
  undo: 'Undo',
  notKept: 'The profile could not be saved',
} as const

/** Strings of repeating an export. */
export const repeatExportStrings = {
  nothing: 'This list has not been exported yet.',
  changedTitle: 'Replace the file?',
  changed: (file: string, folder: string) =>
    `${file} in ${folder} has changed since it was exported. If you replace it, those changes are lost.`,
  replace: 'Replace',
  noFolderTitle: 'Folder not found',
  noFolder: (file: string, folder: string) =>
    `${folder} was moved or deleted, or its drive is not connected. Nothing was exported. Connect the drive and try again, or save ${file} elsewhere.`,
  tryAgain: 'Try again',
  elsewhere: 'Save elsewhere…',
  failed: 'The list could not be exported again',
} as const

/** Strings of the columns of a file. */
export const columnOrderStrings = {
  up: (column: string) => `Move ${column} up`,
  down: (column: string) => `Move ${column} down`,
} as const

/** Strings of a written file. */
export const exportResultStrings = {
  open: 'Open',
  openFirst: 'Open the first',
  /** For several files. */
  severalReady: (files: string) => `${files} are ready`,
  several: (first: string, others: number, shown: string) =>
    `${first} and ${shown} more ${plural(others, 'file', 'files')}`,
  /** For an export that had more files before. */
  removed: (count: number, shown: string) =>
    `${shown} ${plural(count, 'file', 'files')} of the previous export ${plural(count, 'was', 'were')} removed.`,
  stayed: (count: number, shown: string) =>
    `${shown} ${plural(count, 'file', 'files')} of the previous export ${plural(count, 'was', 'were')} kept because ${plural(count, 'it has', 'they have')} been changed.`,
  /** Follows the result: rows and size. */
  verified: (text: string) => `${text.replace(/\.$/u, '')}, verified.`,
  /** For cells that differ from the data. */
  verifiedAltered: (text: string) => `${text.replace(/\.$/u, '')}, verified.`,
  isVerified: 'verified',
  verifying: (shown: string, total: string) => `Verifying ${shown} of ${total} rows`,
  notReached: 'The file could not be opened',
  typedFormat: (format: string) => `Exported as ${format} because of the extension that you typed.`,
  /** Formats within a sentence. */
  formats: {
    xlsx: 'an Excel workbook',
    csv: 'CSV',
    json: 'JSON',
    jsonl: 'JSON Lines',
    html: 'a web page',
    md: 'Markdown',
  } satisfies Readonly<Record<ExportFormat, string>>,
} as const
