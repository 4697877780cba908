import type { FaultCode } from '../contract/faults.ts'
import { faultMessage } from '../contract/fault-message.ts'

type KeychainFaultCode = Extract<FaultCode, `keychain${string}`>

/** Messages of D-Bus, libsecret and macOS if there is no keychain. */
const MISSING_PATTERNS = [
  /d-?bus/iu,
  /org\.freedesktop\.secrets/iu,
  /could not connect|connection refused|connection is closed|no such file or directory/iu,
  /unknown or unsupported transport|address type/iu,
  /no such (secret )?(collection|object path)|object does not exist/iu,
  /keychain (cannot|could not) be found/iu,
  /cannot autolaunch|no such interface|not provided by any|noreply|did not receive a reply/iu,
]

const LOCKED_PATTERNS = [/locked/iu, /interaction is not allowed/iu, /unlock.*dismissed|prompt.*dismissed/iu]

interface KeychainFault {
  readonly code: KeychainFaultCode
  readonly sentence: string
}

/** Classifies a failure of the keychain, which only its message identifies. */
export function keychainFault(error: unknown): KeychainFault {
  const text = error instanceof Error ? error.message : String(error)
  if (LOCKED_PATTERNS.some((pattern) => pattern.test(text))) return createKeychainFault('keychainLocked')
  if (MISSING_PATTERNS.some((pattern) => pattern.test(text))) return createKeychainFault('keychainMissing')
  return createKeychainFault('keychainRefused', text.split('\n', 1)[0]?.trim().replace(/\.$/u, ''))
}

export function createKeychainFault(code: KeychainFaultCode, reason?: string): KeychainFault {
  return { code, sentence: faultMessage(code, { reason: reason === '' ? undefined : reason }) }
}
