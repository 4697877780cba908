import { app, dialog } from 'electron'
import { ERROR_DIALOG } from '../contract/strings/failures.ts'
import type { Logger } from '../app/types.ts'

/** Time in milliseconds for which further errors are only logged after a person has chosen to continue. */
const QUIET_MS = 60_000

/**
 * Handles uncaught errors in main: logs them and offers to restart. Other threads write to the disk in
 * transactions, so that an error here cannot damage data. Before there is a window, the start has failed and
 * the application ends.
 */
export function handleUncaughtErrors(logger: Logger): void {
  let quietUntil = 0
  let asking = false

  const askToRestart = async (logId: string): Promise<void> => {
    asking = true
    try {
      const { response } = await dialog.showMessageBox({
        type: 'error',
        title: ERROR_DIALOG.title,
        message: ERROR_DIALOG.message,
        detail: ERROR_DIALOG.detail(logId),
        buttons: [ERROR_DIALOG.restart, ERROR_DIALOG.keepWorking],
        defaultId: 0,
        cancelId: 1,
      })
      if (response === 0) {
        app.relaunch()
        app.quit()
      }
    } finally {
      asking = false
      quietUntil = performance.now() + QUIET_MS
    }
  }

  process.on('uncaughtException', (error) => {
    const logId = logger.unexpected(error, 'uncaught error')
    if (!app.isReady()) {
      dialog.showErrorBox(ERROR_DIALOG.message, ERROR_DIALOG.detail(logId))
      void logger.flush().finally(() => app.exit(1))
    } else if (!asking && performance.now() >= quietUntil) void askToRestart(logId)
  })
}
