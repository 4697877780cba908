import type { KeyStatus } from '../contract/connection.ts'

/** Storage for keys: the operating system's keychain, else memory for this session. */
export interface Secrets {
  /** Returns a key; null if there is none or the keychain cannot be read. Never rejects. */
  get(connectionId: string): Promise<string | null>
  /** Saves a key; in memory if the keychain fails, with the reason in the status. Never rejects. */
  set(connectionId: string, key: string): Promise<KeyStatus>
  /** Removes a key from keychain and memory. Never rejects. */
  remove(connectionId: string): Promise<void>
  /** Returns where a key is, and why it is not in the keychain. Never rejects. */
  status(connectionId: string): Promise<KeyStatus>
}

/** The used part of the operating system's keychain. */
export interface Keychain {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

/** The entries of another library for the same service and account. */
export type OlderEntries = Pick<Keychain, 'getPassword' | 'deletePassword'>
