import { watch } from 'node:fs'
import { BrowserWindow } from 'electron'

/** While developing: loads the windows again when their pages have been built anew. */
export function reloadOnChange(folder: string): void {
  let pending: NodeJS.Timeout | undefined
  watch(folder, { recursive: true }, () => {
    clearTimeout(pending)
    // A build writes several files; one reload is enough.
    pending = setTimeout(() => {
      for (const window of BrowserWindow.getAllWindows()) window.webContents.reloadIgnoringCache()
    }, 200)
  })
}
