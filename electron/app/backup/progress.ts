import type { BackupPhase } from '../../contract/backup.ts'
import type { SendEvent } from './task.ts'

/** Pause between two messages about progress, in milliseconds. */
const INTERVAL_MS = 100

/** Returns a function that counts processed bytes and reports them from time to time. */
export function createProgress(phase: BackupPhase, total: number, send: SendEvent): (bytes: number) => void {
  let done = 0
  let sentAt = performance.now()
  send({ type: 'progress', phase, bytes: { done, total } })
  return (bytes) => {
    done += bytes
    const now = performance.now()
    if (now - sentAt < INTERVAL_MS) return
    sentAt = now
    send({ type: 'progress', phase, bytes: { done: Math.min(done, total), total } })
  }
}
