import { AppError } from '../../contract/app-error.ts'
import type { CancellationToken } from '../protocol.ts'

/** Called by a running query at intervals. Throws `superseded` if a newer query has replaced it. */
export type ThrowIfCancelled = () => void

/** Returns the check of a query; without a token the query cannot be cancelled. */
export function cancellationCheck(token: CancellationToken | undefined): ThrowIfCancelled {
  if (token === undefined) return () => undefined
  const counter = new Int32Array(token.counter)
  return () => {
    if (Atomics.load(counter, 0) !== token.value) throw new AppError('superseded')
  }
}
