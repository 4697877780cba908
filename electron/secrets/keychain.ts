// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- the only way for every project that reaches this file to find the declaration
/// <reference path="./keytar.d.ts" />

/** The operating system's keychain, as far as it is used here. */
export interface Keychain {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

/** Rejects when there is nothing that could be asked. */
export type KeychainLoader = () => Promise<Keychain>

/** Loads keytar, which may be missing: it is an optional dependency, and its native part may not fit. */
export const loadKeytar: KeychainLoader = async () => (await import('keytar')).default
