import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as sheetjs from '@e965/xlsx'
import { expectAccessible } from './accessibility.ts'
import { answerSaveDialog, expect, test } from './fixtures.ts'
import {
  chooseCampaign,
  chooseFormat,
  exportButton,
  exportToast,
  gridRowCount,
  pressEnter,
  saveAs,
} from './steps.ts'

test('the preview of an export reports what Excel would change, and one button fixes it', async ({
  startWithSample,
  folder,
}) => {
  const file = join(folder, 'kids.xlsx')
  const { app, page } = await startWithSample()
  await page.getByRole('button', { name: 'Export', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Export items' })
  const preview = dialog.getByRole('region', { name: 'Preview' })
  const firstRows = preview.getByRole('region', { name: 'First rows' })

  await test.step('nothing is changed in a workbook', async () => {
    await expect(preview.getByText('Rows 1–60 of 260')).toBeVisible()
    await expect(dialog.getByText(/^Excel workbook · [\d.]+ kB$/u)).toBeVisible()
    await expect(preview.getByRole('status')).toContainText('No values will change.')
    await expect(firstRows.getByRole('row')).toHaveCount(61)
    await expectAccessible(page, 'preview of a workbook')
  })

  await test.step('texts of CSV would become dates', async () => {
    await chooseFormat(dialog, 'CSV')
    await expect(preview.getByText('In Excel on this computer')).toBeVisible()
    await expect(preview.getByText('Read as dates: 3')).toBeVisible()
    await preview.getByRole('button', { name: 'KW26-0072 · Item · row 97' }).click()
    const cell = firstRows.locator('td.current')
    await expect(cell).toBeInViewport()
    await expect(cell).toHaveText(/^1\/2.*Feb/u)
    await expect(firstRows.getByRole('rowheader', { name: '97' })).toBeInViewport()
    await expect(preview.getByRole('status')).toContainText(/^\d+ issues? to review before export/u)
    await expect(preview.getByRole('button', { name: /^KW26-\d+ · Item · row (97|214|239)$/u })).toHaveCount(
      3,
    )
    await expectAccessible(page, 'preview of CSV')
  })

  await test.step('stepping through the values scrolls only the rows', async () => {
    const title = dialog.getByRole('heading', { name: 'Export items' })
    const before = await title.boundingBox()
    const next = preview.getByRole('button', { name: 'Next value' })
    while (await next.isEnabled()) {
      await next.click()
      await expect(firstRows.locator('td.current')).toBeInViewport()
      expect(await title.boundingBox()).toEqual(before)
    }
    await preview.getByRole('button', { name: 'KW26-0072 · Item · row 97' }).click()
  })

  await test.step('one button chooses a format that keeps them', async () => {
    await expect(preview.locator('[aria-current=true]').first()).toContainText('Read as dates')
    await pressEnter(preview.getByRole('button', { name: 'Use Excel workbook' }))
    await expect(dialog.getByRole('radio', { name: 'Excel workbook' })).toBeChecked()
    await expect(preview).toBeFocused()
    await expect(preview.getByRole('status')).toContainText('No values will change.')
    await answerSaveDialog(app, file)
    await saveAs(dialog)
    await expect(exportToast(page)).toContainText('kids.xlsx')
    const book = sheetjs.read(readFileSync(file))
    const rows = sheetjs.utils.sheet_to_json<Record<string, unknown>>(
      book.Sheets[book.SheetNames[0] ?? ''] ?? {},
    )
    expect(rows).toHaveLength(260)
    expect(rows[96]?.['Item']).toBe('1/2')
  })
})

test('the default export runs with its shortcut and Enter, and writes a valid workbook', async ({
  startWithSample,
  folder,
}) => {
  const { app, page } = await startWithSample()
  await app.evaluate(({ app: electron }, path) => electron.setPath('downloads', path), folder)
  const write = async (name: RegExp): Promise<void> => {
    await page.keyboard.press('ControlOrMeta+e')
    const dialog = page.getByRole('dialog', { name: 'Export items' })
    await expect(dialog.getByRole('radio', { name: 'Excel workbook' })).toBeFocused()
    await expect(dialog.getByTitle(name)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(exportToast(page)).toContainText('Exported 260 rows')
    await expect(exportToast(page)).toContainText(name)
    await expect(exportToast(page)).toContainText('verified')
  }
  await write(/Kids Week items \d{4}-\d\d-\d\d\.xlsx/u)
  // An earlier file is not replaced.
  await write(/Kids Week items \d{4}-\d\d-\d\d \(2\)\.xlsx/u)
  const files = readdirSync(folder).filter((name) => name.endsWith('.xlsx'))
  expect(files).toHaveLength(2)
  for (const file of files) expect(sheetjs.read(readFileSync(join(folder, file))).SheetNames).toHaveLength(1)
})

test('a first file takes at most six clicks, and another one two', async ({ start, folder }) => {
  const { app, page } = await start()
  await app.evaluate(({ app: electron }, path) => electron.setPath('downloads', path), folder)
  await page.evaluate(() => {
    const counted = { clicks: 0 }
    Object.assign(window, { counted })
    window.addEventListener('click', (event) => (counted.clicks += event.detail > 0 ? 1 : 0), {
      capture: true,
    })
  })
  const clicks = (): Promise<number> =>
    page.evaluate(() => (window as unknown as { counted: { clicks: number } }).counted.clicks)
  const written = (): number => readdirSync(folder).filter((name) => name.endsWith('.xlsx')).length
  const exportList = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Export', exact: true }).first().click()
    await exportButton(page.getByRole('dialog', { name: 'Export items' })).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await page.getByRole('button', { name: 'Try with sample data' }).click()
  await chooseCampaign(page, 'Kids Week')
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Download/u })
    .first()
    .click()
  await expect.poll(() => gridRowCount(page)).toBe(260)
  await exportList()
  expect(written()).toBe(1)
  expect(await clicks()).toBeLessThanOrEqual(6)
  const before = await clicks()
  await exportList()
  expect(written()).toBe(2)
  expect((await clicks()) - before).toBe(2)
})
