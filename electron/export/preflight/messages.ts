import type { ExportLook } from '../../contract/export-preview.ts'
import type { Fault } from '../../contract/faults.ts'
import type { LookRequest } from '../types.ts'

/** What the looking thread is started with. */
export interface LookAssignment {
  readonly request: LookRequest
  /** See `ExportControl`. */
  readonly control: SharedArrayBuffer
}

/** What the looking thread tells. */
export type LookMessage =
  | { readonly type: 'soFar'; readonly look: ExportLook }
  | { readonly type: 'done'; readonly look: ExportLook }
  | { readonly type: 'failed'; readonly fault: Fault }
  /** A mistake of ours. */
  | { readonly type: 'crashed'; readonly error: unknown }
