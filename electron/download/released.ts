/**
 * Why a running download is stopped when it is to go on later: it was paused, the network went away, or the connection
 * closes. What it has staged is released (`StoreWriter.releaseDownload`) instead of abandoned.
 */
export class Released extends Error {
  constructor() {
    super('The download was stopped to go on later.')
    // For whoever only knows that it was stopped.
    this.name = 'AbortError'
  }
}

/** Whether what the download has staged is kept for later; false for one that was cancelled or runs on. */
export function isReleased(signal: AbortSignal): boolean {
  return signal.aborted && signal.reason instanceof Released
}
