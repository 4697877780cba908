// A worker that imports this ends at certain requests, before they run.
import { parentPort } from 'node:worker_threads'

/** The key of an item, or the id of a campaign, at which a worker ends. */
export const CRASH_KEY = 666_666
export const CRASH_ID = 'the-worker-dies-of-this'

parentPort?.on('message', ({ parameters }: { readonly parameters?: readonly unknown[] }) => {
  const [first] = parameters ?? []
  if (first === CRASH_KEY || (Array.isArray(first) && first.includes(CRASH_ID))) process.exit(1)
})
