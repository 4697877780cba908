import type { ExportPreview } from '../../contract/export-preview.ts'
import type { PreflightRequest } from '../types.ts'

/** The data of the preflight thread. */
export interface PreflightJob {
  readonly request: PreflightRequest
  /** See `ExportControl`. */
  readonly control: SharedArrayBuffer
}

/** Message of the preflight thread before its result, which is an `ExportPreview`. */
export interface PreflightMessage {
  readonly type: 'soFar'
  readonly preview: ExportPreview
}
