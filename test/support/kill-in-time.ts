// A thread that kills its own process some milliseconds after a counter reached a number.
import { parentPort, workerData } from 'node:worker_threads'

export interface KillRequest {
  readonly counter: Int32Array
  readonly at: number
  readonly delayMs: number
}

const { counter, at, delayMs } = workerData as KillRequest
parentPort?.postMessage('ready')
for (let count = Atomics.load(counter, 0); count < at; count = Atomics.load(counter, 0)) {
  Atomics.wait(counter, 0, count)
}
Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, delayMs)
process.kill(process.pid, 'SIGKILL')
