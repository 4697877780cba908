import { createRequire } from 'node:module'
import { loadKeychain, loadKeytar, type KeychainLoader } from '../../../electron/secrets/keychain.ts'
import type { Keychain } from '../../../electron/secrets/types.ts'
import { loadKeyring } from '../../../electron/secrets/keyring.ts'

/** Loads keytar from node_modules, or the build by `npm test` if npm left it out. */
export const loadTestKeytar: KeychainLoader = () => {
  const folder = process.env['CAMPAIGN_DESK_KEYTAR'] ?? ''
  return folder === '' ? loadKeytar() : Promise.resolve(createRequire(import.meta.url)(folder) as Keychain)
}

const withoutKeytar: KeychainLoader = () => Promise.reject(new Error("Cannot find package 'keytar'"))

/** The keychain with both libraries, with keytar missing, and keytar alone. */
export const LOADERS = {
  both: () => loadKeychain({ keytar: loadTestKeytar, keyring: loadKeyring }),
  keyring: () => loadKeychain({ keytar: withoutKeytar, keyring: loadKeyring }),
  keytar: loadTestKeytar,
} as const satisfies Readonly<Record<string, KeychainLoader>>

export type LoaderName = keyof typeof LOADERS
