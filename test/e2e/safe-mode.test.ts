import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright/test'
import { launchElectron } from '../support/launch-electron.ts'
import { expectAccessible } from './accessibility.ts'
import { environment, expect, program, test, waitUntilReady, type Form } from './fixtures.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Safe mode' })

/** Ids of the downloads of this run. */
const downloads = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const jobs = await window.api.call('downloads.list')
    return jobs.ok ? jobs.value.map(({ jobId }) => jobId) : []
  })

/** Records a restart instead of performing it. The process continues, so that it can be read. */
const recordRestart = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ app: electron }) => {
    electron.relaunch = (options) => {
      Object.assign(globalThis, { restart: options?.args ?? [] })
    }
    electron.once('will-quit', (event) => event.preventDefault())
  })

const restartArguments = (app: ElectronApplication): Promise<readonly string[] | null> =>
  app.evaluate(() => (Reflect.get(globalThis, 'restart') as string[] | undefined) ?? null)

test('--safe-mode starts with default settings, runs nothing in the background and changes no stored setting', async ({
  start,
  startWithSample,
  dataFolder,
}) => {
  const stored = (name: string): string => readFileSync(join(dataFolder, name), 'utf8')
  const first = await startWithSample()
  await first.page.evaluate(async () => {
    const state = await window.api.call('app.state')
    const [connection] = state.ok ? state.value.connections : []
    if (connection === undefined) throw new Error('There is no connection.')
    const campaigns = await window.api.call('campaigns.list', { connectionId: connection.id })
    const campaignIds = campaigns.ok ? campaigns.value.slice(0, 1).map(({ id }) => id) : []
    await window.api.call('connections.setAutomatic', {
      connectionId: connection.id,
      automatic: { onStart: true, everyMinutes: null, campaignIds },
    })
    await window.api.call('preferences.save', { interfaceSize: 125, shortcuts: { settings: 'Mod+J' } })
  })
  await first.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 10, y: 10, width: 1_100, height: 700 }),
  )
  await expect.poll(() => stored('window.json')).toContain('"width":1100')
  await first.app.close()
  const [preferences, windows] = ['preferences.json', 'window.json'].map(stored)

  const { app, page } = await start({ args: ['--safe-mode'] })
  await expect(bar(page)).toContainText('Default settings')
  await expect(page.getByRole('tab', { name: 'Items' })).toHaveCount(0)
  expect(await page.evaluate(() => window.devicePixelRatio)).toBe(1)
  const width = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds().width)
  expect(width).not.toBe(1_100)
  await page.keyboard.press('ControlOrMeta+J')
  await page.keyboard.press('ControlOrMeta+,')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('tab', { name: 'Review' }).click()
  await settings.getByRole('textbox', { name: 'Your name' }).fill('Somebody')
  await page.keyboard.press('Escape')
  await expectAccessible(page, 'safe mode')
  // Background work starts after the first frames.
  await expect.poll(() => page.evaluate(() => performance.now()), { intervals: [500] }).toBeGreaterThan(4_000)
  expect(await downloads(page)).toEqual([])

  await recordRestart(app)
  await bar(page).getByRole('button', { name: 'Restart normally' }).click()
  await expect.poll(() => restartArguments(app)).not.toBeNull()
  expect(await restartArguments(app)).not.toContain('--safe-mode')
  expect(await restartArguments(app)).toContain(`--user-data-dir=${dataFolder}`)
  await app.evaluate(({ app: electron }) => electron.exit(0)).catch(() => undefined)
  expect(['preferences.json', 'window.json'].map(stored)).toEqual([preferences, windows])

  const last = await start()
  await expect(bar(last.page)).toHaveCount(0)
  await expect.poll(() => last.page.evaluate(() => window.devicePixelRatio)).toBe(1.25)
  await expect.poll(async () => (await downloads(last.page)).length).toBe(1)
})

test('an AppImage starts again from its file, because its program ends with it', async ({
  start,
  folder,
  dataFolder,
}) => {
  test.skip(process.platform !== 'linux', 'Only Linux has AppImages.')
  const image = join(folder, 'image')
  const record = join(folder, 'arguments.txt')
  writeFileSync(image, `#!/bin/sh\nprintf '%s\\n' "$@" > '${record}'\n`, { mode: 0o755 })
  const { app, page } = await start({ args: ['--safe-mode'] })
  await app.evaluate((_electron, path) => {
    process.env['APPIMAGE'] = path
    process.env['APPDIR'] = process.execPath.replace(/\/[^/]*$/u, '')
  }, image)
  const closed = app.waitForEvent('close')
  await bar(page).getByRole('button', { name: 'Restart normally' }).click()
  await closed
  await expect.poll(() => existsSync(record)).toBe(true)
  await expect.poll(() => readFileSync(record, 'utf8').split('\n')).toContain(`--user-data-dir=${dataFolder}`)
  expect(readFileSync(record, 'utf8')).not.toContain('safe-mode')
})

/** Ends the process at a moment of the start, as a crash does. */
const CRASH = `require('electron').app.whenReady().then(() => process.kill(process.pid, 'SIGKILL'))`

/** Answers the question about the safe mode, and records it. */
const answerWith = (label: string): string => `
  globalThis.asked = []
  require('electron').dialog.showMessageBox = (options) => {
    globalThis.asked.push(options)
    return Promise.resolve({ response: options.buttons.indexOf(${JSON.stringify(label)}) })
  }`

interface Preloaded {
  readonly executablePath: string
  readonly args: readonly string[]
}

/** The program with a script that Electron loads before the application. */
function preloaded(form: Form, folder: string, script: string): Preloaded {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'preloaded.cjs')
  writeFileSync(file, script)
  const { executablePath, args } = program(form)
  return {
    executablePath,
    args: ['-r', file, ...args, '--disable-gpu', `--user-data-dir=${join(folder, 'data')}`, '--lang=en-GB'],
  }
}

test.describe('after failed starts', () => {
  test.skip(({ form }) => form === 'packaged', 'A package loads no script of a test.')

  async function crashAtStart(form: Form, folder: string): Promise<void> {
    const { executablePath, args } = preloaded(form, folder, CRASH)
    const crashed = spawn(executablePath, args, { env: environment(), stdio: 'ignore' })
    await once(crashed, 'exit')
  }

  async function startAnswering(form: Form, folder: string, label: string) {
    const app = await launchElectron({
      isPackaged: false,
      ...withEnvironment(preloaded(form, folder, answerWith(label))),
    })
    const page = await app.firstWindow()
    await waitUntilReady(page)
    const asked = await app.evaluate(() => Reflect.get(globalThis, 'asked') as { readonly message: string }[])
    return { app, page, asked: asked.map(({ message }) => message) }
  }

  const withEnvironment = ({ executablePath, args }: Preloaded) => ({
    executablePath,
    args: [...args],
    env: environment(),
  })

  const QUESTION = 'Campaign Desk didn’t start the last two times'

  test('the safe mode is offered after the second in a row, not after the first', async ({
    form,
    folder,
  }) => {
    await crashAtStart(form, folder)
    const second = await startAnswering(form, folder, 'Start in Safe Mode')
    expect(second.asked).toEqual([])
    await expect(bar(second.page)).toHaveCount(0)
    await expect.poll(() => existsSync(join(folder, 'data', 'start.json'))).toBe(false)
    await second.app.close()

    await crashAtStart(form, folder)
    await crashAtStart(form, folder)
    const safe = await startAnswering(form, folder, 'Start in Safe Mode')
    expect(safe.asked).toEqual([QUESTION])
    await expect(bar(safe.page)).toBeVisible()
    await safe.app.close()

    const normal = await startAnswering(form, folder, 'Start in Safe Mode')
    expect(normal.asked).toEqual([])
    await normal.app.close()
  })

  test('the question can be declined', async ({ form, folder }) => {
    await crashAtStart(form, folder)
    await crashAtStart(form, folder)
    const { app, page, asked } = await startAnswering(form, folder, 'Start Normally')
    expect(asked).toEqual([QUESTION])
    await expect(bar(page)).toHaveCount(0)
    await app.close()
  })

  test('quitting early, the end of the session and a second instance are no failures', async ({
    form,
    folder,
  }) => {
    const QUIT = `require('electron').app.whenReady().then(() => setTimeout(() => require('electron').app.quit()))`
    for (const _attempt of [1, 2, 3]) {
      const { executablePath, args } = preloaded(form, folder, QUIT)
      await once(spawn(executablePath, args, { env: environment(), stdio: 'ignore' }), 'exit')
      expect(existsSync(join(folder, 'data', 'start.json'))).toBe(false)
    }
    const END_SESSION = `const { app, powerMonitor } = require('electron')
      app.whenReady().then(() => setTimeout(() => {
        powerMonitor.emit('shutdown')
        process.kill(process.pid, 'SIGKILL')
      }))`
    for (const _attempt of [1, 2]) {
      const { executablePath, args } = preloaded(form, folder, END_SESSION)
      await once(spawn(executablePath, args, { env: environment(), stdio: 'ignore' }), 'exit')
      expect(existsSync(join(folder, 'data', 'start.json'))).toBe(false)
    }
    const { app, page, asked } = await startAnswering(form, folder, 'Start in Safe Mode')
    expect(asked).toEqual([])
    const { executablePath, args } = preloaded(form, folder, '')
    await once(spawn(executablePath, args, { env: environment(), stdio: 'ignore' }), 'exit')
    expect(existsSync(join(folder, 'data', 'start.json'))).toBe(false)
    await expect(page.locator('html')).toHaveAttribute('data-app-state', 'ready')
    await app.close()
  })
})
