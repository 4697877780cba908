import { createRequire } from 'node:module'
import { loadKeychain, loadKeytar, type KeychainLoader } from '../../../electron/secrets/keychain.ts'
import type { Keychain } from '../../../electron/secrets/types.ts'
import { loadKeyring } from '../../../electron/secrets/keyring.ts'

/** Loads the keytar of node_modules, or the one that `npm test` has built where npm left it out. */
export const loadTestKeytar: KeychainLoader = () => {
  const folder = process.env['CAMPAIGN_DESK_KEYTAR'] ?? ''
  return folder === '' ? loadKeytar() : Promise.resolve(createRequire(import.meta.url)(folder) as Keychain)
}

const withoutKeytar: KeychainLoader = () => Promise.reject(new Error("Cannot find package 'keytar'"))

/**
 * The keychain as the application loads it with both libraries, or where keytar is missing, and keytar alone.
 */
export const LOADERS = {
  both: () => loadKeychain({ keytar: loadTestKeytar, keyring: loadKeyring }),
  keyring: () => loadKeychain({ keytar: withoutKeytar, keyring: loadKeyring }),
  keytar: loadTestKeytar,
} as const satisfies Readonly<Record<string, KeychainLoader>>

export type LoaderName = keyof typeof LOADERS
