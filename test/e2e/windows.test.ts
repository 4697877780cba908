import type { ElectronApplication, Page } from 'playwright/test'
import { expect, test, waitUntilReady } from './fixtures.ts'
import {
  chooseCampaign,
  chooseTheme,
  downloadCampaign,
  gridRowCount,
  openSample,
  reviewProgress,
  rowCheckBox,
  waitForFewerRows,
  waitForList,
  writeNote,
} from './steps.ts'

/** The pages of windows; hidden pages draw pictures. */
const windowsOf = (app: ElectronApplication): readonly Page[] =>
  app.windows().filter((page) => page.url().startsWith('campaign-desk://app/'))

/** Returns the window that an action opens. */
async function openWindow(app: ElectronApplication, action: () => Promise<void>): Promise<Page> {
  const before = windowsOf(app)
  await action()
  await expect.poll(() => windowsOf(app).length).toBe(before.length + 1)
  const opened = windowsOf(app).find((page) => !before.includes(page))
  if (opened === undefined) throw new Error('No window was opened.')
  await waitUntilReady(opened)
  return opened
}

/** Opens what a window shows in another one. */
function duplicate(app: ElectronApplication, page: Page): Promise<Page> {
  return openWindow(app, () => page.keyboard.press('ControlOrMeta+Shift+N'))
}

/** Quits as the menu does, and waits until the application has ended. */
async function quit(app: ElectronApplication): Promise<void> {
  const closed = app.waitForEvent('close')
  await app.evaluate(({ app: electron }) => electron.quit())
  await closed
}

const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })
const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search items…' })
const grid = (page: Page) => page.getByRole('grid', { name: 'Items' })

test('two windows show different lists and stay in step', async ({ start }) => {
  const { app, page } = await start()
  await openSample(page, 'Lunar New Year')
  await downloadCampaign(page, 'Kids Week')
  const other = await duplicate(app, page)
  await expect(heading(other)).toHaveText(/Kids Week/u)
  await waitForList(other)
  const total = await gridRowCount(other)

  await test.step('a search concerns its window only', async () => {
    await searchBox(page).fill('poster')
    await waitForFewerRows(page, total)
    await expect.poll(() => gridRowCount(other)).toBe(total)
    await expect(searchBox(other)).toHaveValue('')
    await searchBox(page).fill('')
    await expect.poll(() => gridRowCount(page)).toBe(total)
  })

  await test.step('a mark appears in both', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+m')
    await expect(reviewProgress(other)).toBeVisible()
    await grid(page).focus()
    await page.keyboard.press('1')
    await expect(rowCheckBox(page, 0)).toHaveAccessibleName(/OK/u)
    await expect(rowCheckBox(other, 0)).toHaveAccessibleName(/OK/u)
  })

  await test.step('a note typed in one is shown in the other', async () => {
    await grid(other).focus()
    await other.keyboard.press('Home')
    await grid(page).focus()
    await page.keyboard.press('ControlOrMeta+Home')
    await writeNote(page, 'Check the color')
    await expect(other.getByRole('textbox', { name: 'Note' })).toHaveValue('Check the color')
  })

  await test.step('each undoes its own actions', async () => {
    await grid(other).focus()
    await other.keyboard.press('ControlOrMeta+End')
    await other.keyboard.press('2')
    await expect(rowCheckBox(other, total - 1)).toHaveAccessibleName(/problem/iu)
    await grid(page).focus()
    await page.keyboard.press('ControlOrMeta+End')
    await expect(rowCheckBox(page, total - 1)).toHaveAccessibleName(/problem/iu)
    await page.keyboard.press('ControlOrMeta+Home')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('')
    await expect(rowCheckBox(other, total - 1)).toHaveAccessibleName(/problem/iu)
  })

  await test.step('the theme changes in both', async () => {
    await chooseTheme(page, 'Dark')
    await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')
  })

  await test.step('a removed campaign disappears from both', async () => {
    await page
      .getByRole('navigation', { name: 'Campaigns' })
      .getByText('Kids Week')
      .first()
      .click({ button: 'right' })
    await page.getByRole('menuitem', { name: /^Remove from this computer/u }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(heading(other)).not.toHaveText(/Kids Week/u)
    await expect(other.getByRole('navigation', { name: 'Campaigns' }).getByText('Kids Week')).toHaveCount(0)
  })
})

test('a menu opens a campaign or all items in another window', async ({ startWithSample }) => {
  const { app, page } = await startWithSample()
  const campaigns = page.getByRole('navigation', { name: 'Campaigns' })
  for (const [line, title] of [
    ['Lunar New Year', /Lunar New Year/u],
    ['All items', /All items/u],
  ] as const) {
    await campaigns.getByText(line).first().click({ button: 'right' })
    const opened = await openWindow(app, () =>
      page.getByRole('menuitem', { name: 'Open in new window' }).click(),
    )
    await expect(heading(opened)).toHaveText(title)
  }
  await expect(heading(page)).toHaveText(/Kids Week/u)
  expect(windowsOf(app)).toHaveLength(3)
})

test('closing a window saves its state, and the other one continues', async ({ startWithSample }) => {
  const { app, page } = await startWithSample()
  await page.keyboard.press('ControlOrMeta+Shift+m')
  const other = await duplicate(app, page)
  await waitForList(other)
  await grid(other).focus()
  await other.keyboard.press('F2')
  await other.getByRole('textbox', { name: 'Note' }).pressSequentially('typed last')
  const closed = other.waitForEvent('close')
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.fromId(2)?.close())
  await closed
  expect(windowsOf(app)).toEqual([page])
  await grid(page).focus()
  await page.keyboard.press('ControlOrMeta+Home')
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('typed last')
  const total = await gridRowCount(page)
  await searchBox(page).fill('poster')
  await waitForFewerRows(page, total)
})

test('all windows open again in their places', async ({ start, startWithSample }) => {
  const { app, page } = await startWithSample()
  const other = await duplicate(app, page)
  await chooseCampaign(other, 'All items')
  await expect(heading(other)).toHaveText(/All items/u)
  const bounds = { x: 60, y: 40, width: 1_000, height: 700 }
  await app.evaluate(({ BrowserWindow }, place) => BrowserWindow.fromId(2)?.setBounds(place), bounds)
  await quit(app)

  const { app: again } = await start()
  await expect.poll(() => windowsOf(again).length).toBe(2)
  const pages = windowsOf(again)
  for (const each of pages) await waitUntilReady(each)
  const titles = await Promise.all(pages.map((each) => heading(each).textContent()))
  expect(titles.map((title) => title?.includes('Kids Week')).sort()).toEqual([false, true])
  const places = await again.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => window.getBounds()),
  )
  expect(places).toContainEqual(bounds)

  await test.step('a window of the start saves its state before it closes', async () => {
    const isDelayed = await again.evaluate(
      ({ BrowserWindow }) =>
        new Promise<boolean>((resolve) => {
          const [window] = BrowserWindow.getAllWindows()
          window?.once('close', (event) => resolve(event.defaultPrevented))
          window?.close()
        }),
    )
    expect(isDelayed).toBe(true)
    await expect.poll(() => windowsOf(again).length).toBe(1)
  })
})

test.describe('after a crash', () => {
  test.use({ expectsFailures: true })

  test('a window recovers alone', async ({ startWithSample }) => {
    const { app, page } = await startWithSample()
    const other = await duplicate(app, page)
    await waitForList(other)
    await searchBox(page).fill('poster')
    await waitForList(page)
    await app.evaluate(
      ({ BrowserWindow }) =>
        new Promise<null>((resolve) => {
          const contents = BrowserWindow.fromId(2)?.webContents
          contents?.once('did-finish-load', () => resolve(null))
          contents?.forcefullyCrashRenderer()
        }),
    )
    await expect(searchBox(page)).toHaveValue('poster')
    await expect(heading(page)).toHaveText(/Kids Week/u)
    await expect.poll(() => gridRowCount(page)).toBeGreaterThan(0)
  })
})
