import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LastView } from '../../electron/contract/preferences.ts'
import { AppWindows, type AppWindow } from '../../electron/shell/app-windows.ts'
import type { WindowState } from '../../electron/shell/window-state.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const VIEW_A: LastView = { connectionId: 'c1', campaignId: 'a', tab: 'items' }
const VIEW_B: LastView = { connectionId: 'c2', campaignId: null, tab: 'items' }
const BOUNDS = { x: 10, y: 20, width: 1_000, height: 700 }

/** A window of Electron without a display. */
class FakeWindow extends EventEmitter {
  readonly webContents = Object.assign(new EventEmitter(), { id: 0 })
  bounds: typeof BOUNDS
  readonly shown: string[] = []
  isGone = false

  constructor(bounds: WindowState['bounds']) {
    super()
    this.bounds = bounds ?? BOUNDS
  }

  getNormalBounds = () => this.bounds
  isMaximized = () => false
  isFullScreen = () => false
  isMinimized = () => false
  isDestroyed = () => this.isGone
  loadURL = () => Promise.resolve()
  show = () => this.shown.push('show')
  showInactive = () => this.shown.push('showInactive')
  focus = () => this.emit('focus')
  close = () => {
    this.emit('close')
    this.isGone = true
    this.emit('closed')
  }
}

function createWindows(states: readonly WindowState[] = []) {
  const stateFile = {
    state: { windows: states, exportFolder: null },
    update: (change: { readonly windows?: readonly WindowState[] }) => {
      stateFile.state = { ...stateFile.state, ...change }
    },
  }
  const log: string[] = []
  const disabled: string[] = []
  const windows = new AppWindows({
    stateFile,
    create: ({ bounds }) => new FakeWindow(bounds) as never,
    resize: (_window, size) => log.push(`size ${String(size)}`),
    onOpen: ({ id }) => log.push(`open ${String(id)}`),
    onShow: () => undefined,
    onFront: ({ id }, isFront) => log.push(`${isFront ? 'front' : 'behind'} ${String(id)}`),
    onUndoLabels: ({ undo }) => log.push(`undo ${undo ?? '-'}`),
    onDisabledCommands: (commands) => disabled.push(commands.join()),
    onClosed: () => log.push('closed'),
    requestSave: () => undefined,
  })
  const fake = (each: AppWindow): FakeWindow => each.window as never
  return { windows, stateFile, log, disabled, fake, saved: () => stateFile.state.windows }
}

describe('AppWindows', () => {
  it('opens one window at first, with the menu when it has a page', () => {
    const { windows, fake, log } = createWindows()
    expect(windows.front).toBeNull()
    const first = windows.restore()
    expect([first.id, first.isFirst, first.view]).toEqual([1, true, null])
    expect(log).toEqual(['open 1', 'front 1'])
    fake(first).webContents.emit('did-navigate')
    expect(log.slice(2)).toEqual(['size 100', 'undo -'])
  })

  it('restores all windows with their views, the last used one in front', () => {
    const state = { bounds: BOUNDS, maximized: false, fullScreen: false }
    const { windows, fake } = createWindows([
      { ...state, view: VIEW_A },
      { ...state, view: VIEW_B },
    ])
    const front = windows.restore()
    expect(windows.all.map(({ view }) => view)).toEqual([VIEW_A, VIEW_B])
    expect(windows.all.map(({ connectionId }) => connectionId)).toEqual(['c1', 'c2'])
    expect(front.view).toBe(VIEW_B)
    for (const each of windows.all) fake(each).emit('ready-to-show')
    expect(windows.all.map((each) => fake(each).shown)).toEqual([['showInactive'], ['show']])
  })

  it('opens another window beside the one in front', () => {
    const { windows, fake } = createWindows()
    windows.restore()
    const second = windows.open(VIEW_A)
    expect(fake(second).bounds).toEqual({ ...BOUNDS, x: BOUNDS.x + 24, y: BOUNDS.y + 24 })
    expect([second.id, second.isFirst, second.view]).toEqual([2, false, VIEW_A])
  })

  it('tracks the window in front, and shows what it can undo', () => {
    const { windows, log, fake } = createWindows()
    const first = windows.restore()
    const second = windows.open(VIEW_A)
    windows.setUndoLabels(first, { undo: 'Undo sort', redo: null })
    log.length = 0
    fake(second).emit('focus')
    expect(log).toEqual([])
    fake(first).emit('focus')
    expect(windows.front).toBe(first)
    expect(log).toEqual(['behind 2', 'front 1', 'undo Undo sort'])
    windows.setUndoLabels(second, { undo: 'Undo filter', redo: null })
    fake(first).close()
    expect(log.slice(3)).toEqual(['front 2', 'undo Undo filter', 'closed'])
  })

  it('shows which commands have no effect in the window in front', () => {
    const { windows, disabled, fake } = createWindows()
    const first = windows.restore()
    const second = windows.open(VIEW_A)
    disabled.length = 0
    windows.setDisabledCommands(first, ['export'])
    expect(disabled).toEqual([])
    windows.setDisabledCommands(second, ['tabChanges', 'tabChecks'])
    fake(first).emit('focus')
    // A menu with other labels is a new one.
    windows.setUndoLabels(first, { undo: 'Undo sort', redo: null })
    fake(first).close()
    expect(disabled).toEqual(['tabChanges,tabChecks', 'export', 'export', 'tabChanges,tabChecks'])
  })

  it('finds the window of a page, and the one that shows a connection', () => {
    const { windows, fake } = createWindows()
    const first = windows.restore()
    const second = windows.open(VIEW_A)
    const third = windows.open(VIEW_B)
    expect(windows.ofPage(fake(second).webContents as never)).toBe(second)
    expect(windows.ofPage(new EventEmitter() as never)).toBeNull()
    expect(windows.frontOf('c1')).toBe(second)
    expect(windows.frontOf('unknown')).toBe(third)
    fake(first).close()
    expect(windows.ofPage(fake(first).webContents as never)).toBeNull()
  })

  it('reuses the number of a closed window', () => {
    const { windows, fake } = createWindows()
    const first = windows.restore()
    windows.open(VIEW_A)
    fake(first).close()
    expect(windows.open(VIEW_B).id).toBe(1)
  })

  it('forgets a closed window, but keeps the state of the last one', () => {
    const { windows, fake, saved } = createWindows()
    const first = windows.restore()
    const second = windows.open(VIEW_B)
    windows.setView(first, VIEW_A)
    expect(saved().map(({ view }) => view)).toEqual([VIEW_A, VIEW_B])
    fake(first).close()
    expect(saved().map(({ view }) => view)).toEqual([VIEW_B])
    fake(second).close()
    expect(saved().map(({ view }) => view)).toEqual([VIEW_B])
    windows.ensure()
    expect(windows.front?.view).toEqual(VIEW_B)
    windows.ensure()
    expect(windows.all).toHaveLength(1)
  })

  it('keeps the state of all windows while the application ends', () => {
    const { windows, fake, saved } = createWindows()
    windows.restore()
    windows.open(VIEW_B)
    windows.end()
    for (const each of [...windows.all]) fake(each).close()
    expect(saved()).toHaveLength(2)
  })

  it('saves bounds when a window has stopped moving', async () => {
    const { windows, fake, saved } = createWindows()
    const first = windows.restore()
    fake(first).bounds = { x: 5, y: 6, width: 800, height: 600 }
    for (let step = 0; step < 5; step += 1) {
      fake(first).emit('move')
      await vi.advanceTimersByTimeAsync(400)
    }
    expect(saved()).toEqual([])
    await vi.advanceTimersByTimeAsync(100)
    expect(saved()[0]?.bounds).toEqual({ x: 5, y: 6, width: 800, height: 600 })
  })

  it('applies the size of the interface to open windows, and to those that load later', () => {
    const { windows, fake, log } = createWindows()
    windows.setInterfaceSize(125)
    const first = windows.restore()
    log.length = 0
    fake(first).webContents.emit('did-navigate')
    windows.setInterfaceSize(90)
    expect(log).toEqual(['size 125', 'undo -', 'size 90'])
  })

  it('builds the menu again with what the window in front can undo', () => {
    const { windows, log } = createWindows()
    windows.updateMenu()
    const first = windows.restore()
    windows.setUndoLabels(first, { undo: 'Undo mark', redo: null })
    log.length = 0
    windows.updateMenu()
    expect(log).toEqual(['undo Undo mark'])
  })
})
