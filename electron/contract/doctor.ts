/** What the connection doctor looks at, in this order. */
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

/** `skipped`: an earlier finding, or the kind of address, leaves nothing to look at. */
export type DoctorVerdict = 'ok' | 'attention' | 'failed' | 'skipped'

export interface DoctorFinding {
  readonly check: DoctorCheckName
  readonly verdict: DoctorVerdict
  /** A sentence: what was found and, unless all is well, what it means and what to do. */
  readonly message: string
  /** Facts for a report, line by line: addresses, certificates, times. Never a key. */
  readonly facts: readonly string[]
  readonly tookMs: number
}

export interface DoctorReport {
  readonly findings: readonly DoctorFinding[]
  /** Everything as text to hand on: without the key, without a query string. */
  readonly text: string
}
