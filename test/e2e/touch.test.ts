import type { CDPSession, Locator, Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { chooseCampaign, resize, waitForList } from './steps.ts'

const MIN_TARGET = 40
const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Items' })
const menu = (page: Page): Locator => page.getByRole('menu')

/**
 * Emulates a touch screen, whose main pointer is a finger. Resolves when the rows are as high as it needs.
 */
async function emulateTouch(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 })
  const [width, height] = await page.evaluate(() => [innerWidth, innerHeight] as const)
  await session.send('Emulation.setDeviceMetricsOverride', {
    width,
    height,
    deviceScaleFactor: 1,
    mobile: true,
  })
  const row = grid(page).locator('.row[aria-rowindex="2"]')
  await expect.poll(async () => (await row.boundingBox())?.height).toBeGreaterThanOrEqual(MIN_TARGET)
  return session
}

async function centerOf(target: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await target.boundingBox()
  if (box === null) throw new Error('The target is not in view.')
  return { x: box.x + Math.min(box.width, 200) / 2, y: box.y + box.height / 2 }
}

const touch = (
  session: CDPSession,
  type: 'touchStart' | 'touchMove',
  x: number,
  y: number,
): Promise<unknown> => session.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] })
const lift = (session: CDPSession): Promise<unknown> =>
  session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })

test('a long press opens the menu of a row, a campaign and a picture', async ({ startWithSample }) => {
  const { app, page } = await startWithSample()
  await resize(app, 1_280, 800)
  await waitForList(page)
  const session = await emulateTouch(page)
  const row = grid(page).locator('.row[aria-rowindex="4"]')
  const campaign = page.getByRole('navigation', { name: 'Campaigns' }).getByText('Kids Week')

  for (const target of [row, campaign]) {
    const { x, y } = await centerOf(target)
    await touch(session, 'touchStart', x, y)
    await expect(menu(page)).toBeVisible()
    await lift(session)
    // Lifting the finger chooses nothing.
    await expect(menu(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu(page)).toHaveCount(0)
  }
  await expect(row).toHaveAttribute('aria-selected', 'true')

  await page.getByRole('tab', { name: 'Artwork' }).click()
  const picture = page.getByRole('option', { selected: false }).last()
  const { x, y } = await centerOf(page.locator('.sheet .cell').first())
  await expect(picture).toBeAttached()
  await touch(session, 'touchStart', x, y)
  await expect(menu(page)).toBeVisible()
  await lift(session)
})

test('scrolling by finger opens no menu and selects nothing; a tap selects', async ({ startWithSample }) => {
  const { app, page } = await startWithSample()
  await resize(app, 1_280, 800)
  await waitForList(page)
  const session = await emulateTouch(page)
  const rows = grid(page).locator('.row[aria-selected=true]')
  const tapped = await centerOf(grid(page).locator('.row[aria-rowindex="9"]'))
  await touch(session, 'touchStart', tapped.x, tapped.y)
  await expect(rows).toHaveCount(0)
  await lift(session)
  await expect(rows).toHaveAttribute('aria-rowindex', '9')

  const { x, y } = await centerOf(grid(page).locator('.row[aria-rowindex="6"]'))
  await touch(session, 'touchStart', x, y)
  for (let step = 1; step <= 20; step += 1) await touch(session, 'touchMove', x, y - step * 6)
  await expect.poll(() => grid(page).evaluate((element) => element.scrollTop)).toBeGreaterThan(20)
  await lift(session)
  await expect(rows).toHaveAttribute('aria-rowindex', '9')
  await expect(menu(page)).toHaveCount(0)
})

test('targets are at least 40 pixels high for a finger', async ({ startWithSample }) => {
  const { app, page } = await startWithSample()
  await resize(app, 1_280, 800)
  await waitForList(page)
  await emulateTouch(page)
  const smallTargets = (): Promise<readonly string[]> =>
    page.evaluate((min) => {
      const selector =
        'button, select, [role=tab], [role=menuitem], [role=option], .checkbox, .row:not(.header)'
      return [...document.querySelectorAll<HTMLElement>(selector)]
        .filter((element) => element.checkVisibility() && element.getBoundingClientRect().width > 1)
        .filter((element) => element.getBoundingClientRect().height < min - 0.5)
        .map((element) => {
          const name = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 30)
          return `${name}: ${String(element.getBoundingClientRect().height)} (${element.className})`
        })
    }, MIN_TARGET)
  await expect.poll(smallTargets, 'items').toEqual([])
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Columns' })).toBeVisible()
  await expect.poll(smallTargets, 'columns').toEqual([])
  await page.keyboard.press('Escape')
  await chooseCampaign(page, 'Lunar New Year')
  await expect.poll(smallTargets, 'a campaign that is not downloaded').toEqual([])
  await page.keyboard.press('ControlOrMeta+,')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect.poll(smallTargets, 'settings').toEqual([])
})
