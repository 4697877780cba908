import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collect: unknown

/**
 * Frees the garbage of the calling thread, which takes some ten milliseconds. V8 does so only when the heap
 * grows, so the arrays of the last queries would take a hundred megabytes until then.
 */
export function collectGarbage(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('globalThis.gc')
  }
  if (typeof collect === 'function') collect()
}
