import { join } from 'node:path'
import { BrowserWindow, nativeTheme, screen } from 'electron'
import { APP_ORIGIN } from '../contract/bridge.ts'
import type { WindowStateFile } from './window-state.ts'
import { fitToDisplays, type Rectangle } from './window-bounds.ts'
import { watch } from 'node:fs'

/** Background before the page is drawn; the values of `--surface` in the light and the dark theme. */
const BACKGROUND = { light: '#ffffff', dark: '#15171b' }

export interface WindowOptions {
  readonly distFolder: string
  readonly stateFile: WindowStateFile
  /** Called with each window before it loads its page. */
  readonly onOpen: (window: BrowserWindow) => void
  /** Called when an opened window becomes visible. */
  readonly onShow: () => void
}

/** The only window of the application, which can be opened, closed and opened again. */
export class OwnWindow {
  readonly #options: WindowOptions

  constructor(options: WindowOptions) {
    this.#options = options
  }

  open(): BrowserWindow {
    const window = openWindow(this.#options)
    window.once('show', this.#options.onShow)
    return window
  }

  /** Opens the window unless it is open. */
  ensure(): void {
    if (BrowserWindow.getAllWindows().length === 0) this.open()
  }

  /** Brings the window to the front, whether it was closed, hidden or covered. */
  show(): void {
    if (BrowserWindow.getAllWindows().length === 0) this.open()
    else focusWindow()
  }
}

/** Returns the usable areas of the connected displays, the primary display first. */
function workAreas(): readonly Rectangle[] {
  const primary = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id)
  return [primary, ...others].map(({ workArea }) => workArea)
}

/** Opens the window at its saved position, and saves its bounds when they change. */
function openWindow({ distFolder, stateFile, onOpen }: WindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    ...fitToDisplays(stateFile.state.bounds, workAreas()),
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
    },
  })
  if (stateFile.state.maximized) window.maximize()
  if (stateFile.state.fullScreen) window.setFullScreen(true)
  window.once('ready-to-show', () => window.show())

  const saveBounds = (): void => {
    // A maximized or full-screen window keeps the bounds to which it returns.
    stateFile.update({
      bounds: window.getNormalBounds(),
      maximized: window.isMaximized(),
      fullScreen: window.isFullScreen(),
    })
  }
  let pending: NodeJS.Timeout | undefined
  const saveBoundsSoon = (): void => {
    clearTimeout(pending)
    pending = setTimeout(saveBounds, 500)
  }
  window.on('resize', saveBoundsSoon)
  window.on('move', saveBoundsSoon)
  window.on('close', () => {
    clearTimeout(pending)
    saveBounds()
  })

  onOpen(window)
  void window.loadURL(`${APP_ORIGIN}/index.html`)
  return window
}

/** Loads the page of the window again. */
export function reloadWindow(): void {
  for (const window of BrowserWindow.getAllWindows()) window.webContents.reload()
}

/** Brings the window to the front, as a second start of the application does. */
export function focusWindow(): void {
  const window = BrowserWindow.getAllWindows()[0]
  if (window === undefined) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
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
