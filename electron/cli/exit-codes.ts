import type { FaultCode } from '../contract/faults.ts'

/** Exit codes of the command line. */
export const EXIT = { done: 0, unexpected: 1, usage: 2, connection: 3, incomplete: 4, notWritten: 5 } as const

/** 128 and the number of the signal that ended the command, as shells report it. */
const SIGNAL_EXIT = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const

export type EndingSignal = keyof typeof SIGNAL_EXIT

export type ExitCode = (typeof EXIT)[keyof typeof EXIT] | (typeof SIGNAL_EXIT)[EndingSignal]

export const ENDING_SIGNALS = Object.keys(SIGNAL_EXIT) as readonly EndingSignal[]

/** Why a command was interrupted; the reason of an `AbortSignal`. */
export class Interruption extends Error {
  readonly exitCode: ExitCode

  constructor(signal: EndingSignal) {
    super(`interrupted by ${signal}`)
    // Functions that use the `AbortSignal` reject with this reason, which this name identifies.
    this.name = 'AbortError'
    this.exitCode = SIGNAL_EXIT[signal]
  }
}

/** Returns the exit code of an interrupted command; null if it was not interrupted. */
export function interruptedExitCode({ aborted, reason }: AbortSignal): ExitCode | null {
  if (!aborted) return null
  return reason instanceof Interruption ? reason.exitCode : EXIT.unexpected
}

const USAGE_FAULTS: readonly FaultCode[] = [
  'badInput',
  'notFound',
  'addressInvalid',
  'addressInsecure',
  'addressNotAllowed',
  'notACampaignId',
  'searchInvalid',
  'searchTooSlow',
  'filterPatternInvalid',
  'filterPatternTooSlow',
  'reviewFileUnusable',
  'reviewFileNewer',
]
/** Faults of the key, whenever they occur. */
const KEY_FAULTS: readonly FaultCode[] = [
  'keyMissing',
  'keyInvalid',
  'keyWithheld',
  'serviceUnauthorized',
  'serviceForbidden',
  'clientCertificate',
]
/**
 * Faults of the connection: a connection error before a download has started, an incomplete download
 * afterwards.
 */
const CONNECTION_FAULTS: readonly FaultCode[] = [
  'offline',
  'unreachable',
  'timeout',
  'tls',
  'proxyFailed',
  'captivePortal',
  'redirected',
  'serviceNotFound',
]
/** The service was reached, but its responses are not a complete download. */
const DOWNLOAD_FAULTS: readonly FaultCode[] = [
  'interrupted',
  'badAnswer',
  'serviceBadRequest',
  'serviceTooMany',
  'serviceFailed',
  'serviceStatus',
  'downloadIncomplete',
  'deletionsNotAccepted',
  'cancelled',
]
const FILE_FAULTS: readonly FaultCode[] = [
  'fileNotWritten',
  'fileNotAsWritten',
  'rowCountWrong',
  'tooManyRows',
  'notPrinted',
  'diskFull',
  'folderReadOnly',
  'folderNotAllowed',
  'settingsNotSaved',
]

/**
 * Returns the exit code of a fault.
 * @param duringDownload whether a download has started: after the first valid response of the service
 */
export function exitCodeOf(code: FaultCode, duringDownload: boolean): ExitCode {
  if (USAGE_FAULTS.includes(code)) return EXIT.usage
  // Another process downloads the same campaign at this moment.
  if (code === 'cacheBusy' && duringDownload) return EXIT.incomplete
  if (KEY_FAULTS.includes(code)) return EXIT.connection
  if (CONNECTION_FAULTS.includes(code)) return duringDownload ? EXIT.incomplete : EXIT.connection
  if (DOWNLOAD_FAULTS.includes(code)) return EXIT.incomplete
  if (FILE_FAULTS.includes(code)) return EXIT.notWritten
  return EXIT.unexpected
}

/** From temporary failures to those that need a person. A signal has the highest rank. */
const BY_SEVERITY: readonly ExitCode[] = [
  EXIT.done,
  EXIT.incomplete,
  EXIT.usage,
  EXIT.connection,
  EXIT.notWritten,
  EXIT.unexpected,
  ...Object.values(SIGNAL_EXIT),
]

export function worseOf(first: ExitCode, second: ExitCode): ExitCode {
  return BY_SEVERITY.indexOf(second) > BY_SEVERITY.indexOf(first) ? second : first
}
