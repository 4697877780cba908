/** Codes of everything that can go wrong. Each has its sentence in `strings/faults.ts`. */
export const FAULT_CODES = [
  // asking
  'denied',
  'badInput',
  'notFound',
  'cancelled',
  'superseded',
  'shuttingDown',
  'internal',
  // address and key
  'addressInvalid',
  'addressInsecure',
  'keyMissing',
  'keyInvalid',
  'keyWithheld',
  // the network
  'offline',
  'unreachable',
  'timeout',
  'interrupted',
  'tls',
  'proxyFailed',
  'clientCertificate',
  // the service's answers
  'captivePortal',
  'redirected',
  'badAnswer',
  'serviceBadRequest',
  'serviceUnauthorized',
  'serviceForbidden',
  'serviceNotFound',
  'serviceTooMany',
  'serviceFailed',
  'serviceStatus',
  // the download
  'notACampaignId',
  'downloadIncomplete',
  'deletionsNotAccepted',
  // the cache
  'cacheDamaged',
  'cacheNewer',
  'cacheBusy',
  'cacheUnavailable',
  'diskFull',
  'folderReadOnly',
  // marks and notes
  'reviewsDamaged',
  'reviewUnreadable',
  'reviewsNewer',
  'reviewsUnavailable',
  // files with reviews
  'reviewFileUnusable',
  'reviewFileNewer',
  // files with settings
  'connectionDamaged',
  'preferencesDamaged',
  'viewsDamaged',
  'profilesDamaged',
  'checksDamaged',
  'backupDamaged',
  // searching
  'searchInvalid',
  'searchTooSlow',
  // files
  'fileNotWritten',
  'rowCountWrong',
  'tooManyRows',
  'fileNotAsWritten',
  'fileGone',
  'fileNotOpened',
  'notPrinted',
  // pictures after a crash
  'picturesTurnedOff',
  'picturesLeftOut',
  // the keychain
  'keychainMissing',
  'keychainLocked',
  'keychainRefused',
] as const

export type FaultCode = (typeof FAULT_CODES)[number]

/** A failure as data: what crosses the IPC, a worker's border and the command line's `--json`. */
export interface Fault {
  readonly code: FaultCode
  /** A sentence for people: what happened, what it means for their data, what to do. */
  readonly message: string
  /** For a report: request, status, what was wrong. Never a key, never a query string. */
  readonly detail?: string
  /** Whether the same attempt may succeed later without anything being changed. */
  readonly retryable: boolean
}

export type Result<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Fault }
