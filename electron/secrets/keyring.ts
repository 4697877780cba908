// oxlint-disable-next-line typescript/triple-slash-reference -- every project must find the declaration
/// <reference path="./napi-keyring.d.ts" />
import type * as library from '@napi-rs/keyring'
import type { Keychain, OlderEntries } from './types.ts'
import { keytarEntries } from './secret-service/keytar-entries.ts'

type Library = typeof library

/** The keychain through `@napi-rs/keyring`. */
export interface Keyring {
  readonly keychain: Keychain
  /** Entries of keytar; null if both libraries use the same entries. */
  readonly keytarEntries: OlderEntries | null
}

const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Without this the library falls back to the kernel's key retention, which loses keys at the end of the
 * session.
 */
const OPTIONS = { linux: { store: 'secret-service' } } as const

/**
 * Loads `@napi-rs/keyring`, which has a prebuilt native part for every platform. Rejects when it is not
 * installed.
 */
export async function loadKeyring(): Promise<Keyring> {
  return keyringOf(await import('@napi-rs/keyring'), process.platform)
}

/** Returns the keychain of a platform through the loaded library. */
export function keyringOf(loaded: Library, platform: NodeJS.Platform): Keyring {
  const entry = (service: string, account: string) => new loaded.AsyncEntry(service, account, OPTIONS)
  const deletePassword = async (service: string, account: string): Promise<boolean> =>
    entry(service, account).deletePassword()
  if (platform === 'win32')
    return {
      keychain: {
        getPassword: async (service, account) => {
          const secret = await entry(service, account).getSecret()
          return secret === null || secret === undefined ? null : decodeSecret(Buffer.from(secret))
        },
        // As UTF-8: `setPassword` would write UTF-16, and half as many characters fit into the 2,560 bytes of
        // Windows.
        setPassword: async (service, account, password) =>
          entry(service, account).setSecret(Buffer.from(`${BYTE_ORDER_MARK}${password}`, 'utf8')),
        deletePassword,
      },
      keytarEntries: windowsEntries(loaded),
    }
  return {
    keychain: {
      getPassword: async (service, account) => (await entry(service, account).getPassword()) ?? null,
      setPassword: async (service, account, password) => entry(service, account).setPassword(password),
      deletePassword,
    },
    // On macOS both libraries use the generic password of that service and account.
    keytarEntries: platform === 'darwin' ? null : keytarEntries,
  }
}

/**
 * Returns the text of an entry: UTF-8 after a byte order mark, or UTF-16 from an earlier version of this
 * application.
 */
function decodeSecret(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(BYTE_ORDER_MARK.length) : bytes.toString('utf16le')
}

/**
 * Returns keytar's entries in the Windows Credential Manager: keytar names them `service/account`, and
 * `@napi-rs/keyring` its own `account.service`. The only available function reads them as UTF-16, so a
 * password with an odd number of bytes cannot be read and has to be entered again. Bound keys have an even
 * number.
 */
function windowsEntries({ AsyncEntry, findCredentialsAsync }: Library): OlderEntries {
  const targetOf = (service: string, account: string): string => `${service}/${account}`
  return {
    getPassword: async (service, account) => {
      const credentials = await findCredentialsAsync(service, targetOf(service, account)).catch(() => [])
      const password = credentials.find((each) => each.account === account)?.password
      return password === undefined ? null : Buffer.from(password, 'utf16le').toString('utf8')
    },
    deletePassword: async (service, account) => {
      const credentials = await findCredentialsAsync(service, targetOf(service, account)).catch(() => null)
      if (credentials?.length === 0) return false
      return AsyncEntry.withTarget(targetOf(service, account), service, account).deletePassword()
    },
  }
}
