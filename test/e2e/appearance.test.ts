import type { Page } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { attachScreenshot, chooseCampaign, chooseTheme, openSample, resize } from './steps.ts'

/** The mean of red, green and blue of the background, 0 to 255. */
const backgroundBrightness = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const [red = 0, green = 0, blue = 0] = (
      getComputedStyle(document.body).backgroundColor.match(/[\d.]+/gu) ?? []
    ).map(Number)
    return (red + green + blue) / 3
  })

test('the first screen has no accessibility violations in light and dark', async ({ start }, info) => {
  const { app, page } = await start()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await resize(app, 1280, 800)
  for (const theme of ['Light', 'Dark'] as const) {
    await chooseTheme(page, theme)
    await expectAccessible(page, theme)
    await attachScreenshot(page, info, `first-${theme}`)
  }
})

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  test(`a theme change applies at once, without transitions (motion: ${reducedMotion})`, async ({
    start,
  }) => {
    const { page } = await start()
    await page.emulateMedia({ reducedMotion })
    await openSample(page, 'Kids Week')
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

test('every view has no accessibility violations in light and dark, and never scrolls sideways', async ({
  start,
}, info) => {
  const { app, page } = await start()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await resize(app, 1280, 800)
  await openSample(page, 'Kids Week')
  await page.locator('[role=row][aria-rowindex="4"]').click()
  await expect(page.getByRole('complementary', { name: 'Item details' })).toBeVisible()

  for (const theme of ['Light', 'Dark'] as const) {
    await chooseTheme(page, theme)
    const brightness = expect.poll(() => backgroundBrightness(page))
    await (theme === 'Light' ? brightness.toBeGreaterThan(200) : brightness.toBeLessThan(60))
    for (const tab of ['Items', 'Overview', 'Artwork', 'Changes', 'Checks']) {
      await page.getByRole('tab', { name: tab }).click()
      await expectAccessible(page, `${tab}, ${theme}`)
      await attachScreenshot(page, info, `${tab}-${theme}`)
    }
    await page.getByRole('button', { name: 'Change the rules…' }).click()
    await page.getByRole('button', { name: 'Add a check' }).click()
    await expectAccessible(page, `rules of the checks, ${theme}`)
    await attachScreenshot(page, info, `rules-${theme}`)
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Artwork' }).click()
    await page.getByRole('button', { name: 'Captions' }).click()
    await expectAccessible(page, `captions, ${theme}`)
    await page.keyboard.press('Escape')
    await page.getByRole('listbox', { name: 'Items as pictures' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog').locator('img.visible')).toBeVisible()
    await expectAccessible(page, `viewer, ${theme}`)
    await attachScreenshot(page, info, `Viewer-${theme}`)
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Items' }).click()
    await page.getByRole('button', { name: 'Export', exact: true }).first().click()
    await expectAccessible(page, `Export, ${theme}`)
    await attachScreenshot(page, info, `Export-${theme}`)
    const preview = page.getByRole('region', { name: 'Look before writing' })
    await page.getByRole('radio', { name: 'CSV', exact: true }).check({ force: true })
    await expect(preview.getByText('3 texts become dates')).toBeVisible()
    await page.getByText('Order of the columns').click()
    await expectAccessible(page, `findings of an export, ${theme}`)
    await attachScreenshot(page, info, `findings-${theme}`)
    await page.getByRole('radio', { name: 'JSON', exact: true }).check({ force: true })
    await expect(
      preview.getByText('In this file').or(preview.getByText('Every value comes out as it is.').last()),
    ).toBeVisible()
    await expectAccessible(page, `export of JSON, ${theme}`)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.keyboard.press('ControlOrMeta+J')
    await expect(page.getByRole('dialog', { name: 'Downloads and exports' })).toBeVisible()
    await expectAccessible(page, `queue, ${theme}`)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Complete/u }).click()
    await expectAccessible(page, `downloaded copy, ${theme}`)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Connection: / }).click()
    await page.getByRole('menuitem', { name: 'Automatic downloads…' }).click()
    await page.getByRole('checkbox', { name: 'By the clock' }).check({ force: true })
    await expectAccessible(page, `automatic downloads, ${theme}`)
    await page.keyboard.press('Escape')
    await chooseCampaign(page, 'Black Week 2026')
    await expectAccessible(page, `not downloaded, ${theme}`)
    await chooseCampaign(page, 'Kids Week')
  }

  for (const width of [1920, 1280, 1000, 760]) {
    await resize(app, width, 800)
    await expect
      .poll(() =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      )
      .toBeLessThanOrEqual(0)
    await attachScreenshot(page, info, `width-${String(width)}`)
  }
})
