/** Fetching pauses at these numbers of unwritten pictures and bytes. */
const MAX_PICTURES = 2_048
const MAX_BYTES = 32 * 1024 * 1024

/** Fetched pictures that are being written, so that fetching can continue meanwhile. */
export interface FetchQueue {
  /** @param written resolves when the picture is on disk. */
  add(bytes: number, written: Promise<unknown>): void
  /** Resolves when another picture may be added. */
  waitForSpace(): Promise<void>
  /** Resolves when all pictures are written; rejects with the first failure. */
  drain(): Promise<void>
}

export function createFetchQueue(onFailure: () => void): FetchQueue {
  let count = 0
  let totalBytes = 0
  let failure: { readonly error: unknown } | null = null
  let listeners: (() => void)[] = []

  function remove(bytes: number): void {
    count -= 1
    totalBytes -= bytes
    const notified = listeners
    listeners = []
    for (const listener of notified) listener()
  }

  const nextChange = (): Promise<void> =>
    new Promise((resolve) => {
      listeners.push(resolve)
    })

  return {
    add(bytes, written) {
      count += 1
      totalBytes += bytes
      written.then(
        () => remove(bytes),
        (error: unknown) => {
          failure ??= { error }
          onFailure()
          remove(bytes)
        },
      )
    },
    async waitForSpace() {
      while (count >= MAX_PICTURES || totalBytes >= MAX_BYTES) await nextChange()
    },
    async drain() {
      while (count > 0) await nextChange()
      if (failure !== null) throw failure.error
    },
  }
}
