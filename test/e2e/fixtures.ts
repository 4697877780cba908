import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type ElectronApplication, type Page } from 'playwright/test'
import { startVirtualDisplay } from '../../build/virtual-display.ts'
import { launchElectron } from '../support/launch-electron.ts'
import { forgetConnections, gridRowCount, openSample } from './steps.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** `development`: the built sources in the installed Electron. `packaged`: the output of electron-builder. */
export type Form = 'development' | 'packaged'

/** A running application and its window. */
export interface RunningApp {
  readonly app: ElectronApplication
  readonly page: Page
}

export interface StartOptions {
  /** Additional arguments for the application. */
  readonly args?: readonly string[]
  /** A module that Electron loads before the application; not in the packaged form. */
  readonly module?: string
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>>
  /** The packaged program to start, if it is not that of all tests. */
  readonly executable?: string
  /** Called before each attempt to start the application. */
  readonly before?: () => void
}

interface Fixtures {
  /** A folder for files of this test. */
  readonly folder: string
  readonly dataFolder: string
  /** Starts the application with `dataFolder` and waits until its first view is ready. */
  readonly start: (options?: StartOptions) => Promise<RunningApp>
  /** Starts the application with the list of a sample campaign, {@link SAMPLE_CAMPAIGN}, open. */
  readonly startWithSample: (options?: StartOptions) => Promise<RunningApp>
}

interface WorkerFixtures {
  /**
   * Tests in parallel would take the focus from each other, and a covered window draws nothing: each worker
   * has a separate display, with this name. Null: they share the existing one.
   */
  readonly display: string | null
  /** Returns a data folder with the downloaded {@link SAMPLE_CAMPAIGN} and its pictures, to be copied. */
  readonly sampleFolder: (form: Form) => Promise<string>
}

interface Options {
  readonly form: Form
  /** The test causes a crash or an error; other tests fail if the log contains one. */
  readonly expectsFailures: boolean
}

/** Without a graphics processor, software drawing takes an eighth less time than emulating one. */
const DRAWING_SWITCHES = ['--disable-gpu']

/**
 * Without transitions, tests read the final state; tests of motion enable them. Playwright overrides the
 * preference of the system and of the command line.
 */
async function reduceMotion(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
}

/** Returns the program of the application and its first arguments. */
export function program(form: Form): { readonly executablePath: string; readonly args: readonly string[] } {
  const packaged = process.env['CAMPAIGN_DESK_PACKAGED'] ?? ''
  const electron = process.env['CAMPAIGN_DESK_ELECTRON'] ?? ''
  const executablePath = form === 'packaged' ? packaged : electron
  if (executablePath === '') throw new Error('Run these tests with: npm run test:e2e')
  const sandbox = process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return { executablePath, args: [...sandbox, ...(form === 'packaged' ? [] : [ROOT])] }
}

/** Long enough to end only tests that hang. */
const ACTION_TIMEOUT_MS = 180_000

/** The campaign of most tests, and the number of its items. */
const SAMPLE_CAMPAIGN = 'Kids Week'
const SAMPLE_ITEMS = 260

/** Starts the application with a data folder. */
async function launch(
  form: Form,
  dataFolder: string,
  options: StartOptions = {},
): Promise<ElectronApplication> {
  const { executablePath, args } = program(form)
  const app = await launchElectron({
    isPackaged: form === 'packaged',
    before: () => {
      // An attempt that the driver has ended is not a failed start.
      rmSync(join(dataFolder, 'start.json'), { force: true })
      options.before?.()
    },
    executablePath: options.executable ?? executablePath,
    args: [
      ...(options.module === undefined ? [] : ['-r', options.module]),
      ...args,
      ...DRAWING_SWITCHES,
      `--user-data-dir=${dataFolder}`,
      '--lang=en-GB',
      ...(options.args ?? []),
    ],
    env: { ...environment(), LC_ALL: 'en_GB.UTF-8', ...options.env },
  })
  app.context().setDefaultTimeout(ACTION_TIMEOUT_MS)
  // A window that is closed at once needs no setting.
  app.on('window', (page) => void reduceMotion(page).catch(() => undefined))
  return app
}

/** Returns the first window when its first view is ready. */
async function readyPage(app: ElectronApplication): Promise<Page> {
  const page = await app.firstWindow()
  await reduceMotion(page)
  await waitUntilReady(page)
  return page
}

/** Downloads the sample campaign into a folder, and closes the application when its pictures are there. */
async function downloadSample(form: Form, folder: string): Promise<void> {
  const app = await launch(form, folder)
  try {
    const page = await readyPage(app)
    await openSample(page, SAMPLE_CAMPAIGN)
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const runs = await window.api.call('pictures.list')
          return runs.ok && runs.value.some(({ state }) => state === 'done' || state === 'incomplete')
        }),
      )
      .toBe(true)
  } finally {
    await app.close()
  }
}

export const test = base.extend<Fixtures & Options, WorkerFixtures>({
  display: [
    async ({}, use) => {
      if (process.env['CAMPAIGN_DESK_VIRTUAL_DISPLAYS'] !== '1') return use(null)
      const virtualDisplay = await startVirtualDisplay()
      process.env['DISPLAY'] = virtualDisplay.name
      // A Wayland session would be preferred.
      delete process.env['WAYLAND_DISPLAY']
      delete process.env['XDG_SESSION_TYPE']
      await use(virtualDisplay.name)
      await virtualDisplay.stop()
    },
    { scope: 'worker', auto: true },
  ],

  sampleFolder: [
    // The display is needed by the download.
    async ({ display: _display }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'campaign-desk-sample-'))
      let downloaded: Promise<void> | null = null
      await use(async (form) => {
        downloaded ??= downloadSample(form, folder)
        await downloaded
        return folder
      })
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],

  form: ['development', { option: true }],

  expectsFailures: [false, { option: true }],

  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'campaign-desk-e2e-'))
    await use(folder)
    rmSync(folder, { recursive: true, force: true })
  },

  dataFolder: async ({ folder }, use) => {
    await use(join(folder, 'data'))
  },

  start: async ({ form, dataFolder, expectsFailures }, use) => {
    const startedApps: ElectronApplication[] = []
    await use(async (options) => {
      const app = await launch(form, dataFolder, options)
      startedApps.push(app)
      return { app, page: await readyPage(app) }
    })
    await Promise.allSettled(startedApps.map((app) => app.close()))
    if (hasServiceConnection(dataFolder)) {
      const app = await launch(form, dataFolder)
      try {
        await forgetConnections(await readyPage(app))
      } finally {
        await app.close()
      }
    }
    if (!expectsFailures) expect(loggedFailures(dataFolder)).toEqual([])
  },

  startWithSample: async ({ start, form, dataFolder, sampleFolder }, use) => {
    await use(async (options) => {
      cpSync(await sampleFolder(form), dataFolder, { recursive: true })
      const running = await start(options)
      await expect.poll(() => gridRowCount(running.page)).toBe(SAMPLE_ITEMS)
      return running
    })
  },
})

/** Whether a test left a connection whose key may be in a real keychain, for example because it failed. */
function hasServiceConnection(dataFolder: string): boolean {
  const folder = join(dataFolder, 'connections')
  if (!existsSync(folder)) return false
  return readdirSync(folder).some((id) => {
    const file = join(folder, id, 'connection.json')
    if (!existsSync(file)) return false
    const { kind } = JSON.parse(readFileSync(file, 'utf8')) as { readonly kind: unknown }
    return kind === 'service'
  })
}

/** Crashes and unhandled errors in the application’s log. */
function loggedFailures(dataFolder: string): readonly string[] {
  const folder = join(dataFolder, 'logs')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) =>
      / error .*(process gone:|uncaught error:|unhandled rejection:|worker thread:|window, \w+:|does not respond)/u.test(
        line,
      ),
    )
}

/** The environment without variables that change how Electron starts. */
export function environment(): Record<string, string> {
  const variables = Object.entries(process.env).filter(
    ([name, value]) => value !== undefined && !name.startsWith('ELECTRON_') && name !== 'NODE_OPTIONS',
  )
  return Object.fromEntries(variables) as Record<string, string>
}

/** Whether this session has a keychain. */
export const hasKeyring = process.env['CAMPAIGN_DESK_KEYRING_SESSION'] === '1' || process.platform !== 'linux'

/** Waits until the first view is ready. */
export async function waitUntilReady(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-app-state', 'ready')
}

/** Answers the next save dialogs with this file. */
export async function answerSaveDialog(app: ElectronApplication, file: string): Promise<void> {
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, file)
}

/** Answers the next open dialogs with this file. */
export async function answerOpenDialog(app: ElectronApplication, file: string): Promise<void> {
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [filePath] })
  }, file)
}

export { expect }
