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
