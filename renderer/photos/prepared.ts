import type { ContentProblem } from '../../electron/content/inspect.ts'

export interface PhotoRequest {
  readonly blob: Blob
  /** The bytes stay what they are, with the metadata that they have. */
  readonly asItIs: boolean
}

/**
 * `heic`: what many phones write, and no browser reads. `notAsItIs`: of such a kind only what is encoded anew
 * can be kept.
 */
export type PhotoProblem = ContentProblem | 'heic' | 'notAsItIs' | 'tooComplex'

/** A picture as it is attached, or why it cannot be. */
export type PreparedPhoto =
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly problem: PhotoProblem }
  /** The window must not decode it; `reviews.drawPhoto` does. */
  | { readonly mustBeDrawnApart: true }
