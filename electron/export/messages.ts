import type { ExportProgress, ExportRequest } from './types.ts'

/** Ends the export thread. */
export const END = 'end'

/** One export for the export thread. */
export interface ExportJob {
  readonly request: ExportRequest
  /** See `ExportControl`. */
  readonly control: SharedArrayBuffer
  /** See `QueryYielder`. */
  readonly foregroundRequests: SharedArrayBuffer
}

/** Messages of the export thread before its result, which is an `ExportProgress`. */
export type ExportMessage =
  /** An unfinished file, before it is created: removed if the thread dies. */
  | { readonly type: 'unfinished'; readonly file: string }
  | { readonly type: 'progress'; readonly progress: ExportProgress }
  /** Bytes for standard output. */
  | { readonly type: 'piece'; readonly bytes: Uint8Array<ArrayBuffer> }
