import { AppError } from '../../contract/app-error.ts'
import type { Turn } from '../protocol.ts'

/** Asked now and then by a running query whether it is still wanted. Throws `superseded` when it is not. */
export type CheckTurn = () => void

export function turnCheck(turn: Turn | undefined): CheckTurn {
  if (turn === undefined) return () => undefined
  const counter = new Int32Array(turn.counter)
  return () => {
    if (Atomics.load(counter, 0) !== turn.value) throw new AppError('superseded')
  }
}
