import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'

/**
 * Creates a folder that only this user can open, with those above it that are missing. Has no effect on permissions on
 * Windows, where the profile protects the folder. Throws as `mkdirSync` does.
 */
export function createPrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  narrow(folder, 0o700)
}

/**
 * Creates a file that only this user can read, or narrows an existing one. SQLite gives its log and its shared memory the
 * permissions of the database. Throws as `openSync` does.
 */
export function createPrivateFile(file: string): void {
  closeSync(openSync(file, 'a', 0o600))
  narrow(file, 0o600)
}

/** Earlier versions left the permissions to the umask. */
function narrow(path: string, mode: number): void {
  try {
    chmodSync(path, mode)
  } catch {
    // Some file systems have no permissions, and the folder may belong to somebody else.
  }
}
