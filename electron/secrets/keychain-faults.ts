import type { FaultCode } from '../contract/faults.ts'
import { faultMessage } from '../contract/strings/faults.ts'

type KeychainFaultCode = Extract<FaultCode, `keychain${string}`>

/** Said by D-Bus, libsecret and macOS where nothing is there that keeps secrets. */
const MISSING = [
  /d-?bus/iu,
  /org\.freedesktop\.secrets/iu,
  /could not connect|connection refused|connection is closed|no such file or directory/iu,
  /unknown or unsupported transport|address type/iu,
  /no such (secret )?(collection|object path)|object does not exist/iu,
  /keychain (cannot|could not) be found/iu,
  /cannot autolaunch|no such interface|not provided by any|noreply|did not receive a reply/iu,
]

const LOCKED = [/locked/iu, /interaction is not allowed/iu]

/** What a failure of the keychain means. The text of the failure is all there is to go by. */
export function keychainFault(error: unknown): {
  readonly code: KeychainFaultCode
  readonly sentence: string
} {
  const text = error instanceof Error ? error.message : String(error)
  if (LOCKED.some((pattern) => pattern.test(text))) return fault('keychainLocked')
  if (MISSING.some((pattern) => pattern.test(text))) return fault('keychainMissing')
  return fault('keychainRefused', text.split('\n', 1)[0]?.trim().replace(/\.$/u, ''))
}

export function fault(
  code: KeychainFaultCode,
  reason?: string,
): { readonly code: KeychainFaultCode; readonly sentence: string } {
  return { code, sentence: faultMessage(code, { reason: reason === '' ? undefined : reason }) }
}
