/** Default name of the sample connection. */
export const SAMPLE_CONNECTION_NAME = 'Sample data'

/** Why a file with settings cannot be read or written, as clauses that fill a sentence. */
export const FILE_REASONS = {
  tooLarge: 'the file is far too large',
  viewsTooLarge: 'the saved views are too large together; delete one that holds a long list',
  tooManyAccepted: (most: number) => `more than ${String(most)} findings are too many to accept together`,
  fileNotInOrder: (file: string) => `${file} is not as it was backed up`,
  notJson: 'it is not JSON',
  notInForm: 'it is not in the expected form',
  fieldNotInOrder: (field: string) => `${field} is not in order`,
  systemSays: (code: string | null) =>
    code === null ? 'the system gives no reason' : `the system says ${code}`,
  connectionsUnreadable: 'the folder with the connections cannot be read',
} as const
