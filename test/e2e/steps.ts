import { existsSync } from 'node:fs'
import { expect, type ElectronApplication, type Page } from 'playwright/test'

/** Steps that a person takes, by the roles and names that they would use. */

export async function connect(page: Page, address: string, key: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Base address' }).fill(address)
  await page.getByRole('textbox', { name: 'API key' }).fill(key)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
}

export async function chooseCampaign(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Campaigns' }).getByText(name).first().click()
}

/** Chooses the campaign, downloads it, and waits until it is said to be complete. */
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

/** Rows of the result, without the header; -1 while there is no grid. */
export async function gridRowCount(page: Page): Promise<number> {
  const grid = page.getByRole('grid', { name: 'Items' })
  if (!(await grid.isVisible())) return -1
  return Number(await grid.getAttribute('aria-rowcount')) - 1
}

/** Waits until the list shows what was last typed, chosen or filtered, with its rows. */
export async function settledList(page: Page): Promise<void> {
  await expect(page.locator('section.list-view')).toBeVisible()
  await expect(page.locator('section.list-view[aria-busy], section.list-view [aria-busy]')).toHaveCount(0)
}

/** Waits until the list shows fewer rows than `all`, and at least one; gives how many. */
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

/** Texts of the cells of a row, by its position in the result, as soon as the row has them. */
export async function cells(page: Page, position: number): Promise<readonly string[]> {
  const row = page
    .getByRole('grid', { name: 'Items' })
    .locator(`[role=row][aria-rowindex="${String(position + 2)}"]`)
  await settledList(page)
  return row.getByRole('gridcell').allTextContents()
}

/** Confirms the export dialog, with the format that the file's name says, and waits for the file. */
export async function exportedRows(page: Page, file: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  const format = file.endsWith('.csv') ? 'CSV' : 'Excel workbook'
  await dialog.getByRole('radio', { name: format, exact: true }).check({ force: true })
  await dialog.getByRole('button', { name: /^Export/u }).click()
  await exportedFile(file)
  // The file is there a moment before the export is over; who ends the application in it is asked about that.
  await expect(dialog.getByText(/ is ready$/u)).toBeVisible()
}

/** Waits for a file that is being written; it appears under its name when it is whole. */
export async function exportedFile(file: string): Promise<void> {
  await expect.poll(() => existsSync(file)).toBe(true)
}

export async function resize(app: ElectronApplication, width: number, height: number): Promise<void> {
  await app.evaluate(({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(...size), [
    width,
    height,
  ] as const)
}

/** Chooses the theme where a person does: in the settings. */
export async function chooseTheme(page: Page, name: 'Light' | 'Dark'): Promise<void> {
  await page.keyboard.press('ControlOrMeta+,')
  const settings = page.getByRole('dialog')
  await settings.getByRole('radio', { name }).check({ force: true })
  await expect(page.locator('html')).toHaveAttribute('data-theme', name.toLowerCase())
  await page.keyboard.press('Escape')
  await expect(settings).toBeHidden()
}

/** Carries out what the palette finds first for the words. */
export async function byPalette(page: Page, words: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox')
  await expect(palette).toBeFocused()
  await palette.fill(words)
  await page.keyboard.press('Enter')
}
