import type { FaultCode } from '../contract/faults.ts'
import { faultMessage } from '../contract/strings/faults.ts'

type KeychainFaultCode = Extract<FaultCode, `keychain${string}`>

/** Messages of D-Bus, libsecret and macOS where no keychain exists. */
const MISSING = [
  /d-?bus/iu,
  /org\.freedesktop\.secrets/iu,
  /could not connect|connection refused|connection is closed|no such file or directory/iu,
  /unknown or unsupported transport|address type/iu,
  /no such (secret )?(collection|object path)|object does not exist/iu,
  /keychain (cannot|could not) be found/iu,
  /cannot autolaunch|no such interface|not provided by any|noreply|did not receive a reply/iu,
]

const LOCKED = [/locked/iu, /interaction is not allowed/iu, /unlock.*dismissed|prompt.*dismissed/iu]

interface KeychainFault {
  readonly code: KeychainFaultCode
  readonly sentence: string
}

/** What was done with the key when the keychain failed. */
type KeyAccess = 'read' | 'write'

/** Returns the meaning of a keychain failure, which only the text of the failure shows. */
export function keychainFault(error: unknown, access: KeyAccess): KeychainFault {
  const text = error instanceof Error ? error.message : String(error)
  if (LOCKED.some((pattern) => pattern.test(text))) return fault('keychainLocked', access)
  if (MISSING.some((pattern) => pattern.test(text))) return fault('keychainMissing', access)
  return fault('keychainRefused', access, text.split('\n', 1)[0]?.trim().replace(/\.$/u, ''))
}

export function fault(code: KeychainFaultCode, access: KeyAccess, reason?: string): KeychainFault {
  const params = { reason: reason === '' ? undefined : reason, readingKey: access === 'read' }
  return { code, sentence: faultMessage(code, params) }
}
