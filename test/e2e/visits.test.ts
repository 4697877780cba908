import type { Locator, Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { chooseCampaign, resize, waitForList } from './steps.ts'

const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Items' })
const pane = (page: Page): Locator => page.getByRole('region', { name: 'Overview' })
const scrollOf = (part: Locator): Promise<readonly number[]> =>
  part.evaluate((element) => [element.scrollTop, element.scrollLeft])

/** Scrolls as soon as there is enough to scroll, and waits until the list has drawn the position. */
async function scrollTo(page: Page, part: Locator, top: number, left = 0): Promise<void> {
  await expect
    .poll(async () => {
      await part.evaluate((element, [y, x]) => element.scrollTo(x, y), [top, left] as const)
      return await scrollOf(part)
    })
    .toEqual([top, left])
  await expect(page.locator('.placeholder')).toHaveCount(0)
}

/** The indexes of the drawn rows that are selected, or not. */
const rowsBySelection = (page: Page, selected: boolean): Promise<readonly (string | null)[]> =>
  grid(page)
    .locator(`[role=row][aria-selected=${String(selected)}]`)
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-rowindex')).sort())

test('Back and Forward show each view as it was left', async ({ startWithSample }) => {
  const { app, page } = await startWithSample()
  await resize(app, 1_280, 800)
  await waitForList(page)
  await grid(page).focus()
  await page.keyboard.press('ControlOrMeta+Home')
  for (let row = 0; row < 4; row += 1) await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  const selected = await rowsBySelection(page, true)
  expect(selected.length).toBeGreaterThan(1)
  await scrollTo(page, grid(page), 37, 55)

  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(pane(page)).toBeVisible()
  await scrollTo(page, pane(page), 61)

  await chooseCampaign(page, 'All items')
  await waitForList(page)
  await expect.poll(() => scrollOf(grid(page))).toEqual([0, 0])

  await page.keyboard.press('Alt+ArrowLeft')
  await expect(pane(page)).toBeVisible()
  await expect.poll(() => scrollOf(pane(page))).toEqual([61, 0])

  await page.keyboard.press('Alt+ArrowLeft')
  await waitForList(page)
  await expect.poll(() => scrollOf(grid(page))).toEqual([37, 55])
  await expect.poll(() => rowsBySelection(page, true)).toEqual(selected)

  await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(() => scrollOf(pane(page))).toEqual([61, 0])
})

test('Back between lists restores their scroll position and their selection', async ({ startWithSample }) => {
  const { app, page } = await startWithSample()
  await resize(app, 1_280, 800)
  await waitForList(page)
  await grid(page).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.press('Space')
  await expect.poll(() => rowsBySelection(page, false)).toEqual(['2'])
  await scrollTo(page, grid(page), 123)
  await chooseCampaign(page, 'All items')
  await waitForList(page)
  await page.getByRole('tab', { name: 'Artwork' }).click()
  await expect(page.getByRole('listbox', { name: 'Items as pictures' })).toBeVisible()
  await page.keyboard.press('Alt+ArrowLeft')
  await page.keyboard.press('Alt+ArrowLeft')
  await waitForList(page)
  await expect.poll(() => scrollOf(grid(page))).toEqual([123, 0])
  await scrollTo(page, grid(page), 0)
  await expect.poll(() => rowsBySelection(page, false)).toEqual(['2'])
})
