import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Undefined until it is needed, or if V8 no longer accepts the flag. */
let collect: (() => void) | undefined

/**
 * Frees the garbage of the calling thread, which takes some ten milliseconds. V8 does so only when the heap
 * grows, so the arrays of the last queries would take a hundred megabytes until then.
 */
export function collectGarbage(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('globalThis.gc') as (() => void) | undefined
  }
  collect?.()
}
