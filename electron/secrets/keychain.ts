// oxlint-disable-next-line typescript/triple-slash-reference -- every project must find the declaration
/// <reference path="./keytar.d.ts" />
import { loadKeyring, type Keyring } from './keyring.ts'
import type { Keychain, OlderEntries } from './types.ts'

/**
 * Loads a library for the keychain. Rejects if it is not installed or its native part cannot be loaded.
 */
export type KeychainLoader = () => Promise<Keychain>

/** Loads keytar, which npm leaves out where it can neither download nor build its native part. */
export const loadKeytar: KeychainLoader = async () => (await import('keytar')).default

/** The libraries for the keychain, in the order of preference. */
export interface KeychainLibraries {
  readonly keytar: KeychainLoader
  readonly keyring: () => Promise<Keyring>
}

/**
 * Loads keytar, or `@napi-rs/keyring` where keytar is missing. Each also reads and removes the entries of
 * the other, if they are separate. Rejects when neither loads.
 */
export async function loadKeychain(
  libraries: KeychainLibraries = { keytar: loadKeytar, keyring: loadKeyring },
): Promise<Keychain> {
  const [keytar, keyring] = await Promise.allSettled([libraries.keytar(), libraries.keyring()])
  if (keyring.status === 'rejected') {
    if (keytar.status === 'rejected') throw keytar.reason
    return keytar.value
  }
  const { keychain, keytarEntries } = keyring.value
  if (keytarEntries === null) return keytar.status === 'rejected' ? keychain : keytar.value
  if (keytar.status === 'rejected') return withOlderEntries(keychain, keytarEntries)
  return withOlderEntries(keytar.value, keychain)
}

/** Returns a keychain that also reads and removes the entries of another library, and writes only its own. */
export function withOlderEntries(keychain: Keychain, older: OlderEntries): Keychain {
  return {
    getPassword: async (service, account) =>
      (await keychain.getPassword(service, account)) ?? older.getPassword(service, account),
    setPassword: async (service, account, password) => {
      await keychain.setPassword(service, account, password)
      // A remaining entry does no harm: it is read only if the one above is missing.
      await older.deletePassword(service, account).catch(() => false)
    },
    deletePassword: async (service, account) => {
      const removed = await Promise.all([
        keychain.deletePassword(service, account),
        older.deletePassword(service, account),
      ])
      return removed.includes(true)
    },
  }
}
