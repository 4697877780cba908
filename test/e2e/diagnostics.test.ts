import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright/test'
import { openEntries } from '../../electron/archive/entries.ts'
import { expectAccessible } from './accessibility.ts'
import { answerSaveDialog, expect, test } from './fixtures.ts'
import { openSample, resize } from './steps.ts'

const diagnostics = (page: Page) => page.getByRole('dialog', { name: 'Save diagnostics' })

/** Runs a command of the Help menu. */
const help = (app: ElectronApplication, id: string): Promise<void> =>
  app.evaluate(({ Menu }, item) => {
    Menu.getApplicationMenu()?.getMenuItemById(item)?.click()
  }, id)

test('diagnostics are shown before they are saved, and only what is checked is saved', async ({
  start,
  folder,
}) => {
  const { app, page } = await start()
  await openSample(page, 'Kids Week')
  await help(app, 'saveDiagnostics')
  const dialog = diagnostics(page)
  await expect(dialog.getByRole('region', { name: 'Content of system.txt' })).toContainText('Electron: ')
  await dialog.getByRole('button', { name: /^Log / }).click()
  await expect(dialog.getByRole('region', { name: /Content of campaign-desk.log/u })).toContainText('info')
  await dialog.getByRole('button', { name: /^Connections and databases / }).click()
  await expect(dialog.getByRole('region', { name: 'Content of connections.txt' })).toContainText('260 items')
  await expect(dialog.getByRole('region')).not.toContainText(homedir())
  await dialog.getByRole('checkbox', { name: 'Include campaign-desk.log' }).uncheck()
  await resize(app, 1024, 640)
  await expectAccessible(page, 'diagnostics')

  const file = join(folder, 'diagnostics.zip')
  await answerSaveDialog(app, file)
  await dialog.getByRole('button', { name: 'Save…' }).click()
  await expect(page.getByText('Diagnostics saved')).toBeVisible()
  const entries = await openEntries(file)
  expect(entries.sizeOf('campaign-desk.log')).toBeNull()
  expect(entries.sizeOf('settings.json')).toBeGreaterThan(0)
  entries.close()
})

test('a problem is reported with version and system only, and on the page of the project', async ({
  start,
}) => {
  const { app, page } = await start()
  await app.evaluate(({ dialog, shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { opened })
    dialog.showMessageBox = () => Promise.resolve({ response: 0, checkboxChecked: false })
    shell.openExternal = (address) => {
      opened.push(address)
      return Promise.resolve()
    }
  })
  await help(app, 'reportProblem')
  const dialog = page.getByRole('dialog', { name: 'Report a problem' })
  await expect(dialog.locator('pre')).toContainText('Campaign Desk ')
  await expectAccessible(page, 'a problem report')
  await dialog.getByRole('button', { name: 'Save diagnostics…' }).click()
  await page.keyboard.press('Escape')
  await expect(diagnostics(page)).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Open issue page' }).click()
  await expect(dialog).toHaveCount(0)
  const [address = ''] = await app.evaluate(() => Reflect.get(globalThis, 'opened') as string[])
  const { origin, pathname, searchParams } = new URL(address)
  expect(origin + pathname).toBe('https://github.com/campaign-desk/campaign-desk/issues/new')
  expect([...searchParams.keys()]).toEqual(['body'])
  expect(searchParams.get('body')).toMatch(/Campaign Desk [\d.]+ \(Electron [\d.]+\)\n\w+ \S+ \w+\n$/u)
  expect(address.length).toBeLessThan(500)
})

test.describe('crash reports', () => {
  test.use({ expectsFailures: true })

  test('are kept only with consent, are included only on request, and can be deleted', async ({
    start,
    dataFolder,
  }) => {
    const { app, page } = await start()
    const reports = (): Promise<number> =>
      page.evaluate(async () => {
        const result = await window.api['crashReports.list']()
        return result.ok ? result.value.count : -1
      })
    const crash = (): Promise<void> =>
      app.evaluate(async ({ BrowserWindow, app: electron }) => {
        const hidden = new BrowserWindow({ show: false })
        await hidden.loadURL('about:blank')
        const ended = new Promise((resolve) => electron.once('render-process-gone', resolve))
        hidden.webContents.forcefullyCrashRenderer()
        await ended
        hidden.destroy()
      })
    await page.getByRole('button', { name: 'Try with sample data' }).click()
    await expect(page.getByRole('navigation', { name: 'Campaigns' })).toBeVisible()
    await crash()
    expect(await reports()).toBe(0)
    expect(existsSync(join(dataFolder, 'crash-reports'))).toBe(false)

    await page.keyboard.press('ControlOrMeta+,')
    const settings = page.getByRole('dialog', { name: 'Settings' })
    await settings.getByRole('tab', { name: 'About' }).click()
    await settings.getByRole('switch', { name: 'Keep crash reports on this computer' }).check({ force: true })
    await expect.poll(() => existsSync(join(dataFolder, 'crash-reports', 'kept'))).toBe(true)
    await crash()
    await expect.poll(reports).toBe(1)
    await page.keyboard.press('Escape')
    await help(app, 'saveDiagnostics')
    await diagnostics(page)
      .getByRole('button', { name: /^Crash report / })
      .click()
    await expect(diagnostics(page)).toContainText('may contain what the window showed')
    await expect(diagnostics(page).getByRole('checkbox', { name: /^Include crash-/u })).not.toBeChecked()
    await page.keyboard.press('Escape')

    await page.keyboard.press('ControlOrMeta+,')
    await settings.getByRole('tab', { name: 'About' }).click()
    await settings.getByRole('button', { name: 'Delete 1 report' }).click()
    await expect(settings.getByRole('button', { name: 'Delete', exact: true })).toBeDisabled()
    expect(await reports()).toBe(0)
    await settings.getByRole('switch', { name: /crash reports/u }).uncheck({ force: true })
    await expect.poll(() => existsSync(join(dataFolder, 'crash-reports', 'kept'))).toBe(false)
  })
})
