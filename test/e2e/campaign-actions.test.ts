import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { answerSaveDialog, expect, test } from './fixtures.ts'
import { downloadCampaign, exportTo, openSample } from './steps.ts'

test('several campaigns: their details are fetched together, and their items exported to one file', async ({
  start,
  folder,
}) => {
  const { app, page } = await start()
  await openSample(page, 'Kids Week')
  await downloadCampaign(page, 'Łódź')
  const option = (name: string) =>
    page
      .getByRole('navigation', { name: 'Campaigns' })
      .getByRole('option', { name: new RegExp(`^${name}`, 'u') })
  await option('Kids Week').click()
  for (const name of ['Christmas 2026', 'Winter Wellness', 'Łódź'])
    await option(name).click({ modifiers: ['Control'] })

  await option('Winter Wellness').click({ button: 'right' })
  await page.getByRole('menuitem', { name: /^Refresh details of 4 campaigns/u }).click()
  await expect(page.getByText('Details of 2 campaigns fetched.').first()).toBeVisible()

  const file = join(folder, 'items.csv')
  await answerSaveDialog(app, file)
  await option('Łódź').click({ button: 'right' })
  await page.getByRole('menuitem', { name: /^Export items of 4 campaigns/u }).click()
  await expect(page.getByRole('dialog').getByText(/^300 rows, /u)).toBeVisible()
  await expect(page.getByRole('dialog').getByText('All of 2 campaigns')).toBeVisible()
  await exportTo(page, file)
  const rows: Record<string, string>[] = parse(readFileSync(file), { bom: true, columns: true })
  expect(rows).toHaveLength(300)
  expect(new Set(rows.map((row) => row['Campaign']))).toEqual(
    new Set(['Kids Week', 'Łódź – wielkie otwarcie sklepu']),
  )

  await page.keyboard.press('Escape')
  // The details are there although nothing was downloaded.
  await option('Christmas 2026').click()
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(page.getByText('XM-2026-019').first()).toBeVisible()
})

test('failed additions leave the campaigns and the buttons in view', async ({ startWithSample }) => {
  const { page } = await startWithSample()
  const pane = page.getByRole('navigation', { name: 'Campaigns' })
  for (const id of ['unknown-1', 'unknown-2', 'unknown-3']) {
    await pane.getByRole('button', { name: 'Add campaign' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill(id)
    await page.keyboard.press('Enter')
    await expect(pane.getByRole('alert').filter({ hasText: id })).toBeAttached()
  }
  for (const name of ['Add campaign', 'Find campaigns'])
    await expect(pane.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  const heights = await Promise.all(
    [pane, pane.getByRole('listbox')].map(async (part) => (await part.boundingBox())?.height ?? 0),
  )
  expect(heights[1]).toBeGreaterThan((heights[0] ?? 0) * 0.4)
})
