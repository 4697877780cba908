// A worker that has this dies on a certain request, before it is carried out.
import { parentPort } from 'node:worker_threads'

/** The key of an item, or the id of a campaign, at which a worker dies. */
export const CRASH_KEY = 666_666
export const CRASH_ID = 'the-worker-dies-of-this'

parentPort?.on('message', ({ parameters }: { readonly parameters?: readonly unknown[] }) => {
  const [first] = parameters ?? []
  if (first === CRASH_KEY || (Array.isArray(first) && first.includes(CRASH_ID))) process.exit(1)
})
