import type { FaultCode } from './faults.ts'
import { listText, messages } from './messages.ts'

/** Parameters of messages. All are optional: a message must be complete without them. */
export interface FaultParams {
  /** Host of the service, for people. */
  readonly host?: string | undefined
  readonly status?: number | undefined
  /** The reason, as a clause without a period. */
  readonly reason?: string | undefined
  /** What to do, as a sentence. */
  readonly advice?: string | undefined
  readonly file?: string | undefined
  /** Id of a campaign item. */
  readonly item?: string | undefined
  readonly logId?: string | undefined
  /** Whether a certificate was refused only because its issuer is not trusted. */
  readonly unknownAuthority?: boolean | undefined
  /** Whether there was no secure connection, and thus no certificate to refuse. */
  readonly insecure?: boolean | undefined
  /** Host and port of a proxy that requires to sign in. */
  readonly proxySignIn?: string | undefined
  /** Paths of folders that are allowed for files. */
  readonly folders?: readonly string[] | undefined
  /** Whether redirects within the service did not end. */
  readonly endlessRedirects?: boolean | undefined
  /** The pause that the service requests, for people, if it is longer than allowed: `60 min`. */
  readonly requestedWait?: string | undefined
  readonly expected?: number | undefined
  readonly received?: number | undefined
  /** Whether the connection is being created, without downloads. */
  readonly newConnection?: boolean | undefined
  /** Whether the service may have received the key, such as in an earlier attempt. */
  readonly keyMayBeSent?: boolean | undefined
  /** Whether there are no downloads to mention. */
  readonly withoutDownloads?: boolean | undefined
}

/** Returns the values for all messages: each parameter, or an empty text, and whether it is known. */
function valuesOf({
  host,
  status,
  reason,
  advice,
  file,
  item,
  logId = 'none',
  unknownAuthority = false,
  insecure = false,
  proxySignIn,
  folders = [],
  endlessRedirects = false,
  requestedWait,
  expected,
  received,
  newConnection = false,
  keyMayBeSent = false,
  withoutDownloads = false,
}: FaultParams) {
  return {
    // That of the sample data is no real host.
    hasHost: host !== undefined && !host.endsWith('.invalid'),
    host: host ?? '',
    hasStatus: status !== undefined,
    status: String(status ?? ''),
    hasReason: reason !== undefined,
    reason: reason ?? '',
    hasAdvice: advice !== undefined,
    advice: advice ?? '',
    hasFile: file !== undefined,
    file: file ?? '',
    hasItem: item !== undefined,
    item: item ?? '',
    logId,
    unknownAuthority,
    insecure,
    canSignIn: proxySignIn !== undefined,
    hasFolders: folders.length > 0,
    folders: listText(folders),
    endlessRedirects,
    hasWait: requestedWait !== undefined,
    wait: requestedWait ?? '',
    expected: expected ?? 0,
    received: received ?? 0,
    newConnection,
    keyMayBeSent,
    newKeyNotSent: newConnection && !keyMayBeSent,
    hasDownloads: !newConnection && !withoutDownloads,
  }
}

/** Returns the message of a fault: what happened, what it means for the data, what to do. */
export function faultMessage(code: FaultCode, params: FaultParams = {}): string {
  const message = messages.faults[code]
  return typeof message === 'string' ? message : message(valuesOf(params))
}

/** Returns whether a value is the code of a fault. */
export function isFaultCode(value: unknown): value is FaultCode {
  return typeof value === 'string' && Object.hasOwn(messages.faults, value)
}
