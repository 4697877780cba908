import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { press, tabTo } from './keys.ts'
import { attachScreenshots, runCommand, chooseCampaign, gridRowCount, waitForFewerRows } from './steps.ts'

test('a view is saved by keyboard, and restored with the state of every list after a restart', async ({
  start,
  startWithSample,
}, info) => {
  const { app, page } = await startWithSample()
  const views = page.getByRole('button', { name: 'View: Default', exact: true })
  const menu = page.getByRole('menu', { name: 'Views' })

  const matchCount = await test.step('a search is saved as a view by keyboard', async () => {
    await press(page, 'ControlOrMeta+f')
    await page.keyboard.type('poster')
    await press(page, 'Enter')
    const rows = await waitForFewerRows(page, 260)
    await tabTo(page, views, 12, 'Shift+Tab')
    await press(page, 'Enter')
    await expect(menu.locator(':focus')).toHaveCount(1)
    await press(page, 'End')
    await expectAccessible(page, 'the menu of views')
    await attachScreenshots(page, info, 'menu')
    await press(page, 'Enter')
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await page.keyboard.type('Posters only')
    await expectAccessible(page, 'naming a view')
    await attachScreenshots(page, info, 'save')
    await press(page, 'Enter')
    await expect(page.getByRole('button', { name: 'View: Posters only' })).toBeVisible()
    return rows
  })

  await test.step('another list shows another view', async () => {
    await chooseCampaign(page, 'All items')
    await expect.poll(() => gridRowCount(page)).toBe(260)
    await views.click()
    await menu.getByRole('menuitemradio', { name: 'Items without artwork' }).click()
    await expect(page.getByRole('button', { name: 'View: Items without artwork' })).toBeVisible()
  })

  await app.close()
  const again = await start()

  await test.step('both lists are restored, and the view is available in both', async () => {
    const { page: restartedPage } = again
    await expect(restartedPage.getByRole('button', { name: 'View: Items without artwork' })).toBeVisible()
    await chooseCampaign(restartedPage, 'Kids Week')
    await expect(restartedPage.getByRole('button', { name: 'View: Posters only' })).toBeVisible()
    await expect.poll(() => gridRowCount(restartedPage)).toBe(matchCount)
    await expect(restartedPage.getByRole('searchbox', { name: 'Search items…' })).toHaveValue('poster')
    await attachScreenshots(restartedPage, info, 'restart')
    await runCommand(restartedPage, 'view: default')
    await expect.poll(() => gridRowCount(restartedPage)).toBe(260)
    await runCommand(restartedPage, 'posters')
    await expect.poll(() => gridRowCount(restartedPage)).toBe(matchCount)
  })
})

test('built-in views show the rows that their names state', async ({ startWithSample }) => {
  const { page } = await startWithSample()
  const grid = page.getByRole('grid', { name: 'Items' })
  /** Chooses a view, which shows another number of rows than the previous one. */
  const choose = async (name: string): Promise<void> => {
    const before = await gridRowCount(page)
    await runCommand(page, `view: ${name}`)
    await expect(page.getByRole('button', { name: `View: ${name}` })).toBeVisible()
    await expect.poll(() => gridRowCount(page)).not.toBe(before)
  }
  const columnTexts = async (name: string): Promise<readonly string[]> => {
    const header = grid.getByRole('columnheader', { name })
    const column = (await header.getAttribute('aria-colindex')) ?? ''
    const texts = grid.locator(`[role=row] [role=gridcell][aria-colindex="${column}"]`)
    return (await texts.allTextContents()).map((text) => text.trim())
  }

  await choose('Quantity is 0')
  await expect.poll(async () => new Set(await columnTexts('Quantity'))).toEqual(new Set(['0']))

  await choose('Duplicate POS numbers')
  /** The minimum number of rows with the same POS number. */
  const minOccurrences = async (): Promise<number> => {
    const numbers = await columnTexts('POS number')
    return Math.min(...numbers.map((number) => numbers.filter((other) => other === number).length))
  }
  await expect.poll(async () => (await columnTexts('POS number')).length).toBeGreaterThan(1)
  await expect.poll(minOccurrences).toBe(2)

  await choose('Locked')
  await expect.poll(async () => new Set(await columnTexts('Locked'))).toEqual(new Set(['Yes']))

  // In a first download, nothing has changed.
  await choose('Changed since last download')
  await expect.poll(() => gridRowCount(page)).toBe(0)
  await expect(page.getByText('No items found')).toBeVisible()
})
