import type { ExportPreview } from '../contract/export-preview.ts'
import type { Language } from '../contract/messages.ts'
import type { ExportProgress, ExportRequest, PreflightRequest } from './types.ts'

/** Ends the export thread. */
export const END = 'end'

/** One export for the export thread. */
export interface ExportJob {
  readonly request: ExportRequest
  /**
   * Of errors, and of the words in the file unless its options have another one. The thread may have been
   * started in another one.
   */
  readonly language: Language
  /** See `ExportControl`. */
  readonly control: SharedArrayBuffer
  /** See `QueryYielder`. */
  readonly foregroundRequests: SharedArrayBuffer
}

/** Messages of the export thread before its result, which is an `ExportProgress`. */
export type ExportMessage =
  /** Path of an unfinished file, before it is created; it is removed if the thread dies. */
  | { readonly type: 'unfinished'; readonly file: string }
  | { readonly type: 'progress'; readonly progress: ExportProgress }
  /** A chunk for standard output. */
  | { readonly type: 'output'; readonly bytes: Uint8Array<ArrayBuffer> }

/** The data of the preflight thread. */
export interface PreflightJob {
  readonly request: PreflightRequest
  /** See `ExportControl`. */
  readonly control: SharedArrayBuffer
}

/** Message of the preflight thread before its result, which is an `ExportPreview`. */
export interface PreflightMessage {
  readonly type: 'preview'
  readonly preview: ExportPreview
}
