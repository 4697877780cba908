import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** Electron's part of quitting. */
const electron = vi.hoisted(() => ({
  app: null as unknown as EventEmitter & { readonly quit: () => void; readonly relaunch: () => void },
  answer: 0,
}))

vi.mock('electron', () => ({
  get app() {
    return electron.app
  },
  BrowserWindow: { getFocusedWindow: () => null, getAllWindows: () => [] },
  dialog: { showMessageBox: () => Promise.resolve({ response: electron.answer }) },
}))

const { quitInOrder } = await import('../../electron/shell/quit.ts')
const { cancelRestart, restart } = await import('../../electron/shell/restart.ts')

const QUIT = 0
const KEEP_WORKING = 1

let relaunches = 0
let hasEnded = false

beforeEach(() => {
  relaunches = 0
  hasEnded = false
  const app = new EventEmitter()
  electron.app = Object.assign(app, {
    quit: () => {
      const event = new Event('before-quit', { cancelable: true })
      app.emit(event.type, event)
      if (event.defaultPrevented) return
      app.emit('will-quit', {})
      hasEnded = true
    },
    relaunch: () => {
      relaunches += 1
    },
  })
})

// Each test is a run of the application.
afterEach(() => cancelRestart())

/** An application with a running export, and how often the person decided to continue. */
function startExporting() {
  let refusals = 0
  const close = (): Promise<void> => Promise.resolve()
  const closing = { close }
  const services = {
    exports: { isBusy: true, close },
    exportPreviews: closing,
    sessions: { jobs: () => Promise.resolve([]), closeAll: close },
    reviewFiles: closing,
    backupFiles: { stop: close },
    temporaryFiles: closing,
    schedule: closing,
    logger: { flush: close, log: () => undefined },
    updates: {
      wantsRestart: false,
      cancelRestart: () => {
        refusals += 1
      },
      close,
    },
    windows: { all: [], end: () => undefined },
  }
  quitInOrder(services as unknown as Parameters<typeof quitInOrder>[0])
  return { refusals: () => refusals }
}

it('restarts once, after the person agreed to quit', async () => {
  startExporting()
  electron.answer = QUIT
  restart()
  expect(relaunches).toBe(0)
  await vi.waitFor(() => expect(hasEnded).toBe(true))
  expect(relaunches).toBe(1)
})

it('does not restart when the person quits after having refused a restart', async () => {
  const { refusals } = startExporting()
  electron.answer = KEEP_WORKING
  for (const attempt of [1, 2]) {
    restart()
    await vi.waitFor(() => expect(refusals()).toBe(attempt))
  }
  electron.answer = QUIT
  electron.app.quit()
  await vi.waitFor(() => expect(hasEnded).toBe(true))
  expect(relaunches).toBe(0)
})
