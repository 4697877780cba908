import { readlinkSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import { basename } from 'node:path'

/**
 * Lets all other threads run before the calling one, for good. Only Linux has priorities of single threads (setpriority(2),
 * "C library/kernel differences"); elsewhere, and where it is not allowed, nothing changes.
 */
export function stepBack(): void {
  if (process.platform !== 'linux') return
  try {
    const thread = Number(basename(readlinkSync('/proc/thread-self')))
    // Who has asked for less than that keeps it.
    setPriority(thread, Math.max(getPriority(thread), constants.priority.PRIORITY_BELOW_NORMAL))
  } catch {
    // It then has its share like every other.
  }
}
