import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, type ElectronApplication, type Locator, type Page, type TestInfo } from 'playwright/test'
import type {} from '../../renderer/api.ts'
import { press } from './keys.ts'

/** Steps of a person, by roles and names. */

export async function connect(page: Page, address: string, key: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Base address' }).fill(address)
  await page.getByRole('textbox', { name: 'API key' }).fill(key)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
}

/** Tests a connection like the form does; returns the number of items, or the error message. */
export async function testConnection(
  page: Page,
  connection: { readonly baseUrl: string; readonly key: string },
): Promise<number | string> {
  const result = await page.evaluate((input) => window.api.call('connections.test', input), connection)
  return result.ok ? result.value.itemCount : result.error.message
}

export async function findCampaigns(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Find campaigns' }).first().click()
}

/** Forgets all connections, so that no entry remains in a real keychain. */
export async function forgetConnections(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const state = await window.api.call('app.state')
    if (!state.ok) throw new Error(state.error.message)
    for (const { id } of state.value.connections) {
      const result = await window.api.call('connections.forget', { connectionId: id })
      if (!result.ok) throw new Error(result.error.message)
    }
  })
}

/** Arguments that send all requests through a proxy, which Chromium would bypass for this computer. */
export function proxyArguments(proxy: string): readonly string[] {
  return [`--proxy-server=${proxy}`, '--proxy-bypass-list=<-loopback>']
}

export async function chooseCampaign(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Campaigns' }).getByText(name).first().click()
}

/** The state of the shown campaign when it is completely downloaded. */
export function completeLabel(page: Page): Locator {
  return page
    .getByRole('main')
    .getByText(/^complete/iu)
    .first()
}

/** Identifies the downloads of campaigns that this run has completed. */
function completedDownloads(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const jobs = await window.api.call('downloads.list')
    if (!jobs.ok) throw new Error(jobs.error.message)
    return jobs.value
      .filter(({ kind, state }) => kind === 'campaign' && state === 'done')
      .map(({ jobId, endedAt }) => `${jobId} ${String(endedAt)}`)
  })
}

/** In milliseconds. It ends only a download that hangs: large items take minutes on a busy machine. */
export const DOWNLOAD_TIMEOUT_MS = 600_000

/** Starts a download, and waits until it is complete. */
export async function downloadBy(page: Page, startDownload: () => Promise<void>): Promise<void> {
  const earlier = new Set(await completedDownloads(page))
  await startDownload()
  await expect
    .poll(async () => (await completedDownloads(page)).some((download) => !earlier.has(download)), {
      timeout: DOWNLOAD_TIMEOUT_MS,
    })
    .toBe(true)
}

/** Downloads the shown campaign, and waits until this download is complete. */
export async function downloadShownCampaign(page: Page): Promise<void> {
  await downloadBy(page, () => page.getByRole('button', { name: 'Download', exact: true }).first().click())
  await expect(completeLabel(page)).toBeVisible()
}

/** Chooses a campaign, downloads it, and shows its items. */
export async function downloadCampaign(page: Page, name: string): Promise<void> {
  await chooseCampaign(page, name)
  await downloadShownCampaign(page)
  await page.getByRole('tab', { name: 'Items' }).click()
}

/** Creates the sample connection, and downloads one of its campaigns. */
export async function openSample(page: Page, campaign: string): Promise<void> {
  await page.getByRole('button', { name: 'Try with sample data' }).click()
  await downloadCampaign(page, campaign)
}

/** The number of rows without the header; -1 while there is no grid. */
export async function gridRowCount(page: Page): Promise<number> {
  const grid = page.getByRole('grid', { name: 'Items' })
  if (!(await grid.isVisible())) return -1
  return Number(await grid.getAttribute('aria-rowcount')) - 1
}

/** Waits until the list shows the rows of the current search and filters. */
export async function waitForList(page: Page): Promise<void> {
  await expect(page.locator('section.list-view')).toBeVisible()
  await expect(page.locator('section.list-view[aria-busy], section.list-view [aria-busy]')).toHaveCount(0)
}

/** Waits until the list has fewer rows than `total` and at least one; returns their number. */
export async function waitForFewerRows(page: Page, total: number): Promise<number> {
  let rows = -1
  await expect
    .poll(async () => {
      await waitForList(page)
      rows = await gridRowCount(page)
      return rows > 0 && rows < total
    })
    .toBe(true)
  return rows
}

/** Texts of a row’s cells by its index in the result, once it is loaded. */
export async function cells(page: Page, index: number): Promise<readonly string[]> {
  const row = page
    .getByRole('grid', { name: 'Items' })
    .locator(`[role=row][aria-rowindex="${String(index + 2)}"]`)
  await waitForList(page)
  return row.getByRole('gridcell').allTextContents()
}

/** Chooses a format in the export dialog: its tile, or its line in the menu of the last tile. */
export async function chooseFormat(dialog: Locator, name: string): Promise<void> {
  const tile = dialog.getByRole('radio', { name, exact: true })
  await expect(dialog.getByRole('radio').first()).toBeVisible()
  if ((await tile.count()) > 0) {
    await tile.check({ force: true })
    return
  }
  await dialog.getByRole('button', { name: /more formats$/iu }).click()
  await dialog
    .page()
    .getByRole('menuitemradio')
    .filter({ has: dialog.page().getByText(name, { exact: true }) })
    .click()
}

/** The button that exports to the folder of the last export. */
export const exportButton = (dialog: Locator): Locator =>
  dialog.getByRole('button', { name: /^Export( [\d,]+ rows?)?$/u })

/** Exports with the open dialog to the file that the save dialog of the system returns. */
export async function saveAs(dialog: Locator): Promise<void> {
  const button = dialog.getByRole('button', { name: 'Save as…' })
  if (!(await button.isVisible())) await dialog.getByRole('button', { name: 'Rename' }).click()
  await button.click()
}

/** The toast about an export that has succeeded. */
export const exportToast = (page: Page): Locator => page.getByRole('group', { name: /^Exported / })

/** Exports with the open dialog, in the format of the file name, and waits until the file is ready. */
export async function exportTo(page: Page, file: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await chooseFormat(dialog, file.endsWith('.csv') ? 'CSV' : 'Excel workbook')
  await saveAs(dialog)
  await waitForFile(file)
  // The file exists before the export is over; quitting in between would ask a question.
  await expect(exportToast(page)).toContainText(basename(file))
  // The dialog from which it was opened may be below it.
  await expect(exportButton(dialog)).toBeHidden()
}

/** Waits for a file, which appears when it is complete. */
export async function waitForFile(file: string): Promise<void> {
  await expect.poll(() => existsSync(file)).toBe(true)
}

/** Resizes the window, and waits until its page has handled the new width. */
export async function resize(app: ElectronApplication, width: number, height: number): Promise<void> {
  await app.evaluate(({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(...size), [
    width,
    height,
  ] as const)
  await expect
    .poll(() =>
      app.evaluate(async ({ BrowserWindow }, expected) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents
        if (contents === undefined) return false
        // In a frame, which the event of a new width precedes.
        const innerWidth = (await contents.executeJavaScript(
          'new Promise((resolve) => requestAnimationFrame(() => resolve(innerWidth)))',
        )) as number
        const zoom = contents.getZoomFactor()
        // The width in CSS pixels is rounded.
        return Math.abs(innerWidth * zoom - expected) <= zoom
      }, width),
    )
    .toBe(true)
}

/** Sets the theme of the page, with any dialog open, until the page sets it again. */
async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((value) => {
    document.documentElement.dataset['theme'] = value
  }, theme)
}

/**
 * Attaches pictures of the page in both themes to the report of the test, for people who look at a view. Only
 * with `CAMPAIGN_DESK_SCREENSHOTS=1`, because they take time.
 */
export async function attachScreenshots(page: Page, info: TestInfo, name: string): Promise<void> {
  if ((process.env['CAMPAIGN_DESK_SCREENSHOTS'] ?? '') === '') return
  const shown = await page.locator('html').getAttribute('data-theme')
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    const path = info.outputPath(`${name}-${theme}.png`)
    await info.attach(`${name}-${theme}`, { body: await page.screenshot({ path }), contentType: 'image/png' })
  }
  await setTheme(page, shown === 'dark' ? 'dark' : 'light')
}

/** Chooses the theme in the settings. */
export async function chooseTheme(page: Page, name: 'Light' | 'Dark'): Promise<void> {
  await page.keyboard.press('ControlOrMeta+,')
  const settings = page.getByRole('dialog')
  await settings.getByRole('radio', { name }).press('Space')
  await expect(page.locator('html')).toHaveAttribute('data-theme', name.toLowerCase())
  await page.keyboard.press('Escape')
  await expect(settings).toBeHidden()
}

/** Opens what is explained of the downloaded copy, on the overview, and returns its part about pictures. */
export async function openReadiness(page: Page): Promise<Locator> {
  await page.getByRole('tab', { name: 'Overview' }).click()
  await page.getByRole('button', { name: /^Available offline/u }).click()
  return page
    .getByRole('dialog', { name: 'Downloaded copy' })
    .getByRole('region', { name: 'Available offline' })
}

export const artworkViewer = (page: Page): Locator => page.getByRole('dialog', { name: 'Artwork viewer' })

/** How many items of the list are reviewed. */
export const reviewProgress = (page: Page): Locator => page.locator('[data-review-progress]')

/** The check box of a row, whose name contains its review mark. */
export const rowCheckBox = (page: Page, index: number): Locator =>
  page
    .getByRole('grid', { name: 'Items' })
    .locator(`[role=row][aria-rowindex="${String(index + 2)}"] [aria-colindex="1"]`)

/** Writes the note of the active row. */
export async function writeNote(page: Page, text: string): Promise<void> {
  await press(page, 'F2')
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused()
  await page.keyboard.insertText(text)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await press(page, 'Escape')
}

/** Runs the first command that the palette finds for a query. */
export async function runCommand(page: Page, query: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox')
  await expect(palette).toBeFocused()
  await palette.fill(query)
  await page.keyboard.press('Enter')
  await expect(palette).toBeHidden()
}

/** Presses Enter on a button once it is enabled. On a disabled one, it would be lost. */
export async function pressEnter(button: Locator): Promise<void> {
  await expect(button).toBeEnabled()
  await button.press('Enter')
}
