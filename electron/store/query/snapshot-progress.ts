import { checkOfPart, type ThrowIfCancelled } from '../protocol.ts'
import type { Scope } from './scope.ts'

/** Returns the check of a query's work on one of the snapshots, whose progress is that of its items. */
export function checkOfSnapshot(
  { snapshots, starts, total }: Scope,
  snapshotIndex: number,
  check: ThrowIfCancelled,
): ThrowIfCancelled {
  const start = starts[snapshotIndex] ?? 0
  return checkOfPart(check, start / total, (start + (snapshots[snapshotIndex]?.count ?? 0)) / total)
}
