import { join } from 'node:path'
import { BrowserWindow, nativeTheme, screen } from 'electron'
import { APP_ORIGIN } from '../contract/channels.ts'
import type { WindowStateFile } from './window-state-file.ts'
import { usableBounds } from './window-state.ts'

/** Painted before the page has drawn anything; the tokens `--surface` of the light and the dark theme. */
const BACKGROUND = { light: '#ffffff', dark: '#15171b' }

export interface WindowOptions {
  readonly distFolder: string
  readonly stateFile: WindowStateFile
  /** Is called when a window that was opened comes into sight. */
  readonly onShow: () => void
}

/** The application's only window, which is opened, closed and opened again. */
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

  /** Opens it unless it is open. */
  ensure(): void {
    if (BrowserWindow.getAllWindows().length === 0) this.open()
  }

  /** Puts it in front of the person, whether it was closed, hidden or behind others. */
  show(): void {
    if (BrowserWindow.getAllWindows().length === 0) this.open()
    else focusWindow()
  }
}

/** Opens the application's window where it was left, and remembers where it goes. */
function openWindow({ distFolder, stateFile }: WindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    ...usableBounds(stateFile.state.bounds, (bounds) => screen.getDisplayMatching(bounds).workArea),
    minWidth: 640,
    minHeight: 480,
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
      spellcheck: false,
      enableWebSQL: false,
    },
  })
  if (stateFile.state.maximized) window.maximize()
  window.once('ready-to-show', () => {
    window.show()
  })

  const remember = (): void => {
    // A maximised window keeps the bounds it will return to.
    stateFile.update({ bounds: window.getNormalBounds(), maximized: window.isMaximized() })
  }
  let pending: NodeJS.Timeout | undefined
  const rememberSoon = (): void => {
    clearTimeout(pending)
    pending = setTimeout(remember, 500)
  }
  window.on('resize', rememberSoon)
  window.on('move', rememberSoon)
  window.on('close', () => {
    clearTimeout(pending)
    remember()
  })

  void window.loadURL(`${APP_ORIGIN}/index.html`)
  return window
}

/** Brings the window to the front, as a second start of the application does. */
export function focusWindow(): void {
  const window = BrowserWindow.getAllWindows()[0]
  if (window === undefined) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
