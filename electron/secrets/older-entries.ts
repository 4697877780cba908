import type { Keychain } from './keychain.ts'

/** The entries of another library for the same service and account. */
export type OlderEntries = Pick<Keychain, 'getPassword' | 'deletePassword'>

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
