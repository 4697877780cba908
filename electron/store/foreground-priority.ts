/** The number of store requests that a caller waits for; shared with threads whose work can wait. */
const requests = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

/** Memory of the number of requests, for threads that yield to them: see `QueryYielder`. */
export const FOREGROUND_REQUESTS: SharedArrayBuffer = requests.buffer

/** Runs work that a caller waits for. Work that can wait pauses until it has ended. */
export async function withForegroundPriority<Value>(work: () => Promise<Value>): Promise<Value> {
  addRequests(1)
  try {
    return await work()
  } finally {
    addRequests(-1)
  }
}

function addRequests(count: number): void {
  Atomics.add(requests, 0, count)
  Atomics.notify(requests, 0)
}
