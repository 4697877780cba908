import { watch } from 'node:fs'
import { join } from 'node:path'
import { BrowserWindow, nativeTheme, screen } from 'electron'
import type { InterfaceSize } from '../contract/preferences.ts'
import { fitToDisplays, minSize, type Rectangle } from './window-bounds.ts'
import type { WindowState } from './window-state.ts'

/** Background before the page is drawn; the values of `--surface` in the light and the dark theme. */
export const BACKGROUND = { light: '#ffffff', dark: '#15171b' }

/** Returns the usable areas of the connected displays, the primary display first. */
function workAreas(): readonly Rectangle[] {
  const primary = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id)
  return [primary, ...others].map(({ workArea }) => workArea)
}

/** Creates an invisible window at its saved position. */
export function createWindow(
  { bounds, maximized, fullScreen }: WindowState,
  size: InterfaceSize,
  distFolder: string,
): BrowserWindow {
  const window = new BrowserWindow({
    ...fitToDisplays(bounds, workAreas(), size),
    show: false,
    title: 'Campaign Desk',
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    ...(process.platform === 'linux' ? { icon: join(distFolder, 'icon.png') } : {}),
    webPreferences: {
      preload: join(distFolder, 'preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
      spellcheck: true,
      enableWebSQL: false,
      zoomFactor: size / 100,
    },
  })
  if (maximized) window.maximize()
  if (fullScreen) window.setFullScreen(true)
  return window
}

/** Applies the size of the interface to a window, which grows if its content would no longer fit. */
export function zoomWindow(window: BrowserWindow, size: InterfaceSize): void {
  window.webContents.setZoomFactor(size / 100)
  const { minWidth, minHeight } = minSize(screen.getDisplayMatching(window.getBounds()).workArea, size)
  window.setMinimumSize(minWidth, minHeight)
  const { width, height } = window.getBounds()
  if (width < minWidth || height < minHeight)
    window.setSize(Math.max(width, minWidth), Math.max(height, minHeight))
}

/** During development: reloads the windows when their pages have been built. */
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
