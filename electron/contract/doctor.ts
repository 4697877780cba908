import type { FaultCode } from './faults.ts'

/** Checks of the connection doctor, in order. */
export const DOCTOR_CHECKS = [
  'address',
  'proxy',
  'dns',
  'tcp',
  'tls',
  'key',
  'firstPage',
  'paging',
  'order',
  'clock',
] as const
export type DoctorCheckName = (typeof DOCTOR_CHECKS)[number]

/** `skipped` because of an earlier result or the kind of address. */
export type DoctorVerdict = 'ok' | 'attention' | 'failed' | 'skipped'

export interface DoctorResult {
  readonly check: DoctorCheckName
  readonly verdict: DoctorVerdict
  /** What was found and, unless all is well, what it means and what to do. */
  readonly message: string
  /** The fault that was found, if there is one. */
  readonly fault?: FaultCode
  /** Details line by line: addresses, certificates, times. Never a key. */
  readonly facts: readonly string[]
  readonly tookMs: number
}

export interface DoctorReport {
  readonly results: readonly DoctorResult[]
  /** The report as text, without the key and query strings. */
  readonly reportText: string
}
