/** Number of store requests in progress; shared with background threads. */
const requests = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

/** Shared memory of the number of requests; see `QueryYielder`. */
export const FOREGROUND_REQUESTS: SharedArrayBuffer = requests.buffer

/** Runs work that a caller waits for. Exports pause until it ends. */
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
