import { AppError } from '../contract/app-error.ts'
import { messages } from '../contract/messages.ts'

/** Ports that neither Chromium nor Node's `fetch` connects to (Fetch standard, “bad port”). */
export const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])

/** Returns whether a host (`URL.hostname`) can only be this computer. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/u.test(hostname)
}

function invalidAddress(reason: keyof typeof messages.reasons.address): AppError {
  return new AppError('addressInvalid', { params: { reason: messages.reasons.address[reason] } })
}

/**
 * Normalizes a base address to scheme, host and path, without a trailing slash or surrounding whitespace.
 * Throws `addressInvalid` with the reason, and `addressInsecure` for http to any host other than this
 * computer.
 */
export function normalizeBaseUrl(text: string): string {
  const trimmed = text.trim()
  if (/[\s\p{Cc}]/u.test(trimmed)) throw invalidAddress('blank')
  // `URL` would also accept `https:example.com`, and a word before a port as a scheme.
  if (!/^[a-z][a-z0-9+.-]*:\/\//iu.test(trimmed)) throw invalidAddress('scheme')
  if (/[?#]/u.test(trimmed)) throw invalidAddress('query')
  let url: URL
  try {
    url = new URL(trimmed)
  } catch {
    throw invalidAddress('notAnAddress')
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw invalidAddress('scheme')
  if (url.username !== '' || url.password !== '') throw invalidAddress('credentials')
  if (BLOCKED_PORTS.has(Number(url.port))) throw invalidAddress('blockedPort')
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) throw new AppError('addressInsecure')
  return `${url.origin}${url.pathname.replace(/\/+$/u, '')}`
}

function invalidKey(reason: keyof typeof messages.reasons.key): AppError {
  return new AppError('keyInvalid', { params: { reason: messages.reasons.key[reason] } })
}

/**
 * Checks that a key can be sent unchanged as the value of `Authorization`. Throws `keyMissing` for an empty
 * key and `keyInvalid` with the reason otherwise. Errors never contain the key.
 */
export function checkKey(key: string): void {
  if (key.trim() === '') throw new AppError('keyMissing')
  if (/\p{Cc}/u.test(key)) throw invalidKey('controlCharacter')
  // Beyond ASCII, clients differ: Node sends one byte for a “ü”, Chromium two, and neither sends a “’”.
  if (/[^\u0020-\u007e]/u.test(key)) throw invalidKey('notSendable')
  if (key.startsWith(' ') || key.endsWith(' ')) throw invalidKey('blankAtEdge')
}
