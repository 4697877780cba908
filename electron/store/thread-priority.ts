import { readlinkSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import { basename } from 'node:path'

/**
 * Lowers the priority of the calling thread permanently. Has no effect except on Linux (setpriority(2), "C
 * library/kernel differences"), or without permission.
 */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return
  try {
    const thread = Number(basename(readlinkSync('/proc/thread-self')))
    // Keeps a priority that is even lower.
    setPriority(thread, Math.max(getPriority(thread), constants.priority.PRIORITY_BELOW_NORMAL))
  } catch {
    // The thread keeps its priority.
  }
}
