import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { parse } from 'csv-parse/sync'
import { expectAccessible } from './accessibility.ts'
import { answerSaveDialog, expect, test } from './fixtures.ts'
import { press } from './keys.ts'
import { attachScreenshots, chooseCampaign, exportTo, gridRowCount } from './steps.ts'

const ROUND = 'artworkJob › round'

/** The last column’s cells in the visible rows, from the top. */
function lastCells(page: Page): Promise<readonly string[]> {
  return page
    .getByRole('grid', { name: 'Items' })
    .locator('[role=row][aria-rowindex]')
    .evaluateAll((rows) =>
      rows
        .map((row) => ({
          index: Number(row.getAttribute('aria-rowindex')),
          text: row.querySelector('[role=gridcell]:last-of-type')?.textContent.trim() ?? '',
        }))
        .filter(({ index }) => index > 1)
        .sort((a, b) => a.index - b.index)
        .map(({ text }) => text),
    )
}

test('an undocumented field can be shown as a column, sorted by, restored after a restart, and exported', async ({
  start,
  startWithSample,
  folder,
}, info) => {
  const { app, page } = await startWithSample()
  const grid = page.getByRole('grid', { name: 'Items' })

  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Columns' })
  await expect(panel).toContainText('artworkJob › dueAt')
  await panel.getByRole('textbox', { name: 'Find a column' }).fill('round')
  await attachScreenshots(page, info, 'chooser')
  await panel.getByRole('checkbox', { name: ROUND }).click()
  await expectAccessible(page, 'the column chooser')
  await press(page, 'Escape')
  const header = grid.getByRole('columnheader', { name: ROUND })
  await expect(header).toBeAttached()

  await header.click()
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(async () => (await lastCells(page)).slice(0, 2)).toEqual(['1', '1'])
  await expectAccessible(page, 'a sorted field')
  await attachScreenshots(page, info, 'sorted')
  await header.click()
  await expect.poll(async () => (await lastCells(page)).slice(0, 2)).toEqual(['4', '4'])

  await header.click({ button: 'right' })
  await page.getByRole('menuitem', { name: `Filter by “${ROUND}”…` }).click()
  const filters = page.getByRole('dialog', { name: 'Filter', exact: true })
  await filters.getByRole('button', { name: /^Operator/u }).click()
  await page.getByRole('menuitemradio', { name: 'at least', exact: true }).click()
  await filters.getByRole('textbox', { name: 'Value' }).fill('3')
  await expect.poll(async () => new Set(await lastCells(page))).toEqual(new Set(['4', '3']))
  await attachScreenshots(page, info, 'narrowed')
  await expectAccessible(page, 'a filtered field')
  await filters.getByRole('button', { name: 'Clear all', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => gridRowCount(page)).toBe(260)
  await app.close()

  const again = await start()
  await chooseCampaign(again.page, 'Kids Week')
  await expect.poll(async () => (await lastCells(again.page)).slice(0, 2)).toEqual(['4', '4'])

  const file = join(folder, 'items.csv')
  await answerSaveDialog(again.app, file)
  await again.page.getByRole('button', { name: 'Export', exact: true }).first().click()
  await exportTo(again.page, file)
  const rows = parse<Record<string, string>>(readFileSync(file, 'utf8'), { bom: true, columns: true })
  expect(rows).toHaveLength(260)
  const rounds = rows.map((row) => row[ROUND] ?? 'absent')
  expect(rounds.slice(0, 2)).toEqual(['4', '4'])
  expect(rounds.at(-1)).toBe('')
  expect([...new Set(rounds)]).toEqual(['4', '3', '2', '1', ''])
})
