/** What waits to be kept may be as many pictures and bytes; then fetching waits as well. */
const MOST_WAITING = 2_048
const MOST_WAITING_BYTES = 32 * 1024 * 1024

/** Pictures that were fetched and are on their way to the disk, so that fetching goes on meanwhile. */
export interface Backlog {
  /** A picture of so many bytes, and the promise of its end. */
  add(bytes: number, kept: Promise<unknown>): void
  /** Resolves when there is room for another one. */
  room(): Promise<void>
  /** Resolves when all are kept; rejects with what failed first. */
  settled(): Promise<void>
}

export function createBacklog(onFailure: () => void): Backlog {
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
    async room() {
      while (waiting >= MOST_WAITING || waitingBytes >= MOST_WAITING_BYTES) await change()
    },
    async settled() {
      while (waiting > 0) await change()
      if (failure !== null) throw failure.error
    },
  }
}
