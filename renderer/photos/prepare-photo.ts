import { reportWorkerError } from '../state/uncaught-errors.ts'
import type { ContentProblem } from '../../electron/content/inspect.ts'

export interface PhotoRequest {
  readonly blob: Blob
  /** Whether the bytes and their metadata are kept unchanged. */
  readonly keepOriginal: boolean
}

/**
 * `heic`: written by many phones and not supported by browsers. `needsConversion`: pictures of this kind can
 * only be kept after conversion.
 */
export type PhotoProblem = ContentProblem | 'heic' | 'needsConversion' | 'tooComplex' | 'unreadable'

/** A photo to attach, or why it cannot be made. */
export type PreparedPhoto =
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly problem: PhotoProblem }
  /** The window must not decode it; `reviews.drawPhoto` does. */
  | { readonly needsIsolatedDrawing: true }

/**
 * Makes a photo of a picture in a worker: scaled, rotated and without metadata, or only checked if it is kept
 * unchanged. Never rejects.
 */
export async function preparePhoto(request: PhotoRequest): Promise<PreparedPhoto> {
  const worker = new Worker(new URL('./photo-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<PreparedPhoto>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<PreparedPhoto>) => resolve(data)
      // The worker is out of memory, or could not be loaded.
      worker.onerror = (event) => {
        reportWorkerError(event)
        resolve({ problem: 'damaged' })
      }
      worker.postMessage(request)
    })
  } finally {
    // Releases the decoded pictures, too.
    worker.terminate()
  }
}
