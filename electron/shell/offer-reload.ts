import { app, dialog, type BrowserWindow, type MessageBoxOptions } from 'electron'
import { CRASH_DIALOG, UNRESPONSIVE_DIALOG } from '../contract/strings/failures.ts'
import type { Logger } from '../workspace/types.ts'

/** Resolves with the index of the chosen button. A window that was never shown cannot be the dialog's parent. */
async function ask(window: BrowserWindow, options: MessageBoxOptions): Promise<number> {
  const { response } = await (window.isVisible()
    ? dialog.showMessageBox(window, options)
    : dialog.showMessageBox(options))
  return response
}

/**
 * Offers to reload a window whose page crashed or no longer responds. Nothing is reloaded without a person's choice, so
 * that a page that crashes at once cannot do so in a loop.
 */
export function offerReload(window: BrowserWindow, logger: Logger): void {
  const { webContents } = window
  let unresponsive: AbortController | null = null
  let asking = false

  const afterCrash = async (): Promise<void> => {
    if (asking) return
    asking = true
    unresponsive?.abort()
    try {
      const response = await ask(window, {
        type: 'error',
        message: CRASH_DIALOG.message,
        detail: CRASH_DIALOG.detail,
        buttons: [CRASH_DIALOG.reload, CRASH_DIALOG.quit],
        defaultId: 0,
        cancelId: 0,
        noLink: true,
      })
      if (response !== 0) app.quit()
      else if (!window.isDestroyed()) webContents.reload()
    } finally {
      asking = false
    }
  }

  const whileUnresponsive = async (): Promise<void> => {
    if (asking || unresponsive !== null) return
    logger.log('error', 'The window does not respond.')
    const controller = new AbortController()
    unresponsive = controller
    const response = await ask(window, {
      type: 'warning',
      message: UNRESPONSIVE_DIALOG.message,
      detail: UNRESPONSIVE_DIALOG.detail,
      buttons: [UNRESPONSIVE_DIALOG.wait, UNRESPONSIVE_DIALOG.reload],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
      signal: controller.signal,
    }).finally(() => {
      unresponsive = null
    })
    if (response !== 1 || controller.signal.aborted || window.isDestroyed()) return
    // A page that hangs does not act on a reload: its process has to end first, which needs no further question.
    asking = true
    webContents.once('render-process-gone', () => {
      asking = false
      webContents.reload()
    })
    webContents.forcefullyCrashRenderer()
  }

  webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason !== 'clean-exit' && !window.isDestroyed()) void afterCrash()
  })
  window.on('unresponsive', () => void whileUnresponsive())
  window.on('responsive', () => {
    unresponsive?.abort()
  })
  webContents.on('preload-error', (_event, _path, error) => {
    logger.unexpected(error, 'preload')
  })
}
