import type { Fault } from '../../electron/contract/faults.ts'
import { faultOf } from '../api.ts'

/** An operation of a dialog: whether it is running, and why it failed. */
export class Attempt {
  busy = $state(false)
  fault = $state.raw<Fault | null>(null)

  /** Runs `work` unless it is already running. Returns whether it succeeded. */
  async run(work: () => Promise<void>): Promise<boolean> {
    if (this.busy) return false
    this.busy = true
    this.fault = null
    try {
      await work()
      return true
    } catch (error) {
      this.fault = faultOf(error)
      return false
    } finally {
      this.busy = false
    }
  }
}

/**
 * Passes a result or error on, unless the returned function was called before. An effect that returns that
 * function receives only the result of its latest request.
 */
export function ignoreAfterDestroy<Result>(
  request: Promise<Result>,
  onResult: (result: Result) => void,
  onError: (error: unknown) => void = () => undefined,
): () => void {
  let isDestroyed = false
  request.then(
    (result) => {
      if (!isDestroyed) onResult(result)
    },
    (error: unknown) => {
      if (!isDestroyed) onError(error)
    },
  )
  return () => {
    isDestroyed = true
  }
}
