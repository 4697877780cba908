import type { FaultCode } from '../contract/faults.ts'

/** What a script learns from the command line. */
export const EXIT = {
  done: 0,
  unexpected: 1,
  usage: 2,
  connection: 3,
  incomplete: 4,
  notWritten: 5,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

const USAGE: readonly FaultCode[] = [
  'badInput',
  'notFound',
  'addressInvalid',
  'addressInsecure',
  'notACampaignId',
  'searchInvalid',
  'searchTooSlow',
  'reviewFileUnusable',
  'reviewFileNewer',
]
/** The key itself, at whatever moment it turns out. */
const KEY: readonly FaultCode[] = ['keyMissing', 'keyInvalid', 'serviceUnauthorized', 'serviceForbidden']
/** The way to the service: the connection before a download has begun, an incomplete download afterwards. */
const WAY: readonly FaultCode[] = [
  'offline',
  'unreachable',
  'timeout',
  'tls',
  'captivePortal',
  'redirected',
  'serviceNotFound',
]
/** The service was reached, and what it gave is no whole download. */
const ANSWER: readonly FaultCode[] = [
  'interrupted',
  'badAnswer',
  'serviceBadRequest',
  'serviceTooMany',
  'serviceFailed',
  'serviceStatus',
  'downloadIncomplete',
  'cancelled',
]
const FILE: readonly FaultCode[] = [
  'fileNotWritten',
  'fileNotAsWritten',
  'rowCountWrong',
  'tooManyRows',
  'notPrinted',
  'diskFull',
  'folderReadOnly',
]

/**
 * The exit code of a fault.
 * @param underWay whether a download had begun, after the first good answer of the service.
 */
export function exitCodeOf(code: FaultCode, underWay: boolean): ExitCode {
  if (USAGE.includes(code)) return EXIT.usage
  if (KEY.includes(code)) return EXIT.connection
  if (WAY.includes(code)) return underWay ? EXIT.incomplete : EXIT.connection
  if (ANSWER.includes(code)) return EXIT.incomplete
  if (FILE.includes(code)) return EXIT.notWritten
  return EXIT.unexpected
}

/** From what may pass by itself to what needs a person. */
const BY_SEVERITY: readonly ExitCode[] = [
  EXIT.done,
  EXIT.incomplete,
  EXIT.usage,
  EXIT.connection,
  EXIT.notWritten,
  EXIT.unexpected,
]

export function worseOf(first: ExitCode, second: ExitCode): ExitCode {
  return BY_SEVERITY.indexOf(second) > BY_SEVERITY.indexOf(first) ? second : first
}
