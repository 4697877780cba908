import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as sheetjs from '@e965/xlsx'
import { expectAccessible } from './accessibility.ts'
import { answerSaveDialog, expect, test } from './fixtures.ts'

test('the preview of an export reports what Excel would change, and one button fixes it', async ({
  startWithSample,
  folder,
}) => {
  const file = join(folder, 'kids.xlsx')
  const { app, page } = await startWithSample()
  await page.getByRole('button', { name: 'Export', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Export items' })
  const preview = dialog.getByRole('region', { name: 'Look before writing' })
  const firstRows = preview.getByRole('region', { name: 'First rows, as they will be' })

  await test.step('nothing is changed in a workbook', async () => {
    await expect(preview.getByText(/^260 rows · [\d.]+ kB$/u)).toBeVisible()
    await expect(preview.getByRole('status')).toContainText('No values will change.')
    await expect(firstRows.getByRole('row')).toHaveCount(21)
    await expectAccessible(page, 'preview of a workbook')
  })

  await test.step('texts of CSV would become dates', async () => {
    await dialog.getByRole('radio', { name: 'CSV', exact: true }).check({ force: true })
    await expect(preview.getByText('When Excel opens this file')).toBeVisible()
    await expect(preview.getByText('3 texts become dates')).toBeVisible()
    await expect(preview.getByText('KW26-0072 · Item · row 97')).toBeVisible()
    await expect(preview.getByRole('status')).toContainText(/^\d+ issues? to review before export/u)
    await expectAccessible(page, 'preview of CSV')
  })

  await test.step('one button chooses a format that keeps them', async () => {
    const finding = preview.getByRole('listitem').filter({ hasText: 'become dates' }).first()
    await finding.getByRole('button', { name: 'Use Excel workbook' }).press('Enter')
    await expect(dialog.getByRole('radio', { name: 'Excel workbook' })).toBeChecked()
    await expect(preview).toBeFocused()
    await expect(preview.getByRole('status')).toContainText('No values will change.')
    await answerSaveDialog(app, file)
    await dialog.getByRole('button', { name: /^Export/u }).click()
    await expect(dialog.getByText(/ is ready$/u)).toBeVisible()
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
  const file = join(folder, 'kids.xlsx')
  const { app, page } = await startWithSample()
  await answerSaveDialog(app, file)
  await page.keyboard.press('ControlOrMeta+e')
  const dialog = page.getByRole('dialog', { name: 'Export items' })
  await expect(dialog.getByRole('combobox', { name: 'Profile' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('kids.xlsx is ready')).toBeVisible()
  await expect(dialog.getByText(/^260 rows, .+, read back and right\.$/u)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
})
