import { setTimeout } from 'node:timers/promises'
import { app } from 'electron'
import { hasEnded } from '../contract/jobs.ts'
import { messages } from '../contract/messages.ts'
import type { AppWindow } from './app-windows.ts'
import { showMessage } from './dialogs.ts'
import { cancelRestart } from './restart.ts'
import type { ShellServices } from './services.ts'

/**
 * The application ends this time after its windows have saved their state, even if something is still
 * closing.
 */
const CLOSE_TIMEOUT_MS = 5_000

async function mayQuit({ exports, reviewFiles, backupFiles, sessions }: ShellServices): Promise<boolean> {
  // Only files that the person has requested would be lost. Downloads keep their staged rows and resume in
  // the next run, which also repeats a scheduled backup.
  const isExporting = exports.isBusy || reviewFiles.isExporting
  const isBackingUp = backupFiles.isWriting
  if (!isExporting && !isBackingUp) return true
  const isDownloading = (await sessions.jobs()).some((job) => !hasEnded(job))
  const { quit } = messages.systemDialogs
  const details = [
    ...(isExporting ? [quit.detail] : []),
    ...(isBackingUp ? [quit.backupDetail] : []),
    ...(isDownloading ? [quit.downloads] : []),
  ]
  const response = await showMessage({
    type: 'question',
    message: isExporting ? quit.message : quit.backupMessage,
    detail: details.join(' '),
    buttons: [quit.quit, quit.stay],
    defaultId: 1,
    cancelId: 1,
  })
  return response === 0
}

/** Closes a window after it has saved its state. Work that it has started continues. */
async function closeWindow(closing: AppWindow): Promise<void> {
  if (closing.isClosing) return
  closing.isClosing = true
  await closing.handshake.wait()
  closing.window.destroy()
}

/**
 * Ends the process at once. The regular end waits for all threads, and one that is deadlocked never ends
 * (https://github.com/nodejs/node/issues/54918). Nothing is lost: windows have saved their state, and caches
 * survive a crash.
 */
function endProcess(): void {
  process.kill(process.pid, 'SIGKILL')
}

/**
 * Handles quitting: asks if an export or a backup is running, stops running work, closes the caches and
 * writes the log. Until then the windows stay open, so that the person can decide to continue.
 */
export function quitInOrder(services: ShellServices): void {
  let state: 'running' | 'closing' | 'closed' = 'running'

  const close = async (): Promise<void> => {
    if (!(await mayQuit(services))) {
      await cancelRestart().catch((error: unknown) =>
        services.logger.unexpected(error, 'canceling a restart'),
      )
      services.updates.cancelRestart()
      state = 'running'
      return
    }
    await Promise.all(services.windows.all.map(({ handshake }) => handshake.wait()))
    services.schedule.close()
    services.updates.close()
    const closing = Promise.allSettled([
      services.exports.close(),
      services.exportPreviews.close(),
      services.sessions.closeAll(),
      services.reviewFiles.stop(),
      services.backupFiles.stop(),
    ])
      .then(() => services.temporaryFiles.close())
      .then(() => true)
    const isClosed = await Promise.race([closing, setTimeout(CLOSE_TIMEOUT_MS, false, { ref: false })])
    if (!isClosed) {
      services.logger.log('warning', 'Something did not close in time; the process is ended')
      app.once('quit', endProcess)
    }
    await services.logger.flush()
    state = 'closed'
    services.windows.end()
    if (services.updates.wantsRestart) await services.updates.quitAndInstall()
    else app.quit()
  }

  app.on('before-quit', (event) => {
    if (state === 'closed') return
    event.preventDefault()
    if (state === 'closing') return
    state = 'closing'
    void close()
  })

  // Closing the last window ends the application (except on macOS), so the question comes before the window
  // closes.
  app.on('browser-window-created', (_event, window) => {
    window.on('close', (event) => {
      // The guide has nothing to save.
      const isOwn = services.windows.all.some((each) => each.window === window)
      if (state === 'closed' || !isOwn) return
      event.preventDefault()
      const remaining = services.windows.all.filter(({ isClosing }) => !isClosing)
      const closing = remaining.find((each) => each.window === window)
      if (process.platform !== 'darwin' && remaining.length === 1) app.quit()
      else if (closing !== undefined) void closeWindow(closing)
    })
  })
}
