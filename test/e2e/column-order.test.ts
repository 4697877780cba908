import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { answerSaveDialog, expect, test } from './fixtures.ts'
import { expectFocusVisible, press } from './keys.ts'
import { attachScreenshots, chooseFormat, exportToast, resize, saveAs } from './steps.ts'

/** Presses on a line and moves the pointer to a share of another one’s height, without releasing. */
async function dragOver(page: Page, line: Locator, target: Locator, share: number): Promise<void> {
  await line.scrollIntoViewIfNeeded()
  const from = await line.boundingBox()
  if (from === null) throw new Error('The line is not visible.')
  await page.mouse.move(from.x + from.width / 3, from.y + from.height / 2)
  await page.mouse.down()
  const to = await target.boundingBox()
  if (to === null) throw new Error('The other line is not visible.')
  await page.mouse.move(to.x + to.width / 3, to.y + to.height * share, { steps: 6 })
}

test('the columns of a file are ordered by mouse and by keyboard', async ({
  startWithSample,
  folder,
}, info) => {
  const { app, page } = await startWithSample()
  await resize(app, 1280, 800)
  await page.getByRole('button', { name: 'Export', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Export items' })
  await dialog.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByRole('button', { name: 'All', exact: true }).click()
  const lines = dialog.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Move/u }) })
  const line = (name: string): Locator =>
    lines.filter({ has: page.getByRole('button', { name: `Move ${name}`, exact: true }) })
  const columnNames = (): Promise<readonly string[]> => lines.locator('.name').allTextContents()
  await expect(lines.nth(10)).toBeAttached()
  const before = await columnNames()

  await test.step('a drag shows the target position, and Escape cancels it', async () => {
    await dragOver(page, line('Quantity'), lines.nth(1), 0.2)
    await expect(lines.nth(1)).toHaveAttribute('data-drop', 'before')
    await expect(line('Quantity')).toHaveAttribute('data-dragged')
    await attachScreenshots(page, info, 'drag')
    await page.keyboard.press('Escape')
    await expect(dialog.locator('[data-drop], [data-dragged]')).toHaveCount(0)
    await page.mouse.up()
    await expect(dialog).toBeVisible()
    expect(await columnNames()).toEqual(before)
  })

  await test.step('a drag moves the column', async () => {
    await dragOver(page, line('Quantity'), lines.nth(1), 0.2)
    await page.mouse.up()
    await expect
      .poll(columnNames)
      .toEqual([before[0], 'Quantity', ...before.slice(1).filter((name) => name !== 'Quantity')])
    await expect(page.getByRole('button', { name: 'Move Quantity', exact: true })).toBeFocused()
    await expectAccessible(page, 'a moved column')
  })

  await test.step('the list scrolls when a drag passes its edge', async () => {
    await lines.first().scrollIntoViewIfNeeded()
    const box = await lines.first().boundingBox()
    const form = await dialog.locator('ol.columns').boundingBox()
    if (box === null || form === null) throw new Error('The list is not visible.')
    await page.mouse.move(box.x + box.width / 3, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 3, form.y + form.height + 30, { steps: 6 })
    await expect(lines.last()).toHaveAttribute('data-drop', 'after')
    await page.mouse.up()
    await expect.poll(async () => (await columnNames()).at(-1)).toBe(before[0])
  })

  await test.step('keys move it, and it keeps the focus', async () => {
    const grip = page.getByRole('button', { name: 'Move Quantity', exact: true })
    await grip.focus()
    await press(page, 'ArrowDown')
    await expect.poll(async () => (await columnNames())[1]).toBe('Quantity')
    await press(page, 'Alt+ArrowUp')
    await expect.poll(async () => (await columnNames())[0]).toBe('Quantity')
    await expect(grip).toBeFocused()
    await expectFocusVisible(page)
    await expect(page.getByText(/^Quantity is column 1 of \d+\.\u200b?$/u)).toBeAttached()
  })

  const exportedOrder = await columnNames()
  const file = join(folder, 'ordered.csv')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await chooseFormat(dialog, 'CSV')
  await answerSaveDialog(app, file)
  await saveAs(dialog)
  await expect(exportToast(page)).toContainText('ordered.csv')
  const [heading = ''] = readFileSync(file, 'utf8').replace('\uFEFF', '').split('\r\n', 1)
  // The header of a time column also contains the time zone.
  expect(heading.split(/[,;]/u).map((name) => name.replace(/ \([^)]*\)$/u, ''))).toEqual(exportedOrder)
})
