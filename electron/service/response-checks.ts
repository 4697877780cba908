import { AppError } from '../contract/app-error.ts'
import type { FaultCode } from '../contract/faults.ts'
import { messages } from '../contract/messages.ts'
import type { RequestContext } from './network-faults.ts'

const STATUS_FAULTS: Readonly<Record<number, FaultCode>> = {
  400: 'serviceBadRequest',
  401: 'serviceUnauthorized',
  403: 'serviceForbidden',
  404: 'serviceNotFound',
  408: 'timeout',
  429: 'serviceTooMany',
  // A gateway that timed out; a smaller page may succeed.
  504: 'timeout',
  // "Network authentication required", from the sign-in page of a network (RFC 6585).
  511: 'captivePortal',
}

/** Returns the fault for a status other than success. */
export function statusFault(status: number, { host, label }: RequestContext): AppError {
  const code = STATUS_FAULTS[status] ?? (status >= 500 && status < 600 ? 'serviceFailed' : 'serviceStatus')
  return new AppError(code, { detail: `${label} → ${String(status)}`, params: { host, status } })
}

function badAnswer(reason: string, { host, label }: RequestContext): AppError {
  return new AppError('badAnswer', { detail: `${label} → ${reason}`, params: { host, reason } })
}

/** The response exceeds the limit; with fewer items it may not. */
export class ResponseTooLarge extends AppError {
  constructor({ host, label }: RequestContext) {
    const reason = messages.reasons.answer.tooLarge
    super('badAnswer', { detail: `${label} → ${reason}`, params: { host, reason } })
  }
}

function captivePortalFault({ host, label }: RequestContext): AppError {
  return new AppError('captivePortal', { detail: `${label} → a web page`, params: { host } })
}

/** Throws `captivePortal` if the content type is a web page. */
export function checkContentType(headers: Headers, requestContext: RequestContext): void {
  const type = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (type === 'text/html' || type === 'application/xhtml+xml') throw captivePortalFault(requestContext)
}

const isWhitespace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d

/**
 * Throws for a body that cannot be the JSON object of the interface: empty, a web page, truncated, or
 * something else. Its content is checked when it is parsed.
 */
export function checkJsonObject(bytes: Uint8Array, requestContext: RequestContext): void {
  // Skip a byte order mark.
  let first = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  while (isWhitespace(bytes[first])) first += 1
  let last = bytes.length - 1
  while (last > first && isWhitespace(bytes[last])) last -= 1
  if (first >= bytes.length) throw badAnswer(messages.reasons.answer.empty, requestContext)
  if (bytes[first] === 0x3c) throw captivePortalFault(requestContext)
  if (bytes[first] !== 0x7b) throw badAnswer(messages.reasons.answer.notAnObject, requestContext)
  if (bytes[last] !== 0x7d || last === first)
    throw new AppError('interrupted', {
      detail: `${requestContext.label} → the JSON lacks its end`,
      params: { host: requestContext.host },
    })
}

export const MAX_REDIRECTS = 5
const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Returns the address that a response redirects to; null if it is no redirect to a valid address. */
export function redirectTarget({ status, headers }: Response, base: URL): URL | null {
  const location = headers.get('location')
  if (!REDIRECT_STATUSES.has(status) || location === null || !URL.canParse(location, base.href)) return null
  return new URL(location, base)
}
