import type { Locator, Page } from 'playwright/test'
import { expectInOrder } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { press } from './keys.ts'
import { downloadCampaign } from './steps.ts'

const viewer = (page: Page): Locator => page.getByRole('dialog', { name: 'Artwork viewer' })

/** Waits for the picture that is in sight and gives its width on the screen. */
async function pictureWidth(page: Page): Promise<number> {
  const picture = viewer(page).locator('.stage img.there')
  await expect(picture).toBeVisible()
  return (await picture.boundingBox())?.width ?? 0
}

test('the viewer opens from the list, goes through the result, zooms, and leads back to the item', async ({
  start,
}) => {
  const { page } = await start()
  await page.getByRole('button', { name: 'Try with sample data' }).click()
  await downloadCampaign(page, 'Kids Week')
  const grid = page.getByRole('grid', { name: 'Items' })
  await grid.locator('[role=row][aria-rowindex="2"]').click()
  await page.keyboard.press('ControlOrMeta+Enter')

  const total = Number(await grid.getAttribute('aria-rowcount')) - 1
  await expect(
    viewer(page)
      .getByText(`1 of ${String(total)}`)
      .first(),
  ).toBeVisible()
  const fitted = await pictureWidth(page)
  expect(fitted).toBeGreaterThan(100)
  await press(page, 'Tab')
  await press(page, 'Shift+Tab')
  await expectInOrder(page, 'viewer')

  // Nothing is enlarged before it is asked for; then it is, and a quarter turn makes it fit again.
  await page.keyboard.press('+')
  await expect.poll(() => pictureWidth(page)).toBeGreaterThan(fitted)
  await page.keyboard.press('f')
  await expect.poll(() => pictureWidth(page)).toBeCloseTo(fitted, 0)
  const stage = await viewer(page).locator('.stage').boundingBox()
  await page.mouse.move((stage?.x ?? 0) + (stage?.width ?? 0) / 3, (stage?.y ?? 0) + (stage?.height ?? 0) / 2)
  await page.mouse.wheel(0, -400)
  await expect.poll(() => pictureWidth(page)).toBeGreaterThan(fitted * 1.5)
  await page.keyboard.press('r')
  await expect(viewer(page).getByRole('button', { name: 'Fit to the window' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )

  await page.keyboard.press('PageDown')
  await page.keyboard.press('ArrowRight')
  await expect(
    viewer(page)
      .getByText(`3 of ${String(total)}`)
      .first(),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(viewer(page)).toBeHidden()
  await expect(grid).toBeFocused()
  await expect(page.getByRole('complementary', { name: 'Item details' })).toContainText(
    `3 / ${String(total)}`,
  )
})
