import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication } from 'playwright'
import { startVirtualDisplay } from '../../build/virtual-display.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { attachScreenshots, openSample } from './steps.ts'

test.use({ expectsFailures: true })

interface MessageBox {
  readonly message: string
  readonly buttons: readonly string[]
}

/** Answers the next message boxes in order with these labels. Later ones stay open. */
async function answerDialogs(app: ElectronApplication, labels: readonly string[]): Promise<void> {
  await app.evaluate(({ dialog }, answers) => {
    const remaining = [...answers]
    const shownBoxes: MessageBox[] = []
    Object.assign(globalThis, { messageBoxes: shownBoxes })
    dialog.showMessageBox = (...parameters: unknown[]) => {
      const options = parameters.at(-1) as MessageBox
      shownBoxes.push({ message: options.message, buttons: options.buttons })
      const answer = remaining.shift()
      if (answer === undefined) return new Promise(() => undefined)
      return Promise.resolve({ response: options.buttons.indexOf(answer), checkboxChecked: false })
    }
  }, labels)
}

function messageBoxes(app: ElectronApplication): Promise<readonly MessageBox[]> {
  return app.evaluate(() => (globalThis as unknown as { messageBoxes: readonly MessageBox[] }).messageBoxes)
}

/** The value of an expression in the window. Playwright does not follow a page whose process crashed. */
function evaluateInWindow<Value>(app: ElectronApplication, expression: string): Promise<Value | null> {
  return app.evaluate(async ({ BrowserWindow }, code) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    if (contents === undefined || contents.isCrashed()) return null
    return (await contents.executeJavaScript(code)) as unknown
  }, expression) as Promise<Value | null>
}

const readLog = (dataFolder: string): string =>
  readFileSync(join(dataFolder, 'logs', 'campaign-desk.log'), 'utf8')

/** The saved tab, which opens at the next start. */
function savedTab(dataFolder: string): unknown {
  const file = join(dataFolder, 'preferences.json')
  if (!existsSync(file)) return null
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly lastView: { readonly tab: unknown } }).lastView
    .tab
}

const APP_STATE = 'document.documentElement.dataset.appState'
const CURRENT_TAB = `document.querySelector('[role=tab][aria-selected=true]')?.textContent.trim()`

/** Crashes the window, right after it ran a script. */
const crash = (app: ElectronApplication, script = ''): Promise<void> =>
  app.evaluate(async ({ BrowserWindow }, code) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    await contents?.executeJavaScript(code)
    contents?.forcefullyCrashRenderer()
  }, script)

/** Counts loads of the page from now on. */
const countLoads = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ BrowserWindow }) => {
    Object.assign(globalThis, { loads: 0 })
    BrowserWindow.getAllWindows()[0]?.webContents.on('did-finish-load', () =>
      Object.assign(globalThis, { loads: Number(Reflect.get(globalThis, 'loads')) + 1 }),
    )
  })

/** Waits until the window was loaded this many times and is ready. */
async function waitForLoads(app: ElectronApplication, loads: number): Promise<void> {
  await expect.poll(() => app.evaluate(() => Reflect.get(globalThis, 'loads') as unknown)).toBe(loads)
  await expect.poll(() => evaluateInWindow(app, APP_STATE)).toBe('ready')
}

async function crashAndReload(app: ElectronApplication, loads: number): Promise<void> {
  await crash(app)
  await waitForLoads(app, loads)
}

/** Loads every visible picture of the contact sheet again. */
const LOAD_PICTURES = `Promise.all([...document.querySelectorAll('.sheet img.visible')].map((shown) => {
  const image = new Image()
  image.src = shown.src + '?again'
  return new Promise((resolve) => { image.onload = resolve })
}))`
const SHOWN_PICTURES = `document.querySelectorAll('.sheet img.visible').length`
const CLICK_ARTWORK_TAB = `[...document.querySelectorAll('[role=tab]')].find((tab) => tab.textContent.trim() === 'Artwork').click()`
const SHEET_TEXT = `document.querySelector('.sheet')?.textContent ?? ''`
const NOTICES = `document.querySelector('.notices')?.textContent ?? ''`

test('a crashed window is logged and restored at the same view without a question', async ({
  start,
  dataFolder,
}) => {
  const { app, page } = await start()
  await openSample(page, 'Kids Week')
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true')
  await expect.poll(() => savedTab(dataFolder)).toBe('overview')
  const title = await page.title()

  await answerDialogs(app, [])
  await countLoads(app)
  await crashAndReload(app, 1)
  await expect.poll(() => evaluateInWindow(app, 'document.title')).toBe(title)
  expect(await evaluateInWindow(app, CURRENT_TAB)).toBe('Overview')
  expect(await messageBoxes(app)).toEqual([])
  await expect.poll(() => readLog(dataFolder)).toMatch(/ error renderer process gone: \w+/u)
})

test('a crash hides the open pictures, and a second one all pictures, also after a restart until they are shown', async ({
  start,
  dataFolder,
}, info) => {
  const first = await start()
  await openSample(first.page, 'Kids Week')
  await first.page.getByRole('tab', { name: 'Artwork' }).click()
  const sheet = first.page.getByRole('listbox', { name: 'Items as pictures' })
  await expect(sheet.locator('img.visible').first()).toBeVisible()
  await answerDialogs(first.app, [])
  await countLoads(first.app)
  await expect.poll(() => savedTab(dataFolder)).toBe('artwork')
  await crash(first.app, LOAD_PICTURES)
  await waitForLoads(first.app, 1)
  await expect
    .poll(() => evaluateInWindow(first.app, NOTICES))
    .toContain('Pictures open at that time are hidden')
  await expect.poll(() => evaluateInWindow(first.app, SHEET_TEXT)).toContain('Hidden after a crash')

  await crashAndReload(first.app, 2)
  await expect.poll(() => evaluateInWindow(first.app, NOTICES)).toContain('so pictures are off')
  expect(await evaluateInWindow(first.app, CURRENT_TAB)).toBe('Items')
  await evaluateInWindow(first.app, CLICK_ARTWORK_TAB)
  await expect.poll(() => savedTab(dataFolder)).toBe('artwork')
  await expect.poll(() => evaluateInWindow(first.app, SHEET_TEXT)).toContain('Pictures are turned off')
  expect(await evaluateInWindow(first.app, SHOWN_PICTURES)).toBe(0)
  expect(await messageBoxes(first.app)).toEqual([])
  await first.app.close()

  const second = await start()
  await expect(second.page.getByText('so pictures are off')).toBeVisible()
  await expect(second.page.locator('.sheet')).toContainText('Pictures are turned off')
  await expectAccessible(second.page, 'without pictures')
  await attachScreenshots(second.page, info, 'without-pictures')
  await second.page.getByRole('button', { name: 'Show pictures' }).click()
  await expect(second.page.locator('.sheet img.visible').first()).toBeVisible()
  await expect(second.page.getByText('so pictures are off')).toHaveCount(0)
})

test('a window that crashes three times within a minute waits for an answer', async ({ start }) => {
  const { app } = await start()
  await answerDialogs(app, ['Reload'])
  await countLoads(app)
  await crashAndReload(app, 1)
  await crashAndReload(app, 2)
  expect(await messageBoxes(app)).toEqual([])
  await crashAndReload(app, 3)
  expect(await messageBoxes(app)).toEqual([
    { message: 'The window stopped working', buttons: ['Reload', 'Quit'] },
  ])
  await crash(app)
  await expect.poll(async () => (await messageBoxes(app)).length).toBe(2)
  expect(await evaluateInWindow(app, APP_STATE)).toBeNull()
})

test('the application can quit after its window crashed repeatedly', async ({ start }) => {
  const { app } = await start()
  const closed = app.waitForEvent('close')
  await answerDialogs(app, ['Quit'])
  await countLoads(app)
  await crashAndReload(app, 1)
  await crashAndReload(app, 2)
  await crash(app)
  await closed
})

test('a window that hangs is reloaded without a second question', async ({ start, dataFolder }) => {
  const { app, page } = await start()
  await answerDialogs(app, ['Reload'])
  await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    contents?.on('did-finish-load', () => Object.assign(globalThis, { isLoaded: true }))
  })
  await page.evaluate(() => {
    setTimeout(() => {
      for (;;);
    })
  })
  // Chromium reports this only after half a minute.
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.emit('unresponsive'))
  // The old page does not respond: this reads the new one.
  await expect.poll(() => app.evaluate(() => Reflect.get(globalThis, 'isLoaded') as unknown)).toBe(true)
  await expect.poll(() => evaluateInWindow(app, APP_STATE)).toBe('ready')
  expect(await messageBoxes(app)).toEqual([
    { message: 'The window isn’t responding', buttons: ['Wait', 'Reload'] },
  ])
  await expect.poll(() => readLog(dataFolder)).toContain('The window does not respond.')
})

test('an error in the page is logged without keys, and the page offers to reload', async ({
  start,
  dataFolder,
}) => {
  const { page } = await start()
  await page.evaluate(() => {
    setTimeout(() => {
      throw new TypeError('broken at https://campaigns.example.com/api?key=secret')
    })
  })
  const notice = page.getByRole('alert')
  await expect(notice.getByText('Something went wrong in this window')).toBeVisible()
  await expect
    .poll(() => readLog(dataFolder))
    .toContain('window, error: TypeError: broken at https://campaigns.example.com/api?…')
  expect(readLog(dataFolder)).not.toContain('secret')

  await page.evaluate(() => {
    document.title = 'before'
  })
  await notice.getByRole('button', { name: 'Reload' }).click()
  await expect(page).toHaveTitle('Campaign Desk')
  await expect(page.locator('html')).toHaveAttribute('data-app-state', 'ready')
  await expect(notice).toHaveCount(0)
})

test('an unhandled rejection is logged and shown over an open dialog', async ({ start, dataFolder }) => {
  const { page } = await start()
  await page.getByRole('button', { name: 'Try with sample data' }).click()
  await expect(page.getByRole('navigation', { name: 'Campaigns' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+,')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.evaluate(() => void Promise.reject(new RangeError('nobody waits')))
  await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('Something went wrong in this window')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect.poll(() => readLog(dataFolder)).toContain('window, rejection: RangeError: nobody waits')
})

test('an error in main is logged and offers to restart, and the window keeps working', async ({
  start,
  dataFolder,
}) => {
  const { app, page } = await start()
  await answerDialogs(app, ['Keep Working'])
  await app.evaluate(({ app: electron }) => {
    setTimeout(() => {
      throw new Error('in main')
    })
    setTimeout(() => {
      throw new Error('in main again')
    })
    void Promise.reject(new Error('rejected in main'))
    const { Worker } = process.getBuiltinModule('node:worker_threads')
    new Worker('throw new Error("in a thread")', { eval: true })
    electron.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 139 })
  })
  await expect
    .poll(() => messageBoxes(app))
    .toEqual([{ message: 'Something went wrong in Campaign Desk', buttons: ['Restart', 'Keep Working'] }])
  await expect
    .poll(() => readLog(dataFolder))
    .toMatch(/uncaught error: Error: in main\n[^]*uncaught error: Error: in main again\n/u)
  await expect.poll(() => readLog(dataFolder)).toContain('unhandled rejection: Error: rejected in main')
  await expect.poll(() => readLog(dataFolder)).toMatch(/worker thread: [^]*Error: in a thread/u)
  await expect.poll(() => readLog(dataFolder)).toContain('GPU process gone: crashed (139)')
  await page.getByRole('button', { name: 'Try with sample data' }).click()
  await expect(page.getByRole('navigation', { name: 'Campaigns' })).toBeVisible()
})

test('a window saved on a larger monitor opens inside the current screen', async ({ start, dataFolder }) => {
  test.skip(process.env['CAMPAIGN_DESK_VIRTUAL_DISPLAYS'] !== '1', 'It needs a separate display (Xvfb).')
  const display = await startVirtualDisplay('1024x640')
  try {
    mkdirSync(dataFolder, { recursive: true })
    const bounds = { x: 2600, y: 900, width: 2200, height: 1300 }
    writeFileSync(
      join(dataFolder, 'window.json'),
      JSON.stringify({ bounds, maximized: false, exportFolder: null }),
    )
    const { app } = await start({ env: { DISPLAY: display.name } })
    const opened = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds())
    expect(opened).toMatchObject({ x: 0, y: 0 })
    expect(opened?.width).toBeLessThanOrEqual(1024)
    expect(opened?.height).toBeLessThanOrEqual(640)
    await app.close()
  } finally {
    await display.stop()
  }
})
