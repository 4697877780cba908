import { EventEmitter } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { foldersIn } from '../../electron/app/app-folders.ts'
import type { BackupFiles } from '../../electron/app/backup/backup-files.ts'
import { moveData } from '../../electron/app/data-location.ts'
import { ReviewFiles } from '../../electron/app/review-files.ts'
import { TemporaryFiles } from '../../electron/app/temporary-files.ts'
import { DEFAULT_PREFERENCES } from '../../electron/contract/preferences.ts'
import { backedUpFolder, chooseAll, putFile, stateOf, type BackedUpFolder } from '../support/backups.ts'
import { openReviews, reviewedRow } from '../support/reviews.ts'
import { temporaryFolder } from '../support/store.ts'

/** Electron's part of quitting. */
const electron = vi.hoisted(() => ({
  app: null as unknown as EventEmitter & { readonly quit: () => void; readonly relaunch: () => void },
  /** The button that the person presses in a message that has it; otherwise the first. */
  answer: '',
  chosenFolder: '',
  /** Messages of the questions that the person was asked. */
  questions: [] as string[],
}))

vi.mock('electron', () => ({
  get app() {
    return electron.app
  },
  BrowserWindow: { getFocusedWindow: () => null, getAllWindows: () => [] },
  dialog: {
    showMessageBox: ({ message, buttons }: { message: string; buttons: readonly string[] }) => {
      electron.questions.push(message)
      return Promise.resolve({ response: Math.max(0, buttons.indexOf(electron.answer)) })
    },
    showOpenDialog: () => Promise.resolve({ canceled: false, filePaths: [electron.chosenFolder] }),
  },
}))

const { quitInOrder } = await import('../../electron/shell/quit.ts')
const { cancelRestart, restart } = await import('../../electron/shell/restart.ts')
const { backupHandlers } = await import('../../electron/shell/handlers/backups.ts')
const { moveDataFolder } = await import('../../electron/shell/settle-data.ts')

/** Limits of waits, which end only a test that hangs. */
const WAIT = { timeout: 60_000 }

const QUIT = 'Quit'
const KEEP_WORKING = 'Keep Working'

let relaunches = 0
let hasEnded = false

beforeEach(() => {
  relaunches = 0
  hasEnded = false
  electron.questions = []
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

/** What can write files when the person quits. */
interface Writers {
  readonly isExporting?: boolean
  readonly reviewFiles?: Pick<ReviewFiles, 'isExporting' | 'stop'>
  readonly backupFiles?: Pick<BackupFiles, 'isWriting' | 'stop'>
}

/** An application, and how often the person decided to continue. */
function start({ isExporting = false, reviewFiles, backupFiles }: Writers) {
  let refusals = 0
  const close = (): Promise<void> => Promise.resolve()
  const closing = { close }
  const services = {
    exports: { isBusy: isExporting, close },
    exportPreviews: closing,
    sessions: { jobs: () => Promise.resolve([]), closeAll: close },
    reviewFiles: reviewFiles ?? { isExporting: false, stop: close },
    backupFiles: backupFiles ?? { isWriting: false, stop: close },
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

const startExporting = (): ReturnType<typeof start> => start({ isExporting: true })

/** The person quits, at first continues to work, and then quits again. */
async function quitTwice({ refusals }: ReturnType<typeof start>): Promise<void> {
  electron.answer = KEEP_WORKING
  electron.app.quit()
  await vi.waitFor(() => expect(refusals()).toBe(1), WAIT)
  electron.answer = QUIT
  electron.app.quit()
  await vi.waitFor(() => expect(hasEnded).toBe(true), WAIT)
}

it('restarts once, after the person agreed to quit', async () => {
  startExporting()
  electron.answer = QUIT
  restart()
  expect(relaunches).toBe(0)
  await vi.waitFor(() => expect(hasEnded).toBe(true), WAIT)
  expect(relaunches).toBe(1)
})

it('does not restart when the person quits after having refused a restart', async () => {
  const { refusals } = startExporting()
  electron.answer = KEEP_WORKING
  for (const attempt of [1, 2]) {
    restart()
    await vi.waitFor(() => expect(refusals()).toBe(attempt), WAIT)
  }
  electron.answer = QUIT
  electron.app.quit()
  await vi.waitFor(() => expect(hasEnded).toBe(true), WAIT)
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
  await vi.waitFor(() => expect(refusals()).toBe(1), WAIT)
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
  await vi.waitFor(() => expect(refusals()).toBe(1), WAIT)
  expect(await target.restart()).toBeNull()
  expect(await stateOf(target.path)).toEqual(present)

  electron.answer = QUIT
  await callsFor(target)['backups.restoreFile'](request)
  await vi.waitFor(() => expect(hasEnded).toBe(true), WAIT)
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
  await vi.waitFor(() => expect(refusals()).toBe(1), WAIT)
  expect(await moveData(folders.standardData)).toBe(folders.data)
})

it('asks while a review file is being exported, and leaves no unfinished one', async () => {
  await using folder = await temporaryFolder()
  await using outside = await temporaryFolder()
  const reviewsFile = join(folder.path, 'reviews.db')
  const reviews = openReviews(reviewsFile)
  await reviews.mark([reviewedRow(1)], 'ok', 1_000)
  await reviews.close()
  const file = join(outside.path, 'Ana.cdreview')
  await writeFile(file, 'an earlier file')
  const reviewFiles = new ReviewFiles(
    new URL('../support/waiting-review-files-worker.ts', import.meta.url),
    new TemporaryFiles(join(folder.path, 'temporary')),
    String,
  )
  const exported = reviewFiles
    .export({ file, scope: { campaignId: 'campaign-1' }, author: 'Ana' }, { reviewsFile, campaigns: [] })
    .catch((error: unknown) => error)
  await vi.waitFor(async () => expect(await readdir(outside.path)).toHaveLength(2), WAIT)
  await quitTwice(start({ reviewFiles }))
  const question = 'Quit while an export is running?'
  expect(electron.questions).toEqual([question, question])
  expect(await exported).toMatchObject({ code: 'cancelled' })
  expect(await readdir(outside.path)).toEqual(['Ana.cdreview'])
  expect(await readFile(file, 'utf8')).toBe('an earlier file')
})

it('asks while a backup file is being written, and leaves no unfinished one', async () => {
  await using source = await backedUpFolder({
    workerUrl: new URL('../support/waiting-backup-worker.ts', import.meta.url),
  })
  await using outside = await temporaryFolder()
  await putFile(source.path, 'preferences.json', DEFAULT_PREFERENCES)
  const file = join(outside.path, 'Ana.cdbackup')
  await writeFile(file, 'an earlier file')
  const written = source.files.write(file).catch((error: unknown) => error)
  await vi.waitFor(async () => expect(await readdir(outside.path)).toHaveLength(2), WAIT)
  await quitTwice(start({ backupFiles: source.files }))
  const question = 'Quit while a backup is running?'
  expect(electron.questions).toEqual([question, question])
  expect(await written).toMatchObject({ code: 'cancelled' })
  expect(await readdir(outside.path)).toEqual(['Ana.cdbackup'])
  expect(await readFile(file, 'utf8')).toBe('an earlier file')
})

it('does not ask while a scheduled backup is being written, and leaves no file of it', async () => {
  await using source = await backedUpFolder()
  await using outside = await temporaryFolder()
  await putFile(source.path, 'preferences.json', DEFAULT_PREFERENCES)
  const written = source.files
    .write(join(outside.path, 'Ana.cdbackup'), 'scheduledFile')
    .catch((error: unknown) => error)
  start({ backupFiles: source.files })
  electron.app.quit()
  await vi.waitFor(() => expect(hasEnded).toBe(true), WAIT)
  expect(electron.questions).toEqual([])
  expect(await written).toMatchObject({ code: 'cancelled' })
  expect(await readdir(outside.path)).toEqual([])
})
