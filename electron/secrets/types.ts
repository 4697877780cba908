import type { KeyStatus } from '../contract/connection.ts'

/** Keys of connections: in the operating system's keychain, else in memory for this session. */
export interface Secrets {
  /** Null when there is none, or when the keychain could not be asked. Never rejects. */
  get(connectionId: string): Promise<string | null>
  /** Keeps the key; where the keychain cannot, in memory, and the status says why. Never rejects. */
  set(connectionId: string, key: string): Promise<KeyStatus>
  /** Removes it everywhere. Never rejects. */
  remove(connectionId: string): Promise<void>
  /** Where the key is now, and why not in the keychain. Never rejects. */
  status(connectionId: string): Promise<KeyStatus>
}
