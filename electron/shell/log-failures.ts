import { app } from 'electron'
import type { Worker } from 'node:worker_threads'
import type { Logger } from '../app/types.ts'
import { isExpendable } from './picture-process.ts'

/** The reason that Electron reports for a process that ended normally. */
const CLEAN_EXIT = 'clean-exit'

/**
 * Logs failures outside of calls: crashed renderer, GPU and utility processes, errors that end a worker
 * thread, and unhandled rejections. Threads that were started earlier are not covered.
 */
export function logFailures(logger: Logger): void {
  app.on('render-process-gone', (_event, contents, { reason, exitCode }) => {
    if (reason === CLEAN_EXIT) return
    logger.log(
      isExpendable(contents) ? 'warning' : 'error',
      `renderer process gone: ${reason} (${String(exitCode)})`,
    )
  })
  app.on('child-process-gone', (_event, { type, name, reason, exitCode }) => {
    // Chromium starts such a process again if it is needed.
    if (reason !== CLEAN_EXIT) {
      logger.log('error', `${name ?? type} process gone: ${reason} (${String(exitCode)})`)
    }
  })
  process.on('unhandledRejection', (reason) => logger.unexpected(reason, 'unhandled rejection'))
  process.on('worker', (worker: Worker) => {
    worker.on('error', (error) => logger.unexpected(error, 'worker thread'))
  })
  // A terminal that was closed must not end the application.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}
