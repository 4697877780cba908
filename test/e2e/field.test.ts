import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import type { ElectronApplication, Page } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { answerSaveDialog, expect, test } from './fixtures.ts'
import { press } from './keys.ts'
import {
  byPalette,
  chooseCampaign,
  connect,
  downloadCampaign,
  exportedFile,
  exportedRows,
  gridRowCount,
} from './steps.ts'
import { readPdf } from '../support/pdf.ts'
import { startTestService, type TestService, type TestServiceOptions } from '../support/service/start.ts'

const KEY = 'k-in-the-field-6b1f'
/** The same items at each start. */
const NOW = Date.UTC(2026, 4, 1)

const service = (options: TestServiceOptions = {}): Promise<TestService> =>
  startTestService({ key: KEY, items: 160, campaigns: 2, now: NOW, ...options })

const grid = (page: Page) => page.getByRole('grid', { name: 'Items' })
const progress = (page: Page) => page.locator('[data-review-progress]')
const rowsWith = (page: Page, words: string) =>
  grid(page).getByRole('gridcell', { name: new RegExp(words, 'u') })

/** The items of the list as exported to a file. */
async function exported(
  { app, page }: { app: ElectronApplication; page: Page },
  file: string,
): Promise<readonly Record<string, string>[]> {
  await answerSaveDialog(app, file)
  await page.keyboard.press('ControlOrMeta+e')
  await exportedRows(page, file)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  return parse(readFileSync(file), { bom: true, columns: true })
}

const reviewOf = (row: Record<string, string>) => ({
  mark: row['Mark'],
  note: row['Note'],
  changed: row['Changed since review'],
})

test('a campaign is reviewed offline, and a later download reports which reviewed items changed', async ({
  start,
  folder,
}) => {
  const before = await service()
  const port = Number(new URL(before.url).port)
  const [campaign] = before.plan.campaigns
  if (campaign === undefined) throw new Error('The test service has no campaigns')

  await test.step('downloads everything including pictures', async () => {
    const { app, page } = await start()
    await connect(page, before.url, KEY)
    await page.getByRole('button', { name: 'Find campaigns' }).first().click()
    await downloadCampaign(page, campaign.name)
    await page.getByRole('tab', { name: 'Overview' }).click()
    await expect(page.getByRole('region', { name: 'Ready for the field' })).toContainText(
      /(\d+) of \1 pictures, [\d.]+ kB(?!;)/u,
    )
    await app.close()
    await before.close()
  })

  const offline = await start()
  const { page } = offline
  await chooseCampaign(page, campaign.name)
  await page.getByRole('tab', { name: 'Items' }).click()
  await expect.poll(() => gridRowCount(page)).toBe(campaign.itemCount)

  await test.step('items are searched, viewed, marked and noted while the service is down', async () => {
    await grid(page).focus()
    // The viewer itself has the focus.
    await page.keyboard.press('ControlOrMeta+Enter')
    const viewer = page.getByRole('dialog')
    const drawn = (): Promise<number> =>
      viewer
        .getByRole('img')
        .first()
        .evaluate((image) => (image as HTMLImageElement).naturalWidth)
    await expect.poll(drawn).toBeGreaterThan(0)
    await press(page, 'Escape')
    await press(page, 'ControlOrMeta+Shift+m')
    for (const key of ['1', '2', '3', '2', '1', '1']) await press(page, key)
    await expect(progress(page)).toHaveText(`6 of ${String(campaign.itemCount)} reviewed`)
    await press(page, 'F2')
    await page.keyboard.type('Price is missing')
    await expect(page.getByText('Kept', { exact: true })).toBeVisible()
    await press(page, 'Escape')
  })

  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page
    .getByRole('dialog', { name: 'Columns' })
    .getByRole('checkbox', { name: 'Campaign item id' })
    .check()
  await page.keyboard.press('Escape')
  const reviewed = await exported(offline, join(folder, 'offline.csv'))
  expect(reviewed).toHaveLength(campaign.itemCount)
  expect(reviewed.slice(0, 8).map((row) => row['Mark'])).toEqual([
    'OK',
    'Problem',
    'Question',
    'Problem',
    'OK',
    'OK',
    '',
    '',
  ])
  expect(reviewed.filter((row) => row['Changed since review'] !== '')).toEqual([])

  await test.step('report and review file are written', async () => {
    const report = join(folder, 'review.pdf')
    await answerSaveDialog(offline.app, report)
    await page.keyboard.press('ControlOrMeta+p')
    const question = page.getByRole('dialog', { name: 'Report of the review' })
    await question.getByRole('button', { name: 'Save as PDF…' }).click()
    await expect(question.getByText('review.pdf is ready')).toBeVisible()
    await page.keyboard.press('Escape')
    // Problems and questions, each with its picture from this computer.
    expect(readPdf(report).pictures.length).toBeGreaterThan(0)

    const file = join(folder, 'review.cdreview')
    await answerSaveDialog(offline.app, file)
    await byPalette(page, 'write review')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('textbox', { name: 'Your name' })).toBeFocused()
    await page.keyboard.press('Enter')
    await exportedFile(file)
    await expect(dialog.getByText('7 items: 6 marks and 1 note')).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await offline.app.close()

  const after = await service({ port })
  const [, changed = '', gone = '', , , , noted = '', untouched = ''] = reviewed.map(
    (row) => row['Campaign item id'] ?? '',
  )
  after.items.update(changed, { qty: 54_321 })
  after.items.update(noted, { isLocked: after.items.find(noted)?.isLocked !== true })
  after.items.update(untouched, { qty: 12_345 })
  after.items.delete(gone)
  after.items.insert(campaign.id)

  const online = await start()
  await test.step('a new download with changes', async () => {
    await expect.poll(() => gridRowCount(online.page)).toBe(campaign.itemCount)
    await online.page.getByRole('button', { name: 'Download', exact: true }).first().click()
    await expect(online.page.getByRole('tab', { name: /^Changes/u })).toHaveAccessibleName(/5 unseen/u)
  })

  await test.step('reports exactly the changes since the review', async () => {
    await online.page.getByRole('tab', { name: 'Items' }).click()
    await expect(rowsWith(online.page, 'changed since your review')).toHaveCount(2)
    const rows = new Map(
      (await exported(online, join(folder, 'online.csv'))).map((row) => [row['Campaign item id'] ?? '', row]),
    )
    expect(rows.size).toBe(campaign.itemCount)
    for (const was of reviewed) {
      const id = was['Campaign item id'] ?? ''
      const is = rows.get(id)
      if (id === gone) expect(is).toBeUndefined()
      else if (id !== changed && id !== noted) expect(reviewOf(is ?? {})).toEqual(reviewOf(was))
    }
    const quantity = reviewed.find((row) => row['Campaign item id'] === changed)?.['Quantity'] ?? ''
    expect(reviewOf(rows.get(changed) ?? {})).toEqual({
      mark: 'Problem',
      note: '',
      changed: `Quantity: ${quantity} → 54321`,
    })
    expect(reviewOf(rows.get(noted) ?? {})).toMatchObject({ mark: '', note: 'Price is missing' })
    expect(rows.get(noted)?.['Changed since review']).toMatch(/^Locked: /u)
  })

  await test.step('reviews of a deleted item can be exported', async () => {
    await online.page.getByRole('button', { name: '1 mark of items that are gone' }).press('Enter')
    const list = online.page.getByRole('dialog', { name: 'Marks of items that are gone', exact: true })
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await expectAccessible(online.page, 'marks of items that are gone')
    await list.getByRole('button', { name: 'Export…' }).press('Enter')
    const file = join(folder, 'gone.csv')
    await answerSaveDialog(online.app, file)
    await exportedRows(online.page, file)
    const was = reviewed.find((row) => row['Campaign item id'] === gone)
    const rows: readonly Record<string, string>[] = parse(readFileSync(file), { bom: true, columns: true })
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      'Campaign item id': gone,
      'POS number': was?.['POS number'],
      Mark: was?.['Mark'],
      Note: was?.['Note'],
    })
    await expectAccessible(online.page, 'marks of items that are gone, exported')
    await online.page.keyboard.press('Escape')
    await expect(list).toBeVisible()
    const first = readFileSync(file)
    rmSync(file)
    await list.getByRole('button', { name: 'Export again' }).press('Enter')
    await exportedFile(file)
    await expect(online.page.getByText('Wrote 1 row to gone.csv.')).toBeVisible()
    expect(readFileSync(file).equals(first)).toBe(true)
    await expect(list).toBeHidden()
  })

  await online.page.evaluate(async () => {
    const state = await window.api['app.state']()
    if (!state.ok) return
    for (const { id } of state.value.connections) await window.api['connections.forget']({ connectionId: id })
  })
  await after.close()
})
