import { AppError } from '../contract/app-error.ts'
import { KEY_REASONS } from '../contract/strings/service.ts'

function invalid(reason: keyof typeof KEY_REASONS): AppError {
  return new AppError('keyInvalid', { params: { reason: KEY_REASONS[reason] } })
}

/**
 * Makes sure that a key can be the value of `Authorization` exactly as it is. Throws `keyMissing` for an empty one and
 * `keyInvalid`, with the reason, for one that HTTP would refuse, alter or cut. Never tells the key.
 */
export function checkKey(key: string): void {
  if (key.trim() === '') throw new AppError('keyMissing')
  if (/\p{Cc}/u.test(key)) throw invalid('controlCharacter')
  // Beyond ASCII there is no one way: Node would send one byte for a “ü”, Chromium two, and neither any “’”.
  if (/[^\u0020-\u007e]/u.test(key)) throw invalid('notSendable')
  if (key.startsWith(' ') || key.endsWith(' ')) throw invalid('blankAtEdge')
}
