/** How many answers of the store somebody waits for; shared with threads whose work can wait. */
const asked = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

/** For the threads that let others go first: see `QueryYielder`. */
export const FOREGROUND_REQUESTS: SharedArrayBuffer = asked.buffer

/** Does what somebody waits for; until it has ended, work that can wait stands still. */
export async function withForegroundPriority<Value>(work: () => Promise<Value>): Promise<Value> {
  tell(1)
  try {
    return await work()
  } finally {
    tell(-1)
  }
}

function tell(more: number): void {
  Atomics.add(asked, 0, more)
  Atomics.notify(asked, 0)
}
