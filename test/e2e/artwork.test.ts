import type { Locator, Page } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { press } from './keys.ts'
import { artworkViewer, gridRowCount, resize } from './steps.ts'

/** Waits until the file is shown in place of its thumbnail, and returns its width on the screen. */
async function pictureWidth(page: Page): Promise<number> {
  const picture = artworkViewer(page).locator('.stage img + img.visible')
  await expect(picture).toBeVisible()
  return (await picture.boundingBox())?.width ?? 0
}

test('the viewer opens from the list, steps through the result, zooms, and returns to the item', async ({
  startWithSample,
}) => {
  const { page } = await startWithSample()
  const grid = page.getByRole('grid', { name: 'Items' })
  await grid.locator('[role=row][aria-rowindex="2"]').click()
  await page.keyboard.press('ControlOrMeta+Enter')

  await expect(artworkViewer(page).getByText('1 of 260').first()).toBeVisible()
  const fittedWidth = await pictureWidth(page)
  expect(fittedWidth).toBeGreaterThan(100)
  await press(page, 'Tab')
  await press(page, 'Shift+Tab')
  await expectAccessible(page, 'viewer')

  // Nothing is enlarged at first; then it is, and a quarter turn fits it again.
  await page.keyboard.press('+')
  await expect.poll(() => pictureWidth(page)).toBeGreaterThan(fittedWidth)
  await page.keyboard.press('f')
  await expect.poll(() => pictureWidth(page)).toBeCloseTo(fittedWidth, 0)
  const stage = await artworkViewer(page).locator('.stage').boundingBox()
  await page.mouse.move((stage?.x ?? 0) + (stage?.width ?? 0) / 3, (stage?.y ?? 0) + (stage?.height ?? 0) / 2)
  await page.mouse.wheel(0, -400)
  await expect.poll(() => pictureWidth(page)).toBeGreaterThan(fittedWidth * 1.5)
  await page.keyboard.press('r')
  await expect(artworkViewer(page).getByRole('button', { name: 'Fit to window' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )

  await page.keyboard.press('PageDown')
  await page.keyboard.press('ArrowRight')
  await expect(artworkViewer(page).getByText('3 of 260').first()).toBeVisible()

  // The film strip goes to any item, also to one that is scrolled into view.
  const strip = artworkViewer(page).getByRole('listbox', { name: 'Items' })
  const tile = (position: number): Locator => strip.locator(`[aria-posinset="${String(position)}"]`)
  await expect(tile(3)).toHaveAttribute('aria-selected', 'true')
  await tile(5).click()
  await expect(artworkViewer(page).getByText('5 of 260').first()).toBeVisible()
  await strip.hover()
  await page.mouse.wheel(0, 92 * 120)
  await expect(tile(125)).toBeVisible()
  await expect(tile(5)).toHaveCount(0)
  await tile(125).click()
  await expect(artworkViewer(page).getByText('125 of 260').first()).toBeVisible()
  await strip.focus()
  await page.keyboard.press('Home')
  await expect(tile(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(artworkViewer(page).getByText('3 of 260').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(artworkViewer(page)).toBeHidden()
  await expect(grid).toBeFocused()
  await expect(page.getByRole('complementary', { name: 'Item details' })).toContainText('3 of 260')
})

test('on a touch screen, the viewer zooms by two fingers, and goes to the next item by a swipe', async ({
  startWithSample,
}) => {
  const { app, page } = await startWithSample()
  await resize(app, 1280, 800)
  await page.getByRole('grid', { name: 'Items' }).locator('[role=row][aria-rowindex="2"]').click()
  // Before the viewer opens: its controls are larger then.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 })
  await page.keyboard.press('ControlOrMeta+Enter')
  const fittedWidth = await pictureWidth(page)
  const stage = await artworkViewer(page).locator('.stage').boundingBox()
  if (stage === null) throw new Error('The stage is not visible')
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...positions: number[]): Promise<unknown> =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: positions.map((x, id) => ({ id, x, y: stage.y + stage.height / 2 })),
    })
  const middle = stage.x + stage.width / 2
  await touch('touchStart', middle - 80, middle + 80)
  for (const by of [100, 120, 140, 160]) await touch('touchMove', middle - by, middle + by)
  await touch('touchEnd')
  await expect.poll(() => pictureWidth(page)).toBeCloseTo(2 * fittedWidth, 0)

  await page.keyboard.press('f')
  await touch('touchStart', middle + 200)
  for (const by of [100, 0, -100]) await touch('touchMove', middle + by)
  await touch('touchEnd')
  await expect(artworkViewer(page).getByText('2 of 260').first()).toBeVisible()

  // Every target is large enough for a finger.
  const smallTargets = await artworkViewer(page)
    .locator('button, [role=slider], [role=option]')
    .evaluateAll((targets) =>
      targets.flatMap((target) => {
        const { width, height } = target.getBoundingClientRect()
        return width < 40 || height < 40 ? [target.outerHTML.slice(0, 160)] : []
      }),
    )
  expect(smallTargets).toEqual([])
})

test('the contact sheet shows the list as pictures, is used by keyboard, and remembers its size', async ({
  start,
  startWithSample,
}) => {
  const { app, page } = await startWithSample()
  await page.keyboard.press('ControlOrMeta+3')
  const sheet = page.getByRole('listbox', { name: 'Items as pictures' })
  await expect(sheet.locator('img.visible').first()).toBeVisible()

  await sheet.focus()
  await press(page, 'ArrowRight')
  await press(page, 'ArrowDown')
  await press(page, 'Space')
  await expect(sheet.getByRole('option', { selected: true })).toHaveCount(1)
  await expect(sheet.getByRole('option', { selected: true })).toHaveText(/./u)
  await press(page, 'Control+End')
  await press(page, 'Control+Home')
  await expectAccessible(page, 'contact sheet')

  const itemsPerLine = (): Promise<number> =>
    sheet.getByRole('option').evaluateAll((options) => {
      const tops = options.map((option) => option.getBoundingClientRect().top)
      return tops.filter((top) => Math.abs(top - (tops[0] ?? 0)) < 1).length
    })
  const before = await itemsPerLine()
  await page.getByRole('slider', { name: 'Picture size' }).fill('80')
  await expect.poll(itemsPerLine).toBeGreaterThan(before)

  // Typing searches as in the list; the Items tab shows the same list.
  await sheet.focus()
  await page.keyboard.type('poster')
  await expect(page.getByRole('searchbox', { name: 'Search items…' })).toHaveValue('poster')
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Items' }).click()
  await expect.poll(() => gridRowCount(page)).toBe(260)
  await page.getByRole('tab', { name: 'Artwork' }).click()
  await page.locator('main').getByRole('option').nth(2).dblclick()
  await expect(artworkViewer(page)).toBeVisible()
  await page.keyboard.press('PageDown')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeFocused()
  await expect(page.getByRole('complementary', { name: 'Item details' })).toContainText('4 of 260')

  // All items also have a contact sheet, and the size is restored after a restart.
  await page.getByRole('option', { name: /^All items/u }).click()
  await expect(page.getByRole('tab', { name: 'Artwork' })).toHaveAttribute('aria-selected', 'true')
  await app.close()
  const again = await start()
  await expect(again.page.getByRole('slider', { name: 'Picture size' })).toHaveValue('80')
})

test('groups of the contact sheet collapse and expand with those of the list, by keyboard and mouse', async ({
  startWithSample,
}) => {
  const { page } = await startWithSample()
  await page.keyboard.press('ControlOrMeta+3')
  await page.getByRole('button', { name: 'Group', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Element' }).click()
  const sheet = page.getByRole('tree', { name: 'Items as pictures' })
  const groupHeader = (group: number): Locator =>
    sheet.locator(`[aria-level="1"][aria-posinset="${String(group)}"]`)
  await expect(groupHeader(1)).toContainText(/items · quantity/u)
  await expect(groupHeader(1)).toHaveAttribute('aria-expanded', 'true')

  // In the last line of a group, items are as wide as in the others.
  await sheet.focus()
  await press(page, 'Control+End')
  const widths = (): Promise<number[]> =>
    sheet
      .locator('[aria-level="2"]')
      .evaluateAll((cells) => [
        ...new Set(cells.map((cell) => Math.round(cell.getBoundingClientRect().width))),
      ])
  await expect.poll(async () => (await widths()).length).toBe(1)

  // The group header is reached by keys: it collapses its group, and the next one follows.
  await press(page, 'Control+Home')
  await expect(groupHeader(1)).toHaveClass(/active/u)
  await press(page, 'Enter')
  await expect(groupHeader(1)).toHaveAttribute('aria-expanded', 'false')
  await expect(artworkViewer(page)).toBeHidden()
  await press(page, 'ArrowDown')
  await expect(groupHeader(2)).toHaveClass(/active/u)
  await press(page, 'ArrowRight')
  await press(page, 'Enter')
  await expect(artworkViewer(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(artworkViewer(page)).toBeHidden()

  // Groups collapsed here are collapsed in the list, and vice versa.
  await page.getByRole('tab', { name: 'Items' }).click()
  const rows = page.getByRole('treegrid', { name: 'Items' })
  await expect(rows.locator('[aria-level="1"][aria-posinset="1"]')).toHaveAttribute('aria-expanded', 'false')
  await rows.locator('[aria-level="1"][aria-posinset="1"]').click()
  await page.getByRole('tab', { name: 'Artwork' }).click()
  await expect(groupHeader(1)).toHaveAttribute('aria-expanded', 'true')
  const count = parseInt((await groupHeader(1).locator('.sum').textContent()) ?? '', 10)
  await expect(sheet.locator('[aria-level="2"]').first()).toHaveAttribute('aria-setsize', String(count))
  await groupHeader(1).locator('.check').click()
  await expect(page.getByText(`${String(count)} selected`)).toBeVisible()
  await groupHeader(1).click()
  await expect(groupHeader(1)).toHaveAttribute('aria-expanded', 'false')
})
