import { AppError } from '../contract/app-error.ts'
import { ADDRESS_REASONS } from '../contract/strings/service.ts'

/** Whether a host, as `URL` gives it as `hostname`, can only be this computer. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/u.test(hostname)
}

function invalid(reason: keyof typeof ADDRESS_REASONS): AppError {
  return new AppError('addressInvalid', { params: { reason: ADDRESS_REASONS[reason] } })
}

/**
 * The base address in its one form: scheme, host and path, without a slash at its end. Blanks around it are dropped.
 * Throws `addressInvalid`, with the reason, for what is no such address, and `addressInsecure` for http to any host
 * that is not this computer.
 */
export function normaliseBaseUrl(text: string): string {
  const trimmed = text.trim()
  if (/[\s\p{Cc}]/u.test(trimmed)) throw invalid('blank')
  // `URL` would also take `https:example.com`, and a word before a port for a scheme.
  if (!/^[a-z][a-z0-9+.-]*:\/\//iu.test(trimmed)) throw invalid('scheme')
  if (/[?#]/u.test(trimmed)) throw invalid('query')
  let url: URL
  try {
    url = new URL(trimmed)
  } catch {
    throw invalid('notAnAddress')
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw invalid('scheme')
  if (url.username !== '' || url.password !== '') throw invalid('credentials')
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) throw new AppError('addressInsecure')
  return `${url.origin}${url.pathname.replace(/\/+$/u, '')}`
}
