import { app, dialog, type BrowserWindow, type MessageBoxOptions } from 'electron'
import type { AppWindow } from './app-windows.ts'
import { messages } from '../contract/messages.ts'
import type { PictureGuard } from './picture-guard.ts'
import type { Logger } from '../app/types.ts'

/**
 * Returns the index of the chosen button. A window that was never shown cannot be the parent of the dialog.
 */
async function ask(window: BrowserWindow, options: MessageBoxOptions): Promise<number> {
  const { response } = await (window.isVisible()
    ? dialog.showMessageBox(window, options)
    : dialog.showMessageBox(options))
  return response
}

/**
 * Reloads a window whose page crashed: without the pictures that it may have been decoding, after a second
 * crash within a minute without any pictures and in the list of items, and from the third crash on only on
 * request, so that there is no loop of crashes. Offers to reload a window that no longer responds.
 */
export function recoverWindow(
  { window, crashes }: Pick<AppWindow, 'window' | 'crashes'>,
  pictures: PictureGuard,
  logger: Logger,
): void {
  const { webContents } = window
  let unresponsive: AbortController | null = null
  let asking = false

  const afterCrash = async (): Promise<void> => {
    if (asking) return
    unresponsive?.abort()
    crashes.add()
    pictures.crashed({ turnOff: crashes.count > 1 })
    if (crashes.count <= 2) {
      webContents.reload()
      return
    }
    asking = true
    try {
      const response = await ask(window, {
        type: 'error',
        message: messages.failures.crashDialog.message,
        detail: messages.failures.crashDialog.detail,
        buttons: [messages.failures.crashDialog.reload, messages.failures.crashDialog.quit],
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
      message: messages.failures.unresponsiveDialog.message,
      detail: messages.failures.unresponsiveDialog.detail,
      buttons: [messages.failures.unresponsiveDialog.wait, messages.failures.unresponsiveDialog.reload],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
      signal: controller.signal,
    }).finally(() => {
      unresponsive = null
    })
    if (response !== 1 || controller.signal.aborted || window.isDestroyed()) return
    // A hanging page does not react to a reload. Its process must end first, which needs no further question.
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
  window.on('responsive', () => unresponsive?.abort())
  webContents.on('preload-error', (_event, _path, error) => logger.unexpected(error, 'preload'))
}
