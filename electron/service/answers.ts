import { AppError } from '../contract/app-error.ts'
import type { FaultCode } from '../contract/faults.ts'
import { ANSWER_REASONS } from '../contract/strings/service.ts'
import type { Exchange } from './network-faults.ts'

const STATUS_FAULTS: Readonly<Record<number, FaultCode>> = {
  400: 'serviceBadRequest',
  401: 'serviceUnauthorized',
  403: 'serviceForbidden',
  404: 'serviceNotFound',
  408: 'timeout',
  429: 'serviceTooMany',
  // A gateway that waited in vain: a smaller page may come in time.
  504: 'timeout',
  // "Network authentication required": the sign-in page of a network says so itself (RFC 6585).
  511: 'captivePortal',
}

/** The fault of a status that is not a success; of any other 5xx, `serviceFailed`. */
export function statusFault(status: number, { host, label }: Exchange): AppError {
  const code = STATUS_FAULTS[status] ?? (status >= 500 && status < 600 ? 'serviceFailed' : 'serviceStatus')
  return new AppError(code, { detail: `${label} → ${String(status)}`, params: { host, status } })
}

export function badAnswer(reason: keyof typeof ANSWER_REASONS, { host, label }: Exchange): AppError {
  const clause = ANSWER_REASONS[reason]
  return new AppError('badAnswer', { detail: `${label} → ${clause}`, params: { host, reason: clause } })
}

/** The answer is larger than what is read of one; with fewer items it may not be. */
export class AnswerTooLarge extends AppError {
  constructor({ host, label }: Exchange) {
    const reason = ANSWER_REASONS.tooLarge
    super('badAnswer', { detail: `${label} → ${reason}`, params: { host, reason } })
  }
}

function webPage({ host, label }: Exchange): AppError {
  return new AppError('captivePortal', { detail: `${label} → a web page`, params: { host } })
}

/** Throws `captivePortal` when the answer calls itself a web page; worth asking before its body is read. */
export function checkContentType(headers: Headers, exchange: Exchange): void {
  const type = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (type === 'text/html' || type === 'application/xhtml+xml') throw webPage(exchange)
}

const isBlank = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d

/**
 * Throws for a body that cannot be the JSON object of the interface: empty, a web page, something else, or one that
 * lacks its end. Whether it is JSON throughout is seen by whoever parses it.
 */
export function checkForm(bytes: Uint8Array, exchange: Exchange): void {
  // A byte order mark does no harm.
  let first = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  while (isBlank(bytes[first])) first += 1
  let last = bytes.length - 1
  while (last > first && isBlank(bytes[last])) last -= 1
  if (first >= bytes.length) throw badAnswer('empty', exchange)
  if (bytes[first] === 0x3c) throw webPage(exchange)
  if (bytes[first] !== 0x7b) throw badAnswer('notAnObject', exchange)
  if (bytes[last] !== 0x7d || last === first)
    throw new AppError('interrupted', {
      detail: `${exchange.label} → the JSON lacks its end`,
      params: { host: exchange.host },
    })
}
