import { reportWorkerError } from '../state/uncaught-errors.ts'
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

/**
 * Makes a photo of a picture, in a separate thread: scaled, turned as it is to be seen and without
 * metadata; or, as it is, only looked at. Never rejects.
 */
export async function preparePhoto(request: PhotoRequest): Promise<PreparedPhoto> {
  const worker = new Worker(new URL('./photo-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<PreparedPhoto>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<PreparedPhoto>) => {
        resolve(data)
      }
      // It has run out of memory, or found no way to read the file.
      worker.onerror = (event) => {
        reportWorkerError(event)
        resolve({ problem: 'damaged' })
      }
      worker.postMessage(request)
    })
  } finally {
    // What it has decoded goes with it.
    worker.terminate()
  }
}
