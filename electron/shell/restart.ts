import { app } from 'electron'

/** Arguments of the next start; null without a restart. */
let nextArgs: readonly string[] | null = null

/** Called when nothing prevents the end anymore, because Electron cannot cancel a restart. */
function startAgain(): void {
  if (nextArgs === null) return
  app.relaunch({ args: [...nextArgs] })
}

/**
 * Quits, and starts the application again when it has ended, unless the person decides to continue.
 * @param keepsArg returns whether the next start has an argument of this one
 */
export function restart(keepsArg: (arg: string) => boolean = () => true): void {
  if (nextArgs === null) app.on('will-quit', startAgain)
  nextArgs = process.argv.slice(1).filter(keepsArg)
  app.quit()
}

/** Must be called when the person has decided to continue. */
export function cancelRestart(): void {
  app.off('will-quit', startAgain)
  nextArgs = null
}
