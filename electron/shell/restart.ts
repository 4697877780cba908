import { spawn } from 'node:child_process'
import { app } from 'electron'
import { appImageOf } from './updates/update-method.ts'

/** Arguments of the next start; null without a restart. */
let nextArgs: readonly string[] | null = null

/** Withdraws what the next start was requested to do, the last request at the end. */
let withdrawals: (() => Promise<void>)[] = []

export interface RestartOptions {
  /** Returns whether the next start has an argument of this one. Default: it has all. */
  readonly keepsArg?: (arg: string) => boolean
  /** Withdraws what the next start was requested to do; called if the person decides to continue. */
  readonly withdraw?: () => Promise<void>
}

/** Waits for the end of its input, which is the end of this process, and becomes the given program. */
const START_AFTER_INPUT = 'cat; exec "$0" "$@" < /dev/null'

/** Called when nothing prevents the end anymore, because Electron cannot cancel a restart. */
function startAgain(): void {
  if (nextArgs === null) return
  const image = appImageOf(process.execPath, process.env)
  if (image === null) {
    app.relaunch({ args: [...nextArgs] })
    return
  }
  // Electron would start the program in the mounted image, which ends with this process.
  app.releaseSingleInstanceLock()
  const args = ['-c', START_AFTER_INPUT, image, ...nextArgs]
  spawn('/bin/sh', args, { detached: true, stdio: ['pipe', 'ignore', 'ignore'] }).unref()
}

/** Quits, and starts the application again when it has ended, unless the person decides to continue. */
export function restart({ keepsArg = () => true, withdraw }: RestartOptions = {}): void {
  if (nextArgs === null) app.on('will-quit', startAgain)
  nextArgs = process.argv.slice(1).filter(keepsArg)
  if (withdraw !== undefined) withdrawals.push(withdraw)
  app.quit()
}

/**
 * Must be called when the person has decided to continue. Rejects if the next start will still do what was
 * requested.
 */
export async function cancelRestart(): Promise<void> {
  app.off('will-quit', startAgain)
  nextArgs = null
  const requested = withdrawals.toReversed()
  withdrawals = []
  for (const withdraw of requested) await withdraw()
}
