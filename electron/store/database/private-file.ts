import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs'

/**
 * Creates a folder that only this user can open, with those above it that are missing. Has no effect on
 * permissions on Windows, where the profile protects the folder. Throws as `mkdirSync` does.
 */
export function createPrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  narrow(folder)
}

/**
 * Creates a database file that only this user can read, or narrows an existing one. SQLite gives its log and
 * its shared memory the permissions of the database. Never throws: opening the database reports what is
 * wrong.
 */
export function createPrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'a', 0o600))
  } catch {
    return
  }
  narrow(file)
}

/** Takes the permissions of others from what an earlier version left to the umask. */
function narrow(path: string): void {
  try {
    const { mode } = statSync(path)
    if ((mode & 0o077) !== 0) chmodSync(path, mode & 0o700)
  } catch {
    // Some file systems have no permissions, and the folder may belong to somebody else.
  }
}
