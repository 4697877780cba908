import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs'

/**
 * Creates a folder that only this user can open, and its missing parents. Windows protects the user's profile
 * instead. Throws as `mkdirSync` does.
 */
export function createPrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  removeOtherPermissions(folder)
}

/**
 * Creates a database file that only this user can read, or restricts an existing one. SQLite applies its
 * permissions to the log. Never throws, because opening the database reports the error.
 */
export function createPrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'a', 0o600))
  } catch {
    return
  }
  removeOtherPermissions(file)
}

/** Removes the permissions of other users, which earlier versions left to the umask. */
function removeOtherPermissions(path: string): void {
  try {
    const { mode } = statSync(path)
    if ((mode & 0o077) !== 0) chmodSync(path, mode & 0o700)
  } catch {
    // The file system may have no permissions, or the folder another owner.
  }
}
