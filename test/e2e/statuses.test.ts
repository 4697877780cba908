import type { Locator, Page } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { press } from './keys.ts'
import { waitForList } from './steps.ts'

const gridOf = (page: Page): Locator => page.getByRole('grid', { name: 'Items' })
const statuses = async (page: Page): Promise<ReadonlySet<string>> =>
  new Set((await gridOf(page).locator('.status').allTextContents()).map((text) => text.trim()))

test('the sample has named statuses, and names are changed everywhere by keyboard alone', async ({
  startWithSample,
}) => {
  const { page } = await startWithSample()
  await waitForList(page)
  await expect(gridOf(page).getByText('In review').first()).toBeVisible()
  await gridOf(page).getByText('In review').first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Name status 3…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Status names' })
  const name = dialog.getByRole('textbox', { name: 'Name of status 3' })
  await expect(name).toBeFocused()
  await expectAccessible(page, 'status names')

  // Escape closes the palette only.
  await press(page, 'Shift+Tab')
  await press(page, 'Enter')
  await expect(page.getByRole('radio', { name: 'Yellow' })).toBeFocused()
  await press(page, 'ArrowRight')
  await press(page, 'Escape')
  await expect(dialog.getByRole('button', { name: 'Color of status 3: Orange' })).toBeFocused()
  await press(page, 'Tab')
  await page.keyboard.type('For approval')
  await press(page, 'ArrowDown')
  await expect(dialog.getByRole('textbox', { name: 'Name of status 4' })).toBeFocused()
  await press(page, 'Delete')
  await press(page, 'Enter')
  await expect(dialog).toBeHidden()
  await expect.poll(() => statuses(page)).toContain('For approval')
  await expect.poll(() => statuses(page)).toContain('Status 4')
  await expect.poll(() => statuses(page)).not.toContain('In review')

  await press(page, 'ControlOrMeta+Z')
  await expect.poll(() => statuses(page)).toContain('In review')
  await expect.poll(() => statuses(page)).not.toContain('Status 4')
})

test('a list of names is pasted into the status names', async ({ startWithSample }) => {
  const { app, page } = await startWithSample()
  await waitForList(page)
  await gridOf(page).getByText('In review').first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: /^Name status/u }).click()
  const dialog = page.getByRole('dialog', { name: 'Status names' })
  await app.evaluate(({ clipboard }) => clipboard.writeText('0\tNew\n10\tStopped\n11\tLost'))
  await dialog.getByRole('textbox', { name: 'Name of status 0' }).press('ControlOrMeta+V')
  await expect(dialog.getByRole('status')).toHaveText('3 names pasted.')
  await expect(dialog.getByRole('textbox', { name: 'Name of status 11' })).toHaveValue('Lost')
  await expect(dialog.getByRole('row', { name: /^11 / })).toContainText('0 items')
  await press(page, 'ControlOrMeta+Z')
  await expect(dialog.getByRole('textbox', { name: 'Name of status 0' })).toHaveValue('Draft')
})
