import type { BackupPhase, RestoreMode, ScheduleInterval } from '../backup.ts'
import { formatCount, plural } from './grammar.ts'
import { ARCHIVE_REASONS } from './reasons.ts'

/** Why a backup file cannot be used, as clauses that fill the sentence of `backupFileUnusable`. */
export const BACKUP_FILE_REASONS = {
  ...ARCHIVE_REASONS,
  notAZip: 'it is not a backup file, or only a part of one',
  notABackup: 'there is no backup in it',
  entryMissing: 'a part of it is missing',
  otherFiles: 'it contains files that do not belong to a backup',
  noConnection: 'the connection of a part of it is missing',
  mismatch: 'a part of it is not as it was backed up',
  tooMuch: 'it contains more than a backup can',
  tooLarge: 'it is larger than a backup can be',
  notAPhoto: 'a photo in it is not a picture',
  invalidSettings: (file: string, reason: string) => `${file} in it is invalid: ${reason}`,
  invalidReviews: 'the marks and notes in it are damaged',
  notVerified: (sentence: string) => `its verification failed (${sentence.split('. ')[0] ?? ''})`,
} as const

/** A count with its formatted text. */
type FormattedCount = readonly [count: number, shown: string]

/** Lists counts, without those that are 0: “12 marks, 3 notes and 1 photo”. */
function listCounts(counts: readonly (readonly [FormattedCount, one: string, many: string])[]): string {
  return new Intl.ListFormat('en-GB').format(
    counts
      .filter(([[count]]) => count > 0)
      .map(([[count, shown], one, many]) => `${shown} ${plural(count, one, many)}`),
  )
}

/** Strings of backups: in the data folder, as files, and their restoring. */
export const backupStrings = {
  latest: (ago: string) => `Last backup: ${ago}`,
  none: 'No backups yet',
  make: 'Back up now',
  restore: 'Restore…',

  /** Backups in the data folder. */
  restoreDialog: {
    title: 'Restore a backup',
    text: 'Replaces settings, views, connections, checks and reviews. The current ones are backed up first; downloaded campaigns and API keys stay.',
    which: 'Backup',
    kinds: {
      daily: 'automatic',
      person: 'manual',
      beforeRestore: 'before a restore',
      file: 'file',
      scheduledFile: 'scheduled file',
    },
    of: (time: string, kind: string, size: string) => `${time}, ${kind}, ${size}`,
    restore: 'Restore and restart',
  },

  backUpFile: 'Back up…',
  restoreFile: 'Restore from…',
  restoreOnFirstScreen: 'Restore a backup',

  writeTitle: 'Back up to a file',
  writeText:
    'One file with your connections, settings, views, checks, marks, notes and photos. Keep it on another drive, or take it to a new computer.',
  notIncluded: 'Not included: API keys, client certificates, downloaded campaigns and pictures.',
  writeAction: 'Choose file…',
  /** @param day in ISO 8601 */
  fileName: (day: string) => `Campaign Desk ${day}`,
  written: (file: string) => `Backed up to ${file}`,
  writtenText: (connections: FormattedCount, reviews: string, size: string) =>
    `${connections[1]} ${plural(connections[0], 'connection', 'connections')}, ${reviews}. ${size}, verified.`,
  showWritten: 'Show in folder',
  phases: {
    collecting: 'Collecting marks, notes and photos…',
    writing: 'Writing the file…',
    verifying: 'Verifying the file…',
    reading: 'Checking the backup…',
  } satisfies Readonly<Record<BackupPhase, string>>,
  progress: (done: string, total: string) => `${done} of ${total}`,

  openTitle: 'Choose a backup',
  openFailed: 'Backup not restored',
  previewTitle: 'Restore from a backup',
  createdAt: (time: string, version: string, size: string) =>
    `Created ${time} with Campaign Desk ${version}, ${size}`,
  connections: 'Connections with their reviews',
  others: 'Everything else',
  settings: 'Settings',
  settingsText: 'Replaces the settings of this computer',
  notIncludedHere: 'Not in this backup',
  views: 'Views and export profiles',
  viewsText: (counts: string, present: string) =>
    present === '' ? counts : `${counts}; replaces ${present} here`,
  viewCounts: (views: FormattedCount, profiles: FormattedCount) =>
    listCounts([
      [views, 'view', 'views'],
      [profiles, 'export profile', 'export profiles'],
    ]),
  reviewCounts: (marks: FormattedCount, notes: FormattedCount, photos: FormattedCount) =>
    listCounts([
      [marks, 'mark', 'marks'],
      [notes, 'note', 'notes'],
      [photos, 'photo', 'photos'],
    ]),
  noReviews: 'no marks, notes or photos',
  newConnection: 'New on this computer',
  notRestored: 'Not restored',
  inBackup: (counts: string) => `In the backup: ${counts}`,
  presentReviews: (counts: string, day: string | null) =>
    day === null ? `Here: ${counts}` : `Here: ${counts}, last marked ${day}`,
  mode: (connection: string) => `Reviews of ${connection}`,
  modes: { merge: 'Merge', replace: 'Replace' } satisfies Readonly<Record<RestoreMode, string>>,
  modeTexts: {
    merge: 'Adds what is missing here. Where both differ, what is here stays.',
    replace: 'Replaces the marks, notes and photos here, and the settings of the connection.',
  } satisfies Readonly<Record<RestoreMode, string>>,
  restoreNote:
    'Campaign Desk restarts. Your present state is backed up first, so that you can return to it. Connections that are new here then need their API keys.',
  restoreAction: 'Restore and restart',
  mergedHeading: (day: string) => `From the backup of ${day}:`,

  restored: 'Backup restored',
  restoredText: (time: string) =>
    `Your previous state is saved in the data folder as the backup “${time}, before a restore”.`,
  restoredEmpty: 'Enter your API keys, and download your campaigns.',
  undoRestore: 'Restore it…',

  schedule: { never: 'Never', daily: 'Daily', weekly: 'Weekly' } satisfies Readonly<
    Record<ScheduleInterval, string>
  >,
  interval: 'Interval',
  chooseFolder: 'Choose folder…',
  folderTitle: 'Choose a folder for backups',
  noFolder: 'Choose a folder, for example on another drive',
  scheduledTo: (folder: string) => `To ${folder}`,
  scheduledLast: (folder: string, ago: string) => `To ${folder}. Last: ${ago}`,
  keep: 'Files to keep',
  keepCount: (count: number) => `Keep ${formatCount(count, 'file')}`,
} as const
