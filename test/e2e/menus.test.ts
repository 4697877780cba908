import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication } from 'playwright'
import { menuLine } from './app-menu.ts'
import { answerSaveDialog, expect, test } from './fixtures.ts'
import { press } from './keys.ts'
import { exportToast, exportTo, waitForFile } from './steps.ts'

/** Returns whether a line of the application menu is enabled; null if there is none. */
async function isEnabled(app: ElectronApplication, label: string): Promise<boolean | null> {
  return (await menuLine(app, label))?.enabled ?? null
}

test('the application menu enables the commands that have an effect', async ({ start }) => {
  const { app, page } = await start()
  await expect.poll(() => isEnabled(app, 'Export…')).toBe(false)
  expect(await isEnabled(app, 'Home')).toBe(false)
  expect(await isEnabled(app, 'New Connection…')).toBe(true)
  expect(await isEnabled(app, 'Undo')).toBe(true)
  await page.getByRole('button', { name: 'Try with sample data' }).click()
  await expect.poll(() => isEnabled(app, 'Home')).toBe(true)
  await press(page, 'ControlOrMeta+,')
  await expect.poll(() => isEnabled(app, 'Home')).toBe(false)
  await press(page, 'Escape')
  await expect.poll(() => isEnabled(app, 'Home')).toBe(true)
})

test('the export of the table of campaigns is repeated to its file', async ({ startWithSample, folder }) => {
  const { app, page } = await startWithSample()
  const file = join(folder, 'campaigns.csv')
  await answerSaveDialog(app, file)
  await page.getByRole('option', { name: /^All campaigns/u }).click()
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await exportTo(page, file)
  await exportToast(page).getByRole('button', { name: 'Close' }).click()
  rmSync(file)
  await press(page, 'ControlOrMeta+Shift+e')
  await waitForFile(file)
  await expect(exportToast(page)).toContainText('campaigns.csv')
})
