import { app, BrowserWindow, dialog } from 'electron'
import { QUIT_DIALOG } from '../contract/strings/menu.ts'
import type { ShellServices } from './services.ts'
import { hasEnded } from '../app/sessions.ts'

/** Nothing that is still closing after this long is worth keeping a person waiting for. */
const LONGEST_CLOSE_MS = 5_000

async function mayQuit(services: ShellServices): Promise<boolean> {
  // Only an export is lost. Downloads keep what they have and go on the next time.
  if (!services.exports.isBusy) return true
  const downloading = (await services.sessions.jobs()).some((job) => !hasEnded(job.state))
  const window = BrowserWindow.getAllWindows()[0]
  const question = {
    type: 'question' as const,
    message: QUIT_DIALOG.message,
    detail: downloading ? `${QUIT_DIALOG.detail} ${QUIT_DIALOG.downloads}` : QUIT_DIALOG.detail,
    buttons: [QUIT_DIALOG.quit, QUIT_DIALOG.stay],
    defaultId: 1,
    cancelId: 1,
  }
  const { response } = await (window === undefined
    ? dialog.showMessageBox(question)
    : dialog.showMessageBox(window, question))
  return response === 0
}

/**
 * Before the application ends: asks when an export is running, stops what runs, closes the caches and writes the log. The
 * window stays until then, so that it can still be decided to go on working.
 */
export function quitInOrder(services: ShellServices): void {
  let state: 'running' | 'closing' | 'closed' = 'running'

  const close = async (): Promise<void> => {
    if (!(await mayQuit(services))) {
      state = 'running'
      return
    }
    if (BrowserWindow.getAllWindows().length > 0) {
      await services.shutdownHandshake.wait()
    }
    services.schedule.close()
    const closing = Promise.allSettled([
      services.exports.close(),
      services.exportPreviews.close(),
      services.sessions.closeAll(),
      services.reviewFiles.close(),
    ]).then(() => services.logger.flush())
    let timer: NodeJS.Timeout | undefined
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, LONGEST_CLOSE_MS)
    })
    await Promise.race([closing, patience])
    clearTimeout(timer)
    state = 'closed'
    app.quit()
  }

  app.on('before-quit', (event) => {
    if (state === 'closed') return
    event.preventDefault()
    if (state === 'closing') return
    state = 'closing'
    void close()
  })

  // Closing the only window ends the application (except on macOS), so the question comes before it goes.
  app.on('browser-window-created', (_event, window) => {
    window.on('close', (event) => {
      if (state === 'closed' || process.platform === 'darwin') return
      event.preventDefault()
      app.quit()
    })
  })
}
