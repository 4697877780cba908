import type { BrowserWindow, WebContents } from 'electron'
import type { MenuCommand } from '../contract/commands.ts'
import { APP_ORIGIN } from '../contract/bridge.ts'
import { activeLanguage } from '../contract/messages.ts'
import { DEFAULT_INTERFACE_SIZE, type InterfaceSize, type LastView } from '../contract/preferences.ts'
import { CameraPermission } from './camera-permission.ts'
import { RecentCrashes } from './recent-crashes.ts'
import { ShutdownHandshake } from './shutdown-handshake.ts'
import { NEW_WINDOW, type WindowState, type WindowStateFile } from './window-state.ts'

/** Bounds are saved this time after the last change, in milliseconds. */
const SAVE_DELAY_MS = 500
/** Distance of a new window from the one in front, in device-independent pixels. */
const CASCADE = 24

/** Labels of undo and redo in the application menu; null: there is nothing to undo or redo. */
export interface UndoLabels {
  readonly undo: string | null
  readonly redo: string | null
}

/** The Edit menu's undo and redo affect text fields until the window in front sets their labels. */
const NO_LABELS: UndoLabels = { undo: null, redo: null }

/** A window of the application. */
export class AppWindow {
  /** The smallest number that no other open window has. */
  readonly id: number
  readonly window: BrowserWindow
  /** Whether it is the first window of this run, which reports problems of the start. */
  readonly isFirst: boolean
  readonly handshake: ShutdownHandshake
  readonly crashes = new RecentCrashes()
  readonly camera = new CameraPermission()
  /** Null until it was saved. */
  view: LastView | null
  undoLabels = NO_LABELS
  /** Commands of the application menu without an effect in this window. */
  disabledCommands: readonly MenuCommand[] = []
  /** The connection that it shows; null on the screen for a new connection. */
  connectionId: string | null
  /** Whether the service of its connection is checked. */
  usesService = false
  /** Whether it saves its state before it closes. */
  isClosing = false
  /** Resolves when its first view has been drawn. */
  readonly viewDrawn: Promise<void>
  #resolveViewDrawn = (): void => undefined
  #isViewDrawn = false

  constructor(
    id: number,
    window: BrowserWindow,
    {
      view,
      isFirst,
      requestSave,
    }: Pick<AppWindow, 'view' | 'isFirst'> & { readonly requestSave: () => void },
  ) {
    this.id = id
    this.window = window
    this.view = view
    this.isFirst = isFirst
    this.connectionId = view?.connectionId ?? null
    this.handshake = new ShutdownHandshake(requestSave)
    this.handshake.watch(window)
    this.viewDrawn = new Promise((resolve) => {
      this.#resolveViewDrawn = resolve
    })
  }

  get isViewDrawn(): boolean {
    return this.#isViewDrawn
  }

  /** Must be called when its first view has been drawn. */
  reportViewDrawn(): void {
    this.#isViewDrawn = true
    this.#resolveViewDrawn()
  }
}

export interface AppWindowsOptions {
  readonly stateFile: Pick<WindowStateFile, 'state' | 'update'>
  /** Creates an invisible window with an empty page. */
  readonly create: (state: WindowState, size: InterfaceSize) => BrowserWindow
  /** Zooms a window. */
  readonly resize: (window: BrowserWindow, size: InterfaceSize) => void
  /** Called with each window before it loads its page. */
  readonly onOpen: (window: AppWindow) => void
  /** Called when an opened window becomes visible. */
  readonly onShow: () => void
  /** Called when a page has loaded, and with both windows when another one comes to the front. */
  readonly onFront: (window: AppWindow, isFront: boolean) => void
  /** Called when the window in front, what it can undo, or a shortcut changes. */
  readonly onUndoLabels: (labels: UndoLabels) => void
  /** Called when the commands without an effect in the window in front change, and after `onUndoLabels`. */
  readonly onDisabledCommands: (commands: readonly MenuCommand[]) => void
  readonly onClosed: () => void
  /** Requests that a window saves its state. */
  readonly requestSave: (window: BrowserWindow) => void
}

/**
 * The windows of the application. Each has its own view; all of them are restored at the next start. The last
 * one can be closed and opened again.
 */
export class AppWindows {
  readonly #options: AppWindowsOptions
  /** The least recently used first. */
  #windows: readonly AppWindow[] = []
  #interfaceSize: InterfaceSize = DEFAULT_INTERFACE_SIZE
  #hasOpened = false
  #isEnding = false

  constructor(options: AppWindowsOptions) {
    this.#options = options
  }

  /** The open windows, the one that had the focus last at the end. */
  get all(): readonly AppWindow[] {
    return this.#windows
  }

  /** The window that had the focus last; null if none is open. */
  get front(): AppWindow | null {
    return this.#windows.at(-1) ?? null
  }

  /** Returns the window of a page, or null. */
  ofPage(contents: WebContents): AppWindow | null {
    return this.#windows.find(({ window }) => window.webContents === contents) ?? null
  }

  /** Returns the window that shows a connection and had the focus last, otherwise the one in front. */
  frontOf(connectionId: string): AppWindow | null {
    return this.#windows.findLast((each) => each.connectionId === connectionId) ?? this.front
  }

  get interfaceSize(): InterfaceSize {
    return this.#interfaceSize
  }

  /** Opens the windows of the last run, or a first one. Returns the one in front. */
  restore(): AppWindow {
    const states = this.#options.stateFile.state.windows
    for (const state of states.slice(0, -1)) this.#open(state)
    return this.#open(states.at(-1) ?? NEW_WINDOW)
  }

  /** Opens another window: beside the one in front, or where the last one was. */
  open(view: LastView): AppWindow {
    const front = this.front
    const last = this.#options.stateFile.state.windows.at(-1) ?? NEW_WINDOW
    if (front === null) return this.#open({ ...last, view })
    const { x, y, ...size } = front.window.getNormalBounds()
    return this.#open({ ...NEW_WINDOW, bounds: { x: x + CASCADE, y: y + CASCADE, ...size }, view })
  }

  /** Opens a window unless one is open. */
  ensure(): void {
    if (this.front === null) this.restore()
  }

  /** Brings a window to the front, whether it was hidden, minimized or covered. */
  show({ window }: AppWindow): void {
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
  }

  /** Saves the view of a window, in which it opens again. */
  setView(target: AppWindow, view: LastView): void {
    target.view = view
    this.#save()
  }

  /** Sets what a window can undo and redo. */
  setUndoLabels(target: AppWindow, labels: UndoLabels): void {
    target.undoLabels = labels
    if (target === this.front) this.updateMenu()
  }

  /** Sets which commands of the application menu have no effect in a window. */
  setDisabledCommands(target: AppWindow, commands: readonly MenuCommand[]): void {
    target.disabledCommands = commands
    if (target === this.front) this.#options.onDisabledCommands(commands)
  }

  /** Shows changed shortcuts in the application menu, and the state of the window in front. */
  updateMenu(): void {
    this.#options.onUndoLabels(this.front?.undoLabels ?? NO_LABELS)
    this.#options.onDisabledCommands(this.front?.disabledCommands ?? [])
  }

  /** Applies the size of the interface to all windows. */
  setInterfaceSize(size: InterfaceSize): void {
    this.#interfaceSize = size
    for (const { window } of this.#windows) this.#options.resize(window, size)
  }

  /** Keeps the saved state from now on, so that the next start restores the windows that are open now. */
  end(): void {
    this.#save()
    this.#isEnding = true
  }

  #open(state: WindowState): AppWindow {
    const window = this.#options.create(state, this.#interfaceSize)
    const opened = new AppWindow(this.#freeId(), window, {
      view: state.view,
      isFirst: !this.#hasOpened,
      requestSave: () => this.#options.requestSave(window),
    })
    this.#hasOpened = true
    let pending: NodeJS.Timeout | undefined
    const saveSoon = (): void => {
      clearTimeout(pending)
      pending = setTimeout(() => this.#save(), SAVE_DELAY_MS)
    }
    const { webContents } = window
    webContents.on('dom-ready', () => this.#options.onFront(opened, opened === this.front))
    // The zoom belongs to the loaded page.
    webContents.on('did-navigate', () => this.#options.resize(window, this.#interfaceSize))
    // Building the menu takes 15 ms, which would delay the request for the page.
    webContents.once('did-navigate', () => this.updateMenu())
    window.once('ready-to-show', () => {
      if (opened === this.front) window.show()
      else window.showInactive()
    })
    window.once('show', () => this.#options.onShow())
    window.on('resize', saveSoon)
    window.on('move', saveSoon)
    window.on('close', () => {
      clearTimeout(pending)
      this.#save()
    })
    window.on('focus', () => {
      if (opened === this.front) return
      this.#bringToFront(opened)
      this.updateMenu()
      saveSoon()
    })
    window.on('closed', () => {
      clearTimeout(pending)
      this.#closed(opened)
    })
    this.#options.onOpen(opened)
    void window.loadURL(`${APP_ORIGIN}/index.${activeLanguage()}.html`)
    this.#bringToFront(opened)
    return opened
  }

  #freeId(): number {
    let id = 1
    while (this.#windows.some((each) => each.id === id)) id += 1
    return id
  }

  #bringToFront(window: AppWindow): void {
    const before = this.front
    this.#windows = [...this.#windows.filter((each) => each !== window), window]
    if (before !== null) this.#options.onFront(before, false)
    this.#options.onFront(window, true)
  }

  #closed(closed: AppWindow): void {
    const wasFront = closed === this.front
    this.#windows = this.#windows.filter((each) => each !== closed)
    const { front } = this
    // A window that is opened again continues where the last one was.
    if (front !== null) this.#save()
    if (wasFront && front !== null) this.#options.onFront(front, true)
    if (wasFront) this.updateMenu()
    this.#options.onClosed()
  }

  #save(): void {
    if (this.#isEnding) return
    const windows = this.#windows.filter(({ window }) => !window.isDestroyed()).map(stateOf)
    if (windows.length > 0) this.#options.stateFile.update({ windows })
  }
}

function stateOf({ window, view }: AppWindow): WindowState {
  return {
    // A maximized or full-screen window keeps the bounds to which it returns.
    bounds: window.getNormalBounds(),
    maximized: window.isMaximized(),
    fullScreen: window.isFullScreen(),
    view,
  }
}
