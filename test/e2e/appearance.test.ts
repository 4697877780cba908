import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { attachScreenshots, chooseCampaign, chooseFormat, chooseTheme, resize } from './steps.ts'

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  test(`a theme change applies at once, without transitions (motion: ${reducedMotion})`, async ({
    startWithSample,
  }) => {
    const { page } = await startWithSample()
    await page.emulateMedia({ reducedMotion })
    await chooseTheme(page, 'Light')
    // Observes the change itself: a transition would have started by then.
    await page.evaluate(() => {
      const observed: { transitions: string[]; colors: string[] }[] = []
      Object.assign(globalThis, { observedThemes: observed })
      new MutationObserver(() => {
        observed.push({
          transitions: document
            .getAnimations()
            .filter((animation) => animation instanceof CSSTransition)
            .map(({ transitionProperty }) => transitionProperty),
          colors: [...document.querySelectorAll('body, main, [role=gridcell]')].map(
            (element) => getComputedStyle(element).color,
          ),
        })
      }).observe(document.documentElement, { attributeFilter: ['data-theme'] })
    })
    await chooseTheme(page, 'Dark')
    const observed = await page.evaluate(
      () =>
        (globalThis as unknown as { observedThemes: { transitions: string[]; colors: string[] }[] })
          .observedThemes,
    )
    expect(observed).toHaveLength(1)
    expect(observed[0]?.transitions).toEqual([])
    expect(observed[0]?.colors.length).toBeGreaterThan(10)
    for (const color of observed[0]?.colors ?? []) {
      const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/gu) ?? []).map(Number)
      expect((red + green + blue) / 3, color).toBeGreaterThan(140)
    }
  })
}

test('in high contrast, the active row and cell are visible, and a selected row is readable', async ({
  startWithSample,
}) => {
  const { page } = await startWithSample()
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  const grid = page.getByRole('grid', { name: 'Items' })
  const cell = grid.locator('[role=row][aria-rowindex="4"] [aria-colindex="4"]')
  const box = await cell.boundingBox()
  if (box === null) throw new Error('The cell is not visible')
  /** The cell without its border. */
  const inside = () =>
    page.screenshot({ clip: { x: box.x + 3, y: box.y + 3, width: box.width - 6, height: box.height - 6 } })
  const looksLike = (picture: Buffer) => expect.poll(async () => (await cell.screenshot()).equals(picture))
  await grid.focus()
  const elsewhere = await cell.screenshot()
  const text = await inside()
  for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
  await looksLike(elsewhere).toBe(false)
  const activeRow = await cell.screenshot()
  for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
  await looksLike(activeRow).toBe(false)
  await page.keyboard.press('Space')
  await expect(grid.locator('[role=row][aria-rowindex="4"]')).toHaveAttribute('aria-selected', 'true')
  await expect.poll(async () => (await inside()).equals(text)).toBe(true)
})

test('dialogs of a campaign have no accessibility violations, and no width scrolls sideways', async ({
  startWithSample,
}, info) => {
  const { app, page } = await startWithSample()
  await resize(app, 1280, 800)
  await page.locator('[role=row][aria-rowindex="4"]').click()
  await expect(page.getByRole('complementary', { name: 'Item details' })).toBeVisible()

  await page.getByRole('tab', { name: 'Checks' }).click()
  await page.getByRole('button', { name: 'New rule' }).click()
  await expectAccessible(page, 'rules of the checks')
  await attachScreenshots(page, info, 'rules')
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Artwork' }).click()
  await page.getByRole('button', { name: 'Captions' }).click()
  await expectAccessible(page, 'captions')
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Items' }).click()
  await page.getByRole('button', { name: 'Export', exact: true }).first().click()
  const preview = page.getByRole('region', { name: 'Preview' })
  const exportDialog = page.getByRole('dialog', { name: 'Export items' })
  await chooseFormat(exportDialog, 'CSV')
  await expect(preview.getByText('Read as dates: 3')).toBeVisible()
  await exportDialog.getByRole('button', { name: /^Options/u }).click()
  await expectAccessible(page, 'options of an export')
  await exportDialog.getByRole('button', { name: 'Edit' }).click()
  await expectAccessible(page, 'findings of an export')
  await attachScreenshots(page, info, 'findings')
  await exportDialog.getByRole('button', { name: 'Done' }).click()
  await chooseFormat(exportDialog, 'JSON')
  await expect(preview.getByRole('region', { name: 'Start of the file' })).toBeVisible()
  await expectAccessible(page, 'export of JSON')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('ControlOrMeta+J')
  await expect(page.getByRole('dialog', { name: 'Activity' })).toBeVisible()
  await expectAccessible(page, 'queue')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Complete/u }).click()
  await expectAccessible(page, 'downloaded copy')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Connection: / }).click()
  await page.getByRole('menuitem', { name: 'Automatic downloads…' }).click()
  await page.getByRole('checkbox', { name: 'At intervals' }).check({ force: true })
  await expectAccessible(page, 'automatic downloads')
  await page.keyboard.press('Escape')
  await chooseCampaign(page, 'Black Week 2026')
  await expectAccessible(page, 'not downloaded')
  await chooseCampaign(page, 'Kids Week')

  for (const width of [1920, 1280, 1000, 760]) {
    await resize(app, width, 800)
    await expect
      .poll(() =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      )
      .toBeLessThanOrEqual(0)
    await attachScreenshots(page, info, `width-${String(width)}`)
  }
})
