import { BrowserWindow, nativeTheme, screen, type Input, type WebContents } from 'electron'
import { GUIDE_ORIGIN } from '../contract/bridge.ts'
import { messages } from '../contract/messages.ts'
import type { InterfaceSize } from '../contract/preferences.ts'
import { isSafeExternal } from './addresses.ts'
import { showTextMenus } from './show-text-menu.ts'
import { BACKGROUND } from './window.ts'

const DEFAULT_WIDTH = 1060
const DEFAULT_HEIGHT = 760
const MIN_WIDTH = 400
const MIN_HEIGHT = 320
/** Factor by which a key press zooms. */
const ZOOM_STEP = 1.1
const MIN_ZOOM = 0.5
const MAX_ZOOM = 3

export interface GuideWindowOptions {
  /** Icon of the window on Linux. */
  readonly iconFile: string
  readonly interfaceSize: () => InterfaceSize
  /** Called with the address of a link that leaves the guide. */
  readonly onExternalLink: (address: string) => void
}

/**
 * The window of the guide: pages that are shipped with the application, without a preload. Nothing that the
 * window shows can call main, and it leaves the guide only through the browser.
 */
export class GuideWindow {
  readonly #options: GuideWindowOptions
  #window: BrowserWindow | null = null

  constructor(options: GuideWindowOptions) {
    this.#options = options
  }

  /** Whether the guide is the window in front. */
  get isFocused(): boolean {
    return this.#window?.isFocused() === true
  }

  /** Opens the guide, or brings it to the front. */
  open(): void {
    if (this.#window === null) {
      this.#create()
      return
    }
    if (this.#window.isMinimized()) this.#window.restore()
    this.#window.show()
    this.#window.focus()
  }

  close(): void {
    this.#window?.close()
  }

  /** Removes the application menu on Windows and Linux, whose commands belong to the other windows. */
  removeMenu(): void {
    this.#window?.removeMenu()
  }

  #create(): void {
    const { workArea } = screen.getDisplayNearestPoint(screen.getCursorScreenPoint())
    const zoom = this.#options.interfaceSize() / 100
    const window = new BrowserWindow({
      width: Math.min(Math.round(DEFAULT_WIDTH * zoom), workArea.width),
      height: Math.min(Math.round(DEFAULT_HEIGHT * zoom), workArea.height),
      minWidth: MIN_WIDTH,
      minHeight: MIN_HEIGHT,
      show: false,
      title: messages.guide.title,
      backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
      ...(process.platform === 'linux' ? { icon: this.#options.iconFile } : {}),
      webPreferences: {
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webSecurity: true,
        webviewTag: false,
        navigateOnDragDrop: false,
        safeDialogs: true,
        spellcheck: false,
        enableWebSQL: false,
        zoomFactor: zoom,
      },
    })
    this.#window = window
    this.removeMenu()
    showTextMenus(window)
    const { webContents } = window
    // Links out of the guide ask for a new window; any other navigation out of it is prevented.
    webContents.setWindowOpenHandler(({ url }) => {
      if (isSafeExternal(url)) this.#options.onExternalLink(url)
      return { action: 'deny' }
    })
    webContents.on('before-input-event', (event, input) => {
      if (handleKey(window, input)) event.preventDefault()
    })
    window.once('ready-to-show', () => window.show())
    window.on('closed', () => {
      this.#window = null
    })
    void window.loadURL(`${GUIDE_ORIGIN}/${messages.guide.folder}/index.html`)
  }
}

/** Handles a key that the menu handles in other windows. Returns whether it did. */
function handleKey(window: BrowserWindow, { type, key, control, meta, alt, shift }: Input): boolean {
  if (type !== 'keyDown') return false
  const isMac = process.platform === 'darwin'
  const { navigationHistory } = window.webContents
  const mod = isMac ? meta : control
  if (isMac ? mod && key === '[' : alt && key === 'ArrowLeft') {
    if (navigationHistory.canGoBack()) navigationHistory.goBack()
  } else if (isMac ? mod && key === ']' : alt && key === 'ArrowRight') {
    if (navigationHistory.canGoForward()) navigationHistory.goForward()
  } else if (!mod || alt) return false
  else if (key === '=' || key === '+') zoomBy(window.webContents, ZOOM_STEP)
  else if (key === '-' || key === '_') zoomBy(window.webContents, 1 / ZOOM_STEP)
  else if (key === '0' && !shift) window.webContents.setZoomFactor(1)
  else if (key.toLowerCase() === 'w' && !isMac) window.close()
  else return false
  return true
}

function zoomBy(contents: WebContents, factor: number): void {
  contents.setZoomFactor(Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, contents.getZoomFactor() * factor)))
}
