import type { Locator } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { press } from './keys.ts'
import { attachScreenshots } from './steps.ts'

test('frozen columns stay visible while the others scroll, and are restored after a restart', async ({
  start,
  startWithSample,
}, info) => {
  const { app, page } = await startWithSample()
  const grid = page.getByRole('grid', { name: 'Items' })

  // By default, the POS numbers are.
  await expect(grid.getByRole('columnheader', { name: 'POS number' })).toHaveCSS('position', 'sticky')
  await grid.getByRole('columnheader', { name: 'Item', exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Freeze up to this column' }).click()
  await expect(grid).toBeFocused()
  const cell = grid.locator('[role=row][aria-rowindex="3"] [role=gridcell]').nth(1)
  const cellLeft = async (): Promise<number> => Math.round((await cell.boundingBox())?.x ?? -1)
  const before = await cellLeft()
  await press(page, 'ArrowDown')
  // The last column becomes visible, the frozen one stays, and neither covers the active cell.
  await press(page, 'End')
  await expect.poll(() => grid.evaluate((element) => element.scrollLeft)).toBeGreaterThan(50)
  await expect.poll(cellLeft).toBe(before)
  for (let step = 0; step < 8; step += 1) await press(page, 'ArrowLeft')
  await press(page, 'ControlOrMeta+End')
  await press(page, 'ControlOrMeta+ArrowUp')
  await expect.poll(cellLeft).toBe(before)
  await expectAccessible(page, 'frozen columns')
  await cell.hover()
  // Header and rows are aligned.
  const headerCell = grid.getByRole('columnheader', { name: 'POS number' })
  await expect.poll(async () => Math.round((await headerCell.boundingBox())?.x ?? -1)).toBe(before)
  await attachScreenshots(page, info, 'frozen')
  await app.close()

  const again = await start()
  const header = again.page
    .getByRole('grid', { name: 'Items' })
    .getByRole('columnheader', { name: 'Item', exact: true })
  await expect(header).toHaveCSS('position', 'sticky')
})

test('rows show their pictures when scrolling stops', async ({ startWithSample }, info) => {
  const { page } = await startWithSample()
  const grid = page.getByRole('grid', { name: 'Items' })
  await page.getByRole('button', { name: 'Row height' }).click()
  await page.getByRole('menuitemradio', { name: 'Large thumbnails' }).click()
  const loadedPictures = (): Promise<number> =>
    grid
      .locator('img')
      .evaluateAll(
        (pictures) =>
          pictures.filter((picture) => picture instanceof HTMLImageElement && picture.naturalWidth > 0)
            .length,
      )
  await expect.poll(loadedPictures).toBeGreaterThan(5)
  // The name is beside the picture, and inside its row.
  const row = grid.locator('.row[aria-rowindex="2"]')
  const boxOf = async (part: Locator): Promise<DOMRect> =>
    part.evaluate((element) => element.getBoundingClientRect())
  const picture = await boxOf(row.locator('.thumbnail'))
  const name = await boxOf(row.locator('.name-start'))
  const rowBox = await boxOf(row)
  expect(name.x).toBeGreaterThanOrEqual(picture.x + picture.width)
  expect(name.y + name.height).toBeLessThanOrEqual(rowBox.y + rowBox.height)
  await grid.focus()
  await press(page, 'ControlOrMeta+ArrowDown')
  await expect.poll(loadedPictures).toBeGreaterThan(3)
  await expectAccessible(page, 'rows with pictures')
  await attachScreenshots(page, info, 'pictures')
})
