import * as v from 'valibot'

/** Kinds of the files in the diagnostics, in their order. */
export const DIAGNOSTIC_KINDS = [
  'system',
  'settings',
  'connections',
  'crashes',
  'doctor',
  'log',
  'crashReport',
] as const
export type DiagnosticKind = (typeof DIAGNOSTIC_KINDS)[number]

/** A file of the diagnostics, as it would be saved. */
export interface DiagnosticFile {
  /** Its name in the archive. */
  readonly name: string
  readonly kind: DiagnosticKind
  /** Null for a crash report, which is not text. */
  readonly text: string | null
  readonly bytes: number
}

/** Crash reports may contain items, notes and keys, so they are added only on request. */
export function isIncludedByDefault({ kind }: Pick<DiagnosticFile, 'kind'>): boolean {
  return kind !== 'crashReport'
}

/** Largest number of files that a request may name. */
const MAX_FILES = 100

export const saveDiagnosticsSchema = v.strictObject({
  /** Id of the diagnostics that the person saw. */
  id: v.pipe(v.string(), v.maxLength(100)),
  names: v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.minLength(1), v.maxLength(MAX_FILES)),
})

/** Collected diagnostics. Nothing is saved or sent yet. */
export interface Diagnostics {
  readonly id: string
  readonly files: readonly DiagnosticFile[]
}

/** The crash reports on this computer. */
export interface CrashReports {
  readonly count: number
  readonly bytes: number
}
