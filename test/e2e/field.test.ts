import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import type { ElectronApplication, Page } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { answerSaveDialog, expect, test } from './fixtures.ts'
import { press } from './keys.ts'
import {
  chooseCampaign,
  connect,
  downloadCampaign,
  exportTo,
  findCampaigns,
  forgetConnections,
  gridRowCount,
  openReadiness,
  pressEnter,
  reviewProgress,
  runCommand,
  waitForFile,
  writeNote,
} from './steps.ts'
import { readPdf } from '../support/pdf.ts'
import { startTestService, type TestService, type TestServiceOptions } from '../support/service/start.ts'

const KEY = 'k-in-the-field-6b1f'
/** The same items at each start. */
const NOW = Date.UTC(2026, 4, 1)

const startService = (options: TestServiceOptions = {}): Promise<TestService> =>
  startTestService({ key: KEY, items: 160, campaigns: 2, now: NOW, ...options })

const grid = (page: Page) => page.getByRole('grid', { name: 'Items' })
const cellsNamed = (page: Page, name: RegExp) => grid(page).getByRole('gridcell', { name })

/** Exports the list to a file; returns its rows. */
async function exportRows(
  { app, page }: { app: ElectronApplication; page: Page },
  file: string,
): Promise<readonly Record<string, string>[]> {
  await answerSaveDialog(app, file)
  await page.keyboard.press('ControlOrMeta+e')
  await exportTo(page, file)
  return parse(readFileSync(file), { bom: true, columns: true })
}

const reviewColumns = (row: Record<string, string>) => ({
  mark: row['Mark'],
  note: row['Note'],
  changed: row['Changed since review'],
})

test('a campaign is reviewed offline, and a later download reports which reviewed items changed', async ({
  start,
  folder,
}) => {
  const service = await startService()
  const port = Number(new URL(service.url).port)
  const [campaign] = service.plan.campaigns
  if (campaign === undefined) throw new Error('The test service has no campaigns')

  await test.step('downloads everything including pictures', async () => {
    const { app, page } = await start()
    await connect(page, service.url, KEY)
    await findCampaigns(page)
    await downloadCampaign(page, campaign.name)
    await expect(await openReadiness(page)).toContainText(/(\d+) of \1 pictures, [\d.]+ kB(?!;)/u)
    await app.close()
    await service.close()
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
    const pictureWidth = (): Promise<number> =>
      viewer
        .getByRole('img')
        .first()
        .evaluate((image) => (image as HTMLImageElement).naturalWidth)
    await expect.poll(pictureWidth).toBeGreaterThan(0)
    await press(page, 'Escape')
    await press(page, 'ControlOrMeta+Shift+m')
    for (const key of ['1', '2', '3', '2', '1', '1']) await press(page, key)
    await expect(reviewProgress(page)).toHaveText(`6 of ${String(campaign.itemCount)} reviewed`)
    await writeNote(page, 'Price is missing')
  })

  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page
    .getByRole('dialog', { name: 'Columns' })
    .getByRole('checkbox', { name: 'Campaign item ID' })
    .check()
  await page.keyboard.press('Escape')
  const reviewed = await exportRows(offline, join(folder, 'offline.csv'))
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
    const reportDialog = page.getByRole('dialog', { name: 'Review report' })
    await reportDialog.getByRole('button', { name: 'Save as PDF…' }).click()
    await expect(reportDialog.getByText('review.pdf is ready')).toBeVisible()
    await page.keyboard.press('Escape')
    // Problems and questions, each with its picture from this computer.
    expect(readPdf(report).pictures.length).toBeGreaterThan(0)

    const file = join(folder, 'review.cdreview')
    await answerSaveDialog(offline.app, file)
    await runCommand(page, 'export review')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('textbox', { name: 'Your name' })).toBeFocused()
    await page.keyboard.press('Enter')
    await waitForFile(file)
    await expect(dialog).toBeHidden()
    await expect(page.getByText('7 items: 6 marks and 1 note')).toBeVisible()
  })
  await offline.app.close()

  const changedService = await startService({ port })
  const [, changedId = '', deletedId = '', , , , notedId = '', unreviewedId = ''] = reviewed.map(
    (row) => row['Campaign item ID'] ?? '',
  )
  changedService.items.update(changedId, { qty: 54_321 })
  changedService.items.update(notedId, { isLocked: changedService.items.find(notedId)?.isLocked !== true })
  changedService.items.update(unreviewedId, { qty: 12_345 })
  changedService.items.delete(deletedId)
  changedService.items.insert(campaign.id)

  const online = await start()
  await test.step('a new download with changes', async () => {
    await expect.poll(() => gridRowCount(online.page)).toBe(campaign.itemCount)
    await online.page.getByRole('button', { name: 'Download', exact: true }).first().click()
    await expect(online.page.getByRole('tab', { name: /^Changes/u })).toHaveAccessibleName(/5 unseen/u)
  })

  await test.step('reports exactly the changes since the review', async () => {
    await online.page.getByRole('tab', { name: 'Items' }).click()
    await expect(cellsNamed(online.page, /changed since your review/u)).toHaveCount(2)
    const rows = new Map(
      (await exportRows(online, join(folder, 'online.csv'))).map((row) => [
        row['Campaign item ID'] ?? '',
        row,
      ]),
    )
    expect(rows.size).toBe(campaign.itemCount)
    for (const before of reviewed) {
      const id = before['Campaign item ID'] ?? ''
      const after = rows.get(id)
      if (id === deletedId) expect(after).toBeUndefined()
      else if (id !== changedId && id !== notedId)
        expect(reviewColumns(after ?? {})).toEqual(reviewColumns(before))
    }
    const quantity = reviewed.find((row) => row['Campaign item ID'] === changedId)?.['Quantity'] ?? ''
    expect(reviewColumns(rows.get(changedId) ?? {})).toEqual({
      mark: 'Problem',
      note: '',
      changed: `Quantity: ${quantity} → 54321`,
    })
    expect(reviewColumns(rows.get(notedId) ?? {})).toMatchObject({ mark: '', note: 'Price is missing' })
    expect(rows.get(notedId)?.['Changed since review']).toMatch(/^Locked: /u)
  })

  await test.step('reviews of a deleted item can be exported', async () => {
    await pressEnter(online.page.getByRole('button', { name: 'Marks of deleted items: 1' }))
    const list = online.page.getByRole('dialog', { name: 'Marks of deleted items', exact: true })
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await expectAccessible(online.page, 'marks of deleted items')
    await pressEnter(list.getByRole('button', { name: 'Export…' }))
    const file = join(folder, 'gone.csv')
    await answerSaveDialog(online.app, file)
    await exportTo(online.page, file)
    const before = reviewed.find((row) => row['Campaign item ID'] === deletedId)
    const rows: readonly Record<string, string>[] = parse(readFileSync(file), { bom: true, columns: true })
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      'Campaign item ID': deletedId,
      'POS number': before?.['POS number'],
      Mark: before?.['Mark'],
      Note: before?.['Note'],
    })
    await expectAccessible(online.page, 'marks of deleted items, exported')
    await expect(list).toBeVisible()
    const first = readFileSync(file)
    rmSync(file)
    await pressEnter(list.getByRole('button', { name: 'Export again' }))
    await waitForFile(file)
    await expect(online.page.getByText('Exported 1 row to gone.csv.')).toBeVisible()
    expect(readFileSync(file).equals(first)).toBe(true)
    await expect(list).toBeHidden()
  })

  await forgetConnections(online.page)
  await changedService.close()
})
