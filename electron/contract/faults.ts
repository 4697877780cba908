/** Codes of all faults. Their messages are in `strings/faults.ts`. */
export const FAULT_CODES = [
  // requests
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
  // responses of the service
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
  // reviews
  'reviewsDamaged',
  'reviewUnreadable',
  'reviewsNewer',
  'reviewsUnavailable',
  // review files
  'reviewFileUnusable',
  'reviewFileNewer',
  // settings files
  'connectionDamaged',
  'preferencesDamaged',
  'viewsDamaged',
  'profilesDamaged',
  'checksDamaged',
  'backupDamaged',
  // searches
  'searchInvalid',
  'searchTooSlow',
  // exported files
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

/** A failure as data for IPC, workers and the command line's `--json`. */
export interface Fault {
  readonly code: FaultCode
  /** What happened, what it means for the data, what to do. */
  readonly message: string
  /** Details for a report: request, status, cause. Never a key or a query string. */
  readonly detail?: string
  /** Whether a retry may succeed. */
  readonly retryable: boolean
}

export type Result<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Fault }
