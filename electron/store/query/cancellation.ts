import { AppError } from '../../contract/app-error.ts'
import type { CancellationToken } from '../protocol.ts'

/** Asked now and then by a running query whether it is still wanted. Throws `superseded` when it is not. */
export type ThrowIfCancelled = () => void

export function cancellationCheck(turn: CancellationToken | undefined): ThrowIfCancelled {
  if (turn === undefined) return () => undefined
  const counter = new Int32Array(turn.counter)
  return () => {
    if (Atomics.load(counter, 0) !== turn.value) throw new AppError('superseded')
  }
}
