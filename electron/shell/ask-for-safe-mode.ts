import { app, dialog } from 'electron'
import { SAFE_MODE_DIALOG } from '../contract/strings/diagnostics.ts'

/** Asks, when Electron is ready, whether to start in safe mode. Closing the question starts normally. */
export async function askForSafeMode(): Promise<boolean> {
  await app.whenReady()
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    message: SAFE_MODE_DIALOG.message,
    detail: SAFE_MODE_DIALOG.detail,
    buttons: [SAFE_MODE_DIALOG.safe, SAFE_MODE_DIALOG.normal],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  })
  return response === 0
}
