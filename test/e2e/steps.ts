import { existsSync } from 'node:fs'
import { expect, type ElectronApplication, type Page } from 'playwright/test'

/** Steps of a person, by roles and names. */

export async function connect(page: Page, address: string, key: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Base address' }).fill(address)
  await page.getByRole('textbox', { name: 'API key' }).fill(key)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
}

export async function chooseCampaign(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Campaigns' }).getByText(name).first().click()
}

/** Chooses and downloads the campaign, and waits until it is complete. */
export async function downloadCampaign(page: Page, name: string): Promise<void> {
  await chooseCampaign(page, name)
  await page.getByRole('button', { name: 'Download', exact: true }).first().click()
  await expect(
    page
      .getByRole('main')
      .getByText(/^complete/iu)
      .first(),
  ).toBeVisible()
  const items = page.getByRole('tab', { name: 'Items' })
  if (await items.isVisible()) await items.click()
}

/** Begins with the sample, and opens one of its campaigns. */
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
export async function settledList(page: Page): Promise<void> {
  await expect(page.locator('section.list-view')).toBeVisible()
  await expect(page.locator('section.list-view[aria-busy], section.list-view [aria-busy]')).toHaveCount(0)
}

/** Waits until the list has fewer rows than `all` and at least one; returns their number. */
export async function narrowedRows(page: Page, all: number): Promise<number> {
  let rows = -1
  await expect
    .poll(async () => {
      await settledList(page)
      rows = await gridRowCount(page)
      return rows > 0 && rows < all
    })
    .toBe(true)
  return rows
}

/** Texts of a row’s cells by its position in the result, once it is loaded. */
export async function cells(page: Page, position: number): Promise<readonly string[]> {
  const row = page
    .getByRole('grid', { name: 'Items' })
    .locator(`[role=row][aria-rowindex="${String(position + 2)}"]`)
  await settledList(page)
  return row.getByRole('gridcell').allTextContents()
}

/** Confirms the export dialog, with the format of the file name, and waits for the file. */
export async function exportedRows(page: Page, file: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  const format = file.endsWith('.csv') ? 'CSV' : 'Excel workbook'
  await dialog.getByRole('radio', { name: format, exact: true }).check({ force: true })
  await dialog.getByRole('button', { name: /^Export/u }).click()
  await exportedFile(file)
  // The file exists before the export is over; quitting in between would ask a question.
  await expect(dialog.getByText(/ is ready$/u)).toBeVisible()
}

/** Waits for a file, which appears when it is complete. */
export async function exportedFile(file: string): Promise<void> {
  await expect.poll(() => existsSync(file)).toBe(true)
}

export async function resize(app: ElectronApplication, width: number, height: number): Promise<void> {
  await app.evaluate(({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(...size), [
    width,
    height,
  ] as const)
}

/** Chooses the theme in the settings. */
export async function chooseTheme(page: Page, name: 'Light' | 'Dark'): Promise<void> {
  await page.keyboard.press('ControlOrMeta+,')
  const settings = page.getByRole('dialog')
  await settings.getByRole('radio', { name }).check({ force: true })
  await expect(page.locator('html')).toHaveAttribute('data-theme', name.toLowerCase())
  await page.keyboard.press('Escape')
  await expect(settings).toBeHidden()
}

/** Runs the first command that the palette finds for these words. */
export async function byPalette(page: Page, words: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox')
  await expect(palette).toBeFocused()
  await palette.fill(words)
  await page.keyboard.press('Enter')
}
