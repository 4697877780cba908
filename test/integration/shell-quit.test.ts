import { EventEmitter } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { foldersIn } from '../../electron/app/app-folders.ts'
import { moveData } from '../../electron/app/data-location.ts'
import { DEFAULT_PREFERENCES } from '../../electron/contract/preferences.ts'
import { backedUpFolder, chooseAll, putFile, stateOf, type BackedUpFolder } from '../support/backups.ts'
import { temporaryFolder } from '../support/store.ts'

/** Electron's part of quitting. */
const electron = vi.hoisted(() => ({
  app: null as unknown as EventEmitter & { readonly quit: () => void; readonly relaunch: () => void },
  /** The button that the person presses in a message that has it; otherwise the first. */
  answer: '',
  chosenFolder: '',
}))

vi.mock('electron', () => ({
  get app() {
    return electron.app
  },
  BrowserWindow: { getFocusedWindow: () => null, getAllWindows: () => [] },
  dialog: {
    showMessageBox: ({ buttons }: { readonly buttons: readonly string[] }) =>
      Promise.resolve({ response: Math.max(0, buttons.indexOf(electron.answer)) }),
    showOpenDialog: () => Promise.resolve({ canceled: false, filePaths: [electron.chosenFolder] }),
  },
}))

const { quitInOrder } = await import('../../electron/shell/quit.ts')
const { cancelRestart, restart } = await import('../../electron/shell/restart.ts')
const { backupHandlers } = await import('../../electron/shell/handlers/backups.ts')
const { moveDataFolder } = await import('../../electron/shell/settle-data.ts')

const QUIT = 'Quit'
const KEEP_WORKING = 'Keep Working'

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
    getSystemLocale: () => 'en-US',
    getLocale: () => 'en-US',
  })
})

// Each test is a run of the application. What one has requested was done.
afterEach(() => cancelRestart().catch(() => undefined))

function fail(error: unknown): never {
  throw error
}

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
    logger: { flush: close, log: () => undefined, unexpected: fail },
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

/** The calls of a window about backups in a data folder. */
function callsFor({ backups, files }: BackedUpFolder): ReturnType<typeof backupHandlers> {
  const services = { backups, backupFiles: files }
  return backupHandlers(services as unknown as Parameters<typeof backupHandlers>[0])
}

it('does not restore a backup at a later start when the person refused the restart', async () => {
  await using target = await backedUpFolder()
  await putFile(target.path, 'views.json', { saved: [], lists: ['earlier'] })
  const { id } = await target.backups.create('person')
  await putFile(target.path, 'views.json', { saved: [], lists: ['present'] })
  const { refusals } = startExporting()
  electron.answer = KEEP_WORKING
  await callsFor(target)['backups.restore']({ id })
  await vi.waitFor(() => expect(refusals()).toBe(1))
  expect(await target.restart()).toBeNull()
  expect(await stateOf(target.path)).toEqual({ 'views.json': { saved: [], lists: ['present'] } })
})

it('keeps a backup file open when the person refused the restart, so that it can be restored later', async () => {
  await using target = await backedUpFolder()
  await using outside = await temporaryFolder()
  await putFile(target.path, 'preferences.json', { ...DEFAULT_PREFERENCES, author: 'Ana' })
  const file = join(outside.path, 'Ana.cdbackup')
  await target.files.write(file)
  await putFile(target.path, 'preferences.json', { ...DEFAULT_PREFERENCES, author: 'Ben' })
  const present = await stateOf(target.path)
  const opened = await target.files.open(file)
  const request = { openId: opened.openId, choice: chooseAll(opened) }
  const { refusals } = startExporting()
  electron.answer = KEEP_WORKING
  await callsFor(target)['backups.restoreFile'](request)
  await vi.waitFor(() => expect(refusals()).toBe(1))
  expect(await target.restart()).toBeNull()
  expect(await stateOf(target.path)).toEqual(present)

  electron.answer = QUIT
  await callsFor(target)['backups.restoreFile'](request)
  await vi.waitFor(() => expect(hasEnded).toBe(true))
  expect(await target.restart()).not.toBeNull()
  expect(await stateOf(target.path)).toMatchObject({ 'preferences.json': { author: 'Ana' } })
})

it('does not move the data at a later start when the person refused the restart', async () => {
  await using outside = await temporaryFolder()
  const folders = foldersIn(join(outside.path, 'standard'))
  await putFile(folders.data, 'views.json', { saved: [], lists: [] })
  electron.chosenFolder = join(outside.path, 'chosen')
  await mkdir(electron.chosenFolder)
  const { refusals } = startExporting()
  electron.answer = KEEP_WORKING
  await moveDataFolder({ folders })
  await vi.waitFor(() => expect(refusals()).toBe(1))
  expect(await moveData(folders.standardData)).toBe(folders.data)
})
