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
