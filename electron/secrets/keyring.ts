// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- the only way for every project that reaches this file to find the declaration
/// <reference path="./napi-keyring.d.ts" />
import type * as library from '@napi-rs/keyring'
import type { Keychain } from './keychain.ts'
import type { OlderEntries } from './older-entries.ts'
import { keytarEntries } from './secret-service/keytar-entries.ts'

type Library = typeof library

/** The keychain through `@napi-rs/keyring`. */
export interface Keyring {
  readonly keychain: Keychain
  /** What keytar wrote; null where both libraries use the same entries. */
  readonly keytarEntries: OlderEntries | null
}

/** Without this the library falls back to the kernel's key retention, which loses keys at the end of the session. */
const OPTIONS = { linux: { store: 'secret-service' } } as const

/** Loads `@napi-rs/keyring`, which has a prebuilt native part for every platform. Rejects when it is not installed. */
export async function loadKeyring(): Promise<Keyring> {
  const loaded = await import('@napi-rs/keyring')
  const entry = (service: string, account: string) => new loaded.AsyncEntry(service, account, OPTIONS)
  return {
    keychain: {
      getPassword: async (service, account) => (await entry(service, account).getPassword()) ?? null,
      setPassword: async (service, account, password) => entry(service, account).setPassword(password),
      deletePassword: async (service, account) => entry(service, account).deletePassword(),
    },
    keytarEntries: keytarEntriesOf(loaded),
  }
}

function keytarEntriesOf(loaded: Library): OlderEntries | null {
  // On macOS both libraries use the generic password of that service and account.
  if (process.platform === 'darwin') return null
  return process.platform === 'win32' ? windowsEntries(loaded) : keytarEntries
}

/**
 * Returns keytar's entries in the Windows Credential Manager: it names them `service/account` and writes UTF-8, where
 * `@napi-rs/keyring` names its own `account.service` and writes UTF-16. A password of an odd number of bytes cannot be
 * read this way, and is asked for again.
 */
function windowsEntries({ AsyncEntry, findCredentialsAsync }: Library): OlderEntries {
  const targetOf = (service: string, account: string): string => `${service}/${account}`
  return {
    getPassword: async (service, account) => {
      const found = await findCredentialsAsync(service, targetOf(service, account)).catch(() => [])
      const password = found.find((each) => each.account === account)?.password
      return password === undefined ? null : Buffer.from(password, 'utf16le').toString('utf8')
    },
    deletePassword: async (service, account) => {
      const found = await findCredentialsAsync(service, targetOf(service, account)).catch(() => null)
      if (found?.length === 0) return false
      return AsyncEntry.withTarget(targetOf(service, account), service, account).deletePassword()
    },
  }
}
