import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expectAccessible } from './accessibility.ts'
import { answerSaveDialog, expect, test } from './fixtures.ts'
import { gridRowCount, waitForFile, waitForList } from './steps.ts'

const numberIn = (text: string | null, pattern: RegExp): number =>
  Number((pattern.exec(text ?? '')?.[1] ?? '-1').replaceAll(',', ''))

test('statistics count a campaign, filter by the legend, lead to the rows and are exported', async ({
  startWithSample,
  folder,
}) => {
  const { app, page } = await startWithSample()
  await page.getByRole('tab', { name: 'Statistics' }).click()
  const chart = page.getByRole('grid', { name: 'Quantity by element and status' })
  await expect(chart.getByRole('row').first()).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Items updated by day' })).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Artwork coverage' })).toBeVisible()
  await expectAccessible(page, 'statistics')

  // A real double-click isolates a status, and the filter says so.
  const legend = page.getByRole('toolbar', { name: 'Legend: status' })
  await legend.getByRole('button', { name: /^Approved/u }).dblclick()
  await expect(page.getByRole('button', { name: 'Status is Approved. Change this filter' })).toBeVisible()
  await legend.getByRole('button', { name: /^Approved/u }).dblclick()
  await expect(page.getByRole('button', { name: 'Status is Approved. Change this filter' })).toBeHidden()
  // A click hides one.
  await legend.getByRole('button', { name: /^Draft/u }).click()
  await expect(page.getByRole('button', { name: 'Status is not Draft. Change this filter' })).toBeVisible()
  await expect(chart.getByRole('button', { name: /, Draft: /u })).toHaveCount(0)

  // By keyboard to a part of a bar, and from there to its rows.
  const first = chart.getByRole('row').first().getByRole('button')
  await first.first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(first.nth(1)).toBeFocused()
  const name = await first.nth(1).getAttribute('aria-label')
  await page.keyboard.press('Enter')
  await waitForList(page)
  await expect.poll(() => gridRowCount(page)).toBe(numberIn(name, /in ([\d,]+) items?,/u))

  // Back shows the statistics as they were left.
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('button', { name: 'Status is not Draft. Change this filter' })).toBeVisible()
  await page.getByRole('button', { name: 'Show as table' }).click()
  const table = page.getByRole('grid', { name: 'Statistics' })
  const row = await table.getByRole('row').nth(1).locator('th, td').allTextContents()
  await expectAccessible(page, 'statistics as a table')

  // The same numbers are in the clipboard and in a file.
  await page.getByRole('button', { name: 'Copy as table' }).click()
  const numbersOf = (cells: readonly (string | undefined)[]): readonly string[] =>
    cells.map((cell) => (cell ?? '').trim().replaceAll(',', '').replace('–', '0'))
  await expect
    .poll(async () => {
      const text = await app.evaluate(({ clipboard }) => clipboard.readText())
      return numbersOf(text.split('\r\n')[1]?.split('\t') ?? [])
    })
    .toEqual(numbersOf(row).slice(0, -1))
  const file = join(folder, 'statistics.csv')
  await answerSaveDialog(app, file)
  await page.getByRole('tabpanel').getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV file…' }).click()
  await waitForFile(file)
  const lines = parse(readFileSync(file, 'utf8'), { bom: true, delimiter: [',', ';'] }) as readonly string[][]
  expect(numbersOf(lines[1] ?? [])).toEqual(numbersOf(row).slice(0, -1))
  await expect(page.getByText(/statistics\.csv/u).first()).toBeVisible()
})

test('statistics report campaigns that are not downloaded, and lead to them', async ({ startWithSample }) => {
  const { page } = await startWithSample()
  await page.getByRole('option', { name: /^All campaigns/u }).click()
  await page.getByRole('tab', { name: 'Statistics' }).click()
  const note = page.getByRole('button', { name: '11 campaigns not downloaded' })
  await expect(note).toBeVisible()
  await expectAccessible(page, 'statistics of all campaigns')
  await note.press('Enter')
  const table = page.getByRole('grid', { name: 'Campaigns' })
  await expect(table).toHaveAttribute('aria-rowcount', '12')
  await expect(table).not.toContainText('Kids Week')
})
