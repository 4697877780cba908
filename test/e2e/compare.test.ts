import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { parse } from 'csv-parse/sync'
import { expectAccessible } from './accessibility.ts'
import { answerSaveDialog, expect, test } from './fixtures.ts'
import { downloadCampaign, exportTo, openSample } from './steps.ts'

const FIRST = 'Back to School 2026'
const SECOND = 'Autumn Home Refresh'

const differences = (page: Page) => page.getByRole('listbox', { name: 'Different items' })

async function choose(page: Page, side: 'First' | 'Second', name: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${side} campaign`, 'u') }).click()
  await page.getByRole('combobox', { name: 'Search campaigns' }).fill(name)
  await page.keyboard.press('Enter')
}

/** Returns the number of items on a tab. */
async function countOf(page: Page, name: RegExp): Promise<number> {
  const text = await page.getByRole('tab', { name }).textContent()
  return Number(/\d[\d,]*/u.exec(text ?? '')?.[0].replaceAll(',', ''))
}

test('two campaigns are compared, exported, and their items opened', async ({ start, folder }) => {
  const { app, page } = await start()
  await openSample(page, FIRST)
  await downloadCampaign(page, SECOND)

  await page.keyboard.press('Control+K')
  await page.getByRole('dialog').getByRole('combobox').fill('Compare two campaigns')
  await page.getByRole('option', { name: /Compare two campaigns/u }).click()
  await expect(page.getByRole('heading', { name: 'Compare two campaigns' })).toBeVisible()
  await choose(page, 'First', FIRST)
  await choose(page, 'Second', SECOND)
  await expect(differences(page)).toBeVisible()

  // Each item is counted once.
  const pairs = (await countOf(page, /different/u)) + (await countOf(page, /the same/u))
  const alone = (await countOf(page, /only in Back/u)) + (await countOf(page, /only in Autumn/u))
  const notMatched = await countOf(page, /not matched/u)
  expect(pairs).toBeGreaterThan(0)
  expect(2 * pairs + alone + notMatched).toBe(640 + 520)
  await expectAccessible(page, 'the comparison of two campaigns')

  const file = join(folder, 'comparison.csv')
  await answerSaveDialog(app, file)
  await page.keyboard.press('Control+E')
  await page.getByRole('radio', { name: 'All differences' }).check({ force: true })
  await exportTo(page, file)
  const rows: string[][] = parse(readFileSync(file), { bom: true, relaxColumnCount: true })
  expect(rows.filter(([kind]) => kind === `only in ${FIRST}`)).toHaveLength(
    await countOf(page, /only in Back/u),
  )

  // The campaigns themselves come first.
  expect(rows[1]).toEqual(['campaign', '', '', 'Name', FIRST, SECOND])

  // Only the differences of a field, and back from the item to them.
  await page.getByRole('button', { name: /^Quantity:/u }).click()
  await expect(differences(page).getByRole('option').first()).toContainText('Quantity')
  const filtered = await differences(page).getByRole('option').count()
  await differences(page).getByRole('option').first().dblclick()
  await expect(page.getByRole('heading', { name: SECOND })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Items' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(differences(page).getByRole('option')).toHaveCount(filtered)
  await expect(page.getByRole('button', { name: /^Quantity:/u })).toHaveAttribute('aria-pressed', 'true')

  await page.getByRole('radio', { name: /^Campaign fields/u }).check({ force: true })
  await expect(page.getByRole('rowheader', { name: 'Name', exact: true })).toBeVisible()
  await page.keyboard.press('Control+F')
  await page.keyboard.type('dispatch')
  await expect(page.getByRole('rowheader')).toHaveText(['Dispatch by'])
})
