import type { ExportPreview } from '../../contract/export-preview.ts'
import type { Fault } from '../../contract/faults.ts'
import type { PreflightRequest } from '../types.ts'

/** What the looking thread is started with. */
export interface PreflightAssignment {
  readonly request: PreflightRequest
  /** See `ExportControl`. */
  readonly control: SharedArrayBuffer
}

/** What the looking thread tells. */
export type PreflightMessage =
  | { readonly type: 'soFar'; readonly preview: ExportPreview }
  | { readonly type: 'done'; readonly preview: ExportPreview }
  | { readonly type: 'failed'; readonly fault: Fault }
  /** A mistake of ours. */
  | { readonly type: 'crashed'; readonly error: unknown }
