import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { ElectronApplication, Locator, Page } from 'playwright/test'
import { openEntries } from '../../electron/archive/entries.ts'
import { REVIEW_FILE_RULES } from '../../electron/review-files/limits.ts'
import { expectAccessible } from './accessibility.ts'
import { answerSaveDialog, expect, test } from './fixtures.ts'
import {
  connect,
  downloadCampaign,
  findCampaigns,
  forgetConnections,
  openSample,
  resize,
  runCommand,
} from './steps.ts'
import { startTestService } from '../support/service/start.ts'

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
  const entries = await openEntries(file, REVIEW_FILE_RULES)
  expect(entries.sizeOf('campaign-desk.log')).toBeNull()
  expect(entries.sizeOf('settings.json')).toBeGreaterThan(0)
  entries.close()
})

test('diagnostics of a working day contain no key, address, item, note or search', async ({ start }) => {
  const key = 'k-diagnostics-distinctive-93bf'
  const note = 'Deliver to the shop in Ulm'
  const search = 'distinctive search'
  const service = await startTestService({ key, items: 30, campaigns: 1 })
  const [campaign] = service.plan.campaigns
  if (campaign === undefined) throw new Error('The test service has no campaign')
  const { page } = await start()
  await connect(page, service.url, key)
  await findCampaigns(page)
  await downloadCampaign(page, campaign.name)
  const grid = page.getByRole('grid', { name: 'Items' })
  await grid.getByRole('gridcell').first().click()
  const values = (await grid.getByRole('gridcell').allTextContents()).filter((text) => text.length >= 8)
  expect(values.length).toBeGreaterThan(10)
  await page.getByPlaceholder('Add a note').fill(note)
  await page.getByRole('searchbox').first().fill(search)
  await page.keyboard.press('Enter')
  await runCommand(page, 'Connection doctor')
  const doctor = page.getByRole('dialog', { name: 'Connection doctor' })
  await expect(doctor.getByRole('button', { name: 'Run again' })).toBeEnabled()
  await page.keyboard.press('Escape')

  const files = await page.evaluate(async () => {
    const collected = await window.api.call('diagnostics.collect')
    return collected.ok ? collected.value.files : []
  })
  expect(files.find(({ name }) => name === 'doctor-1.txt')?.text).toContain('<address 1>')
  expect(files.find(({ name }) => name === 'connections.txt')?.text).toContain(
    `${String(campaign.itemCount)} items`,
  )
  const all = files.map(({ text }) => text ?? '').join('\n')
  const secrets = [key, service.url, new URL(service.url).host, campaign.name, note, search, homedir()]
  for (const secret of [...secrets, ...values]) expect(all).not.toContain(secret)
  await forgetConnections(page)
  await service.close()
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

/** Opens the section About of the settings. */
async function openAbout(page: Page): Promise<Locator> {
  await page.keyboard.press('ControlOrMeta+,')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('tab', { name: 'About' }).click()
  return settings
}

const reports = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const result = await window.api.call('crashReports.list')
    return result.ok ? result.value.count : -1
  })

/** Crashes the process of a window that nobody sees. */
const crash = (app: ElectronApplication): Promise<void> =>
  app.evaluate(async ({ BrowserWindow, app: electron }) => {
    const hidden = new BrowserWindow({ show: false })
    await hidden.loadURL('about:blank')
    const ended = new Promise((resolve) => electron.once('render-process-gone', resolve))
    hidden.webContents.forcefullyCrashRenderer()
    await ended
    hidden.destroy()
  })

test.describe('crash reports', () => {
  test.use({ expectsFailures: true })

  test('are kept only with consent, are included only on request, and can be deleted', async ({
    start,
    dataFolder,
  }) => {
    const first = await start()
    await first.page.getByRole('button', { name: 'Try with sample data' }).click()
    await expect(first.page.getByRole('navigation', { name: 'Campaigns' })).toBeVisible()
    await crash(first.app)
    expect(await reports(first.page)).toBe(0)
    expect(existsSync(join(dataFolder, 'crash-reports'))).toBe(false)

    await (
      await openAbout(first.page)
    )
      .getByRole('switch', { name: 'Keep crash reports on this computer' })
      .check({ force: true })
    await expect.poll(() => existsSync(join(dataFolder, 'crash-reports', 'kept'))).toBe(true)
    await crash(first.app)
    await expect.poll(() => reports(first.page)).toBe(1)
    await first.app.close()

    const { app, page } = await start()
    await crash(app)
    await expect.poll(() => reports(page)).toBe(2)
    await help(app, 'saveDiagnostics')
    await diagnostics(page)
      .getByRole('button', { name: /^Crash report / })
      .first()
      .click()
    await expect(diagnostics(page)).toContainText('may contain what the window showed')
    for (const box of await diagnostics(page)
      .getByRole('checkbox', { name: /^Include crash-/u })
      .all())
      await expect(box).not.toBeChecked()
    await page.keyboard.press('Escape')

    const settings = await openAbout(page)
    await settings.getByRole('button', { name: 'Delete 2 reports' }).click()
    await expect(settings.getByRole('button', { name: 'Delete', exact: true })).toBeDisabled()
    expect(await reports(page)).toBe(0)
    await settings.getByRole('switch', { name: /crash reports/u }).uncheck({ force: true })
    await expect.poll(() => existsSync(join(dataFolder, 'crash-reports', 'kept'))).toBe(false)
  })
})
