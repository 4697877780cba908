import type { Messages } from './messages/types.ts'

/** The code of a fault. Each has a message. */
export type FaultCode = keyof Messages['faults']

/** A failure as data for IPC, workers and the command line's `--json`. */
export interface Fault {
  readonly code: FaultCode
  /** What happened, what it means for the data, what to do. */
  readonly message: string
  /** Details for a report: request, status, cause. Never a key or a query string. */
  readonly detail?: string
  /** Whether a retry may succeed. */
  readonly retryable: boolean
  /** Host and port of a proxy that requires to sign in, which may fix the failure. */
  readonly proxySignIn?: string
  /** The pause that the service requests, for people, if it is longer than allowed. */
  readonly requestedWait?: string
}

export type Result<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Fault }

/** Returns whether a fault means that the whole cache cannot be read, but is unchanged. */
export function isUnreadableCache(fault: Pick<Fault, 'code'> | null): boolean {
  return fault?.code === 'cacheNewer' || fault?.code === 'cacheNotMigrated'
}
