/** What waits to be kept may be as many pictures and bytes; then fetching waits as well. */
const MAX_PICTURES = 2_048
const MAX_BYTES = 32 * 1024 * 1024

/** Pictures that were fetched and are on their way to the disk, so that fetching goes on meanwhile. */
export interface FetchQueue {
  /** A picture of so many bytes, and the promise of its end. */
  add(bytes: number, kept: Promise<unknown>): void
  /** Resolves when there is room for another one. */
  waitForSpace(): Promise<void>
  /** Resolves when all are kept; rejects with what failed first. */
  drain(): Promise<void>
}

export function createFetchQueue(onFailure: () => void): FetchQueue {
  let waiting = 0
  let waitingBytes = 0
  let failure: { readonly error: unknown } | null = null
  let wake: (() => void)[] = []

  function left(bytes: number): void {
    waiting -= 1
    waitingBytes -= bytes
    const woken = wake
    wake = []
    for (const each of woken) each()
  }

  const change = (): Promise<void> =>
    new Promise((resolve) => {
      wake.push(resolve)
    })

  return {
    add(bytes, kept) {
      waiting += 1
      waitingBytes += bytes
      kept.then(
        () => {
          left(bytes)
        },
        (error: unknown) => {
          failure ??= { error }
          onFailure()
          left(bytes)
        },
      )
    },
    async waitForSpace() {
      while (waiting >= MAX_PICTURES || waitingBytes >= MAX_BYTES) await change()
    },
    async drain() {
      while (waiting > 0) await change()
      if (failure !== null) throw failure.error
    },
  }
}
