import type { Fault } from '../contract/faults.ts'
import type { ExportProgress, ExportRequest } from './types.ts'

/** Tells the exporting thread that nothing more comes. */
export const END = 'end'

/** What the exporting thread is asked to do. */
export interface ExportAssignment {
  readonly request: ExportRequest
  /** See `ExportControl`. */
  readonly control: SharedArrayBuffer
  /** See `QueryYielder`. */
  readonly precedence: SharedArrayBuffer
}

/** What the exporting thread tells. */
export type ExportMessage =
  /** An unfinished file, before it is made: to be removed should the thread die. */
  | { readonly type: 'unfinished'; readonly file: string }
  | { readonly type: 'progress'; readonly progress: ExportProgress }
  /** A piece for standard output. */
  | { readonly type: 'piece'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'done'; readonly progress: ExportProgress }
  | { readonly type: 'failed'; readonly fault: Fault }
  /** A mistake of ours. */
  | { readonly type: 'crashed'; readonly error: unknown }
