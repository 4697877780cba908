import type { ExportPreview } from '../../contract/export-preview.ts'
import type { Fault } from '../../contract/faults.ts'
import type { PreflightRequest } from '../types.ts'

/** The data of the preflight thread. */
export interface PreflightAssignment {
  readonly request: PreflightRequest
  /** See `ExportControl`. */
  readonly control: SharedArrayBuffer
}

/** Messages of the preflight thread. */
export type PreflightMessage =
  | { readonly type: 'soFar'; readonly preview: ExportPreview }
  | { readonly type: 'done'; readonly preview: ExportPreview }
  | { readonly type: 'failed'; readonly fault: Fault }
  /** Internal error. */
  | { readonly type: 'crashed'; readonly error: unknown }
