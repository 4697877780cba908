import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { answerSaveDialog, expect, test } from './fixtures.ts'
import {
  cells,
  chooseCampaign,
  downloadCampaign,
  downloadShownCampaign,
  exportTo,
  gridRowCount,
  openSample,
  pressEnter,
  waitForFewerRows,
} from './steps.ts'

test(
  'sample data is downloaded, searched, exported as a spreadsheet, and restored after a restart',
  { tag: '@packaged' },
  async ({ start, folder }) => {
    const { app, page } = await start()
    await page.getByRole('button', { name: 'Try with sample data' }).click()

    // The campaigns are listed automatically; no items are downloaded without a request.
    const campaigns = page.getByRole('navigation', { name: 'Campaigns' })
    await expect(campaigns.getByText('Kids Week')).toBeVisible()
    await expect(campaigns.getByText('Black Week 2026')).toBeVisible()

    await downloadCampaign(page, 'Kids Week')
    await expect(page.getByRole('grid', { name: 'Items' })).toBeVisible()
    await expect.poll(() => gridRowCount(page)).toBe(260)

    await page.getByRole('searchbox', { name: 'Search items…' }).fill('poster')
    const matchCount = await waitForFewerRows(page, 260)

    const file = join(folder, 'items.csv')
    await answerSaveDialog(app, file)
    await page.getByRole('button', { name: 'Export', exact: true }).first().click()
    await exportTo(page, file)
    const rows: string[][] = parse(readFileSync(file), { bom: true })
    expect(rows.length).toBe(matchCount + 1)
    // The file contains what the screen shows.
    const firstRow = await cells(page, 0)
    for (const text of firstRow.filter((cell) => /poster/iu.test(cell)))
      expect(rows[1]?.join('\n')).toContain(text)

    await app.close()
    const again = await start()
    await expect.poll(() => gridRowCount(again.page)).toBe(matchCount)
    await chooseCampaign(again.page, 'Kids Week')
    await again.page.getByRole('searchbox', { name: 'Search items…' }).fill('')
    await expect.poll(() => gridRowCount(again.page)).toBe(260)
  },
)

test('the details of a found campaign are fetched without its items, by keyboard', async ({ start }) => {
  const { page } = await start()
  await openSample(page, 'Kids Week')
  await chooseCampaign(page, 'Christmas 2026')
  await pressEnter(page.getByRole('button', { name: 'Fetch details only' }))
  await expect(page.getByText('XM-2026-019').first()).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeFocused()
  await expect(page.getByRole('button', { name: /^Available offline.*Not downloaded/u })).toBeVisible()
})

test('each later download of the sample shows changes, also after a restart', async ({ start }) => {
  const { app, page } = await start()
  await openSample(page, 'Kids Week')
  const changes = page.getByRole('tab', { name: /^Changes/u })
  await expect(changes).toHaveAccessibleName('Changes')
  await downloadShownCampaign(page)
  await expect(changes).toHaveAccessibleName(/unseen/u)
  await changes.click()
  const items = page.getByRole('tree', { name: 'Changed items' })
  const toggles = page.getByRole('group', { name: 'Kinds of change' })
  await expect(toggles.getByRole('button', { name: 'Deleted 1' })).toBeVisible()
  await expect(items.locator('[aria-level="2"]').filter({ hasText: 'Added' }).first()).toContainText('piece')
  await expect(page.getByText('Hidden items (only “Updated” changed): 1')).toBeVisible()
  const count = await items.locator('[aria-level="2"]').count()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(items.locator('[aria-level="2"]')).toHaveCount(count + 1)
  await page.getByRole('button', { name: 'Mark all as seen' }).click()
  await expect(changes).toHaveAccessibleName('Changes')
  await app.close()

  const again = await start()
  await downloadShownCampaign(again.page)
  await expect(again.page.getByRole('tab', { name: /^Changes/u })).toHaveAccessibleName(/unseen/u)
})

test('a search typed just before closing is restored', async ({ start }) => {
  const { app, page } = await start()
  await openSample(page, 'Kids Week')
  await expect.poll(() => gridRowCount(page)).toBe(260)
  await page.getByRole('searchbox', { name: 'Search items…' }).fill('poster')
  const matchCount = await waitForFewerRows(page, 260)
  await app.close()
  const again = await start()
  await expect(again.page.getByRole('searchbox', { name: 'Search items…' })).toHaveValue('poster')
  await expect.poll(() => gridRowCount(again.page)).toBe(matchCount)
})

test('the sample sends no network requests', async ({ start }) => {
  const { app, page } = await start()
  await app.evaluate(({ session }) => {
    const urls: string[] = []
    Object.assign(globalThis, { requestedUrls: urls })
    for (const target of [session.defaultSession, session.fromPartition('service', { cache: false })]) {
      target.webRequest.onBeforeRequest((details, respond) => {
        urls.push(details.url)
        respond({})
      })
    }
  })
  await openSample(page, 'Kids Week')
  const urls = await app.evaluate(() => (globalThis as unknown as { requestedUrls: string[] }).requestedUrls)
  expect(urls.filter((url) => !url.startsWith('campaign-desk://'))).toEqual([])
})
