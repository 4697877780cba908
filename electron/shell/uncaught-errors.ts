import { app, dialog } from 'electron'
import { messages } from '../contract/messages.ts'
import type { Logger } from '../app/types.ts'
import { restart } from './restart.ts'

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
        title: messages.failures.errorDialog.title,
        message: messages.failures.errorDialog.message,
        detail: messages.failures.errorDialog.detail({ logId }),
        buttons: [messages.failures.errorDialog.restart, messages.failures.errorDialog.keepWorking],
        defaultId: 0,
        cancelId: 1,
      })
      if (response === 0) restart()
    } finally {
      asking = false
      quietUntil = performance.now() + QUIET_MS
    }
  }

  process.on('uncaughtException', (error) => {
    const logId = logger.unexpected(error, 'uncaught error')
    if (!app.isReady()) {
      dialog.showErrorBox(
        messages.failures.errorDialog.message,
        messages.failures.errorDialog.detail({ logId }),
      )
      void logger.flush().finally(() => app.exit(1))
    } else if (!asking && performance.now() >= quietUntil) void askToRestart(logId)
  })
}
