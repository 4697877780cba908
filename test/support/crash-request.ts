// Ends the worker that imports this on certain requests, before they run.
import { parentPort } from 'node:worker_threads'

/** Requests with this item key or campaign id end the worker. */
export const CRASH_KEY = 666_666
export const CRASH_ID = 'crash-the-worker'

parentPort?.on('message', ({ parameters }: { readonly parameters?: readonly unknown[] }) => {
  const [first] = parameters ?? []
  if (first === CRASH_KEY || (Array.isArray(first) && first.includes(CRASH_ID))) process.exit(1)
})
