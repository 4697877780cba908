import type { ElectronApplication, Locator, Page, TestInfo } from 'playwright/test'
import { activateLanguage, messages } from '../../electron/contract/messages.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { layoutFaults } from './layout-faults.ts'
import { attachScreenshots, resize } from './steps.ts'

interface Edges {
  readonly left: number
  readonly right: number
  readonly middle: number
}

const headers = (page: Page): Locator => page.getByRole('grid').getByRole('columnheader')

async function edgesOf(element: Locator): Promise<Edges> {
  return await element.evaluate((each) => {
    const { left, right, top, height } = each.getBoundingClientRect()
    return { left, right, middle: top + height / 2 }
  })
}

/** Expects an element to be entirely inside the window. */
async function expectInside(element: Locator): Promise<void> {
  await expect(element).toBeVisible()
  await expect
    .poll(() =>
      element.evaluate((each) => {
        const { left, top, right, bottom } = each.getBoundingClientRect()
        return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
      }),
    )
    .toBe(true)
}

/** Chooses the mirrored pseudo-locale in the settings, and activates it in this process too. */
async function mirror(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+,')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('English, mirrored')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await activateLanguage('ar-XB')
  await expect(page.getByRole('dialog', { name: messages.settings.title })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

const openTab = (page: Page, name: string): Promise<void> => page.getByRole('tab', { name }).click()

/** Opens an entry of the navigation. */
async function openPlace(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').getByText(name, { exact: true }).first().click()
}

test.afterEach(async () => {
  await activateLanguage('en')
})

test('the list is mirrored: columns, keys, drags and menus', async ({ startWithSample }) => {
  const { app, page } = await startWithSample()
  await resize(app, 1_024, 640)
  await mirror(page)
  const grid = page.getByRole('grid')
  const header = headers(page)

  await test.step('the first column is at the right, campaigns are too, and details are at the left', async () => {
    const [first, second] = [await edgesOf(header.nth(1)), await edgesOf(header.nth(2))]
    expect(first.left).toBeGreaterThanOrEqual(second.right - 1)
    const main = await edgesOf(page.getByRole('main'))
    expect((await edgesOf(page.locator('#pane-campaigns'))).left).toBeGreaterThanOrEqual(main.right - 1)
    await page.keyboard.press('ControlOrMeta+i')
    const details = page.locator('#pane-details')
    await expectInside(details)
    expect((await edgesOf(details)).left).toBe(0)
    await expectAccessible(page, 'the list with details')
    await page.keyboard.press('ControlOrMeta+i')
    await expect(details).toBeHidden()
  })

  await test.step('dates are divided before their time', async () => {
    await expect(grid.locator('.cell.dateTime .date').first()).toHaveText(/\d$/u)
    await expect(grid.locator('.cell.dateTime .time').first()).toHaveText(/\d:\d/u)
  })

  await test.step('the last column is at the left, by keyboard and by wheel', async () => {
    const last = header.last()
    const isLastVisible = async (): Promise<boolean> => {
      const [column, view] = [await edgesOf(last), await edgesOf(grid)]
      return column.left >= view.left - 1 && column.right <= view.right + 1
    }
    expect(await isLastVisible()).toBe(false)
    await grid.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await expect.poll(isLastVisible).toBe(true)
    const cell = grid.locator('.active-cell')
    await expectInside(cell)
    expect(Math.abs((await edgesOf(cell)).left - (await edgesOf(last)).left)).toBeLessThan(1)
    await page.keyboard.press('Home')
    await expect.poll(isLastVisible).toBe(false)
    const { middle } = await edgesOf(header.nth(2))
    await page.mouse.move((await edgesOf(header.nth(2))).left + 20, middle + 60)
    await page.mouse.wheel(-3_000, 0)
    await expect.poll(isLastVisible).toBe(true)
    await page.mouse.wheel(3_000, 0)
    await expect.poll(isLastVisible).toBe(false)
  })

  await test.step('the border of a column follows the pointer', async () => {
    const column = header.nth(2)
    const before = await edgesOf(column)
    const from = before.left + 1
    await page.mouse.move(from, before.middle)
    await page.mouse.down()
    await page.mouse.move(from + 30, before.middle, { steps: 6 })
    await expect.poll(async () => Math.round((await edgesOf(column)).left)).toBe(Math.round(before.left) + 30)
    await page.mouse.move(from - 20, before.middle, { steps: 6 })
    await expect.poll(async () => Math.round((await edgesOf(column)).left)).toBe(Math.round(before.left) - 20)
    await page.mouse.up()
    expect((await edgesOf(column)).right).toBe(before.right)
  })

  await test.step('a column moves to where it is dropped', async () => {
    const names = (): Promise<readonly string[]> => header.allTextContents()
    const [, first = '', second = ''] = await names()
    const [source, target] = [await edgesOf(header.nth(2)), await edgesOf(header.nth(1))]
    await page.mouse.move(source.right - 40, source.middle)
    await page.mouse.down()
    await page.mouse.move(target.right - 10, target.middle, { steps: 8 })
    await page.mouse.up()
    await expect.poll(async () => (await names()).slice(1, 3)).toEqual([second, first])
  })

  await test.step('menus open inside the window, at the left of the pointer', async () => {
    const target = await edgesOf(header.nth(1))
    await page.mouse.click(target.right - 30, target.middle, { button: 'right' })
    const menu = page.getByRole('menu')
    await expectInside(menu)
    expect(Math.abs((await edgesOf(menu)).right - (target.right - 30))).toBeLessThan(2)
    await expectAccessible(page, 'the menu of a column')
    await page.getByRole('menuitem', { name: messages.items.columns.moveLeft, exact: true }).press('Enter')
    await expect(menu).toHaveCount(0)
    const cell = grid.getByRole('row').nth(3).getByRole('gridcell').nth(1)
    await cell.click({ button: 'right' })
    await expectInside(menu)
    expect((await edgesOf(menu)).right).toBeLessThanOrEqual((await edgesOf(cell)).right)
    await page.keyboard.press('Escape')
  })
})

/** Expects that nothing is cut off, overlaps or is outside, and axe finds nothing. */
async function expectWhole(
  app: ElectronApplication,
  page: Page,
  info: TestInfo,
  name: string,
  part: 'window' | 'dialogs' = 'window',
): Promise<void> {
  if (part === 'window')
    for (const [width, height] of [
      [1_440, 900],
      [1_024, 640],
    ] as const) {
      await resize(app, width, height)
      await expect.poll(() => layoutFaults(page, part), `${name}, ${String(width)} pixels`).toEqual([])
    }
  else await expect.poll(() => layoutFaults(page, part), name).toEqual([])
  await expectAccessible(page, name)
  await attachScreenshots(page, info, name)
}

test('views and dialogs are whole from right to left', async ({ startWithSample }, info) => {
  const { app, page } = await startWithSample()
  await resize(app, 1_024, 640)
  await mirror(page)
  const { details, places } = messages.campaigns
  const tabs = [
    details.overview,
    messages.artwork.tab,
    messages.changes.tab,
    messages.checks.tab,
    details.statistics,
    details.items,
  ]
  for (const name of tabs) {
    await openTab(page, name)
    await expectWhole(app, page, info, name)
  }

  for (const [name, keys] of [
    ['export', 'ControlOrMeta+e'],
    ['settings', 'ControlOrMeta+,'],
    ['palette', 'ControlOrMeta+k'],
    ['activity', 'ControlOrMeta+j'],
    ['shortcuts', '?'],
  ] as const) {
    await page.getByRole('grid').focus()
    await page.keyboard.press(keys)
    const floating = page.locator('dialog[open], [popover]:popover-open:not(.tooltip)')
    await expectInside(floating.first())
    await expectWhole(app, page, info, name, 'dialogs')
    await page.keyboard.press('Escape')
    await expect(floating).toHaveCount(0)
  }

  await test.step('the viewer moves on to the left', async () => {
    await page.getByRole('grid').focus()
    await page.keyboard.press('ControlOrMeta+Home')
    await page.keyboard.press('ControlOrMeta+Enter')
    const viewer = page.locator('dialog[data-viewer]')
    await expect(viewer).toBeVisible()
    const texts = messages.artwork.viewer
    const [previous, next] = [texts.previous, texts.next].map((name) =>
      viewer.locator('.step').getByRole('button', { name }),
    )
    if (previous === undefined || next === undefined) throw new Error('There are no buttons.')
    expect((await edgesOf(previous)).left).toBeGreaterThan((await edgesOf(next)).right)
    await expect(previous).toBeDisabled()
    await page.keyboard.press('ArrowLeft')
    await expect(previous).toBeEnabled()
    await page.keyboard.press('ArrowRight')
    await expect(previous).toBeDisabled()
    await expectAccessible(page, 'viewer')
    await page.keyboard.press('Escape')
  })

  await test.step('a toast in the review mode is inside the window', async () => {
    await page.getByRole('grid').focus()
    await page.keyboard.press('ControlOrMeta+Shift+Enter')
    await expect(page.getByRole('button', { name: messages.review.single.next })).toBeVisible()
    await expectWhole(app, page, info, 'review')
    await page.keyboard.press('1')
    await expectInside(page.locator('.toast'))
    await page.keyboard.press('Escape')
  })

  await openPlace(page, places.home)
  await expectWhole(app, page, info, 'home')
  await openPlace(page, places.campaigns)
  await expectWhole(app, page, info, 'campaigns')
  await openTab(page, details.timeline)
  await expectWhole(app, page, info, 'timeline')

  await test.step('the timeline has the names at the right, and dates under their labels', async () => {
    const name = await edgesOf(page.getByRole('grid').getByRole('rowheader').first())
    const canvas = await edgesOf(page.getByRole('grid').locator('canvas'))
    expect(Math.abs(name.left - canvas.right)).toBeLessThan(2)
    const axis = await edgesOf(page.locator('.axis .plot'))
    expect([axis.left, axis.right]).toEqual([canvas.left, canvas.right])
  })
})
