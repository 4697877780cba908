import { app, dialog } from 'electron'
import { messages } from '../contract/messages.ts'

/** Asks, when Electron is ready, whether to start in safe mode. Closing the question starts normally. */
export async function askForSafeMode(): Promise<boolean> {
  await app.whenReady()
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    message: messages.diagnostics.safeModeDialog.message,
    detail: messages.diagnostics.safeModeDialog.detail,
    buttons: [messages.diagnostics.safeModeDialog.safe, messages.diagnostics.safeModeDialog.normal],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  })
  return response === 0
}
