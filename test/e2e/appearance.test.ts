import type { Page, TestInfo } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { chooseCampaign, chooseTheme, openSample, resize } from './steps.ts'

async function attachScreenshot(page: Page, info: TestInfo, name: string): Promise<void> {
  await info.attach(name, {
    body: await page.screenshot({ path: info.outputPath(`${name}.png`) }),
    contentType: 'image/png',
  })
}

const luminance = (page: Page): Promise<number> =>
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
    // Read when the theme changes: a transition would have started by then.
    await page.evaluate(() => {
      const seen: { transitions: string[]; colors: string[] }[] = []
      Object.assign(globalThis, { seenChanges: seen })
      new MutationObserver(() => {
        seen.push({
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
    const seen = await page.evaluate(
      () =>
        (globalThis as unknown as { seenChanges: { transitions: string[]; colors: string[] }[] }).seenChanges,
    )
    expect(seen).toHaveLength(1)
    expect(seen[0]?.transitions).toEqual([])
    expect(seen[0]?.colors.length).toBeGreaterThan(10)
    for (const color of seen[0]?.colors ?? []) {
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

  const found = new Map<string, number>()
  for (const theme of ['Light', 'Dark'] as const) {
    await chooseTheme(page, theme)
    found.set(theme, await luminance(page))
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
    const look = page.getByRole('region', { name: 'Look before writing' })
    await page.getByRole('radio', { name: 'CSV', exact: true }).check({ force: true })
    await expect(look.getByText('3 texts become dates')).toBeVisible()
    await page.getByText('Order of the columns').click()
    await expectAccessible(page, `findings of an export, ${theme}`)
    await attachScreenshot(page, info, `findings-${theme}`)
    await page.getByRole('radio', { name: 'JSON', exact: true }).check({ force: true })
    await expect(
      look.getByText('In this file').or(look.getByText('Every value comes out as it is.').last()),
    ).toBeVisible()
    await expectAccessible(page, `export of JSON, ${theme}`)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.keyboard.press('ControlOrMeta+J')
    await expect(page.getByRole('dialog', { name: 'Downloads and exports' })).toBeVisible()
    await expectAccessible(page, `queue, ${theme}`)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Complete copy/u }).click()
    await expectAccessible(page, `seal, ${theme}`)
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
  expect(found.get('Light')).toBeGreaterThan(200)
  expect(found.get('Dark')).toBeLessThan(60)

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
