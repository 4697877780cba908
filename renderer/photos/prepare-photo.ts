import { reportWorkerError } from '../state/uncaught-errors.ts'
import type { PhotoRequest, PreparedPhoto } from './prepared.ts'

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
