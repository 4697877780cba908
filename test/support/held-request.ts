// Holds the worker that imports this on certain requests, before they run.
import { existsSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'

/** A query that searches for this and a file’s path is held until that file exists. */
export const HELD_UNTIL = 'held until '
/** In milliseconds. It ends only tests that would never end. */
const LIMIT_MS = 60_000

parentPort?.on('message', ({ parameters }: { readonly parameters?: readonly unknown[] }) => {
  const [query] = parameters ?? []
  const isQuery = typeof query === 'object' && query !== null && 'search' in query
  if (!isQuery || typeof query.search !== 'string' || !query.search.startsWith(HELD_UNTIL)) return
  const file = query.search.slice(HELD_UNTIL.length)
  const start = performance.now()
  const cell = new Int32Array(new SharedArrayBuffer(4))
  while (!existsSync(file) && performance.now() - start < LIMIT_MS) Atomics.wait(cell, 0, 0, 5)
})
