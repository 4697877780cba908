import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright/test'
import { parse } from 'csv-parse/sync'
import { isCampaign, isItems } from '../support/service/script.ts'
import { startTestService, type TestService } from '../support/service/start.ts'
import { expectAccessible } from './accessibility.ts'
import { answerSaveDialog, expect, test as base } from './fixtures.ts'
import {
  connect,
  downloadCampaign,
  exportTo,
  findCampaigns,
  forgetConnections,
  gridRowCount,
  resize,
} from './steps.ts'

const KEY = 'k-2f90be17-changes-key'

const test = base.extend<{ service: TestService }>({
  service: async ({}, use) => {
    const service = await startTestService({ key: KEY, items: 600, campaigns: 2 })
    await use(service)
    await service.close()
  },
})

/** Expects the bar in one line at the default window size, with both panes open and the longest texts. */
async function expectBarInOneLine(app: ElectronApplication, page: Page): Promise<void> {
  await resize(app, 1280, 800)
  await page.getByRole('button', { name: 'Unseen changes' }).click()
  await page.getByRole('menu', { name: 'Period' }).getByRole('menuitemradio').nth(1).click()
  const parts = [
    page.getByRole('button', { name: /^Since / }),
    page.getByRole('group', { name: 'Kinds of change' }),
    page.getByRole('button', { name: /^Fields: / }),
    page.getByRole('button', { name: 'Group: Day' }),
    page.getByRole('button', { name: 'Report…' }),
    page.getByRole('button', { name: 'Mark all as seen' }),
  ]
  await expect(page.getByRole('complementary', { name: 'Change' })).toBeVisible()
  await expect(async () => {
    let edge = 0
    const middles = new Set<number>()
    for (const part of parts) {
      const box = await part.boundingBox()
      if (box === null) throw new Error('A part of the bar is not shown')
      expect(box.x).toBeGreaterThanOrEqual(edge)
      edge = box.x + box.width
      middles.add(Math.round(box.y + box.height / 2))
    }
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(2)
    const main = await page.getByRole('main').boundingBox()
    expect(edge).toBeLessThanOrEqual((main?.x ?? 0) + (main?.width ?? 0))
  }).toPass()
}

const changedItems = (page: Page) => page.getByRole('tree', { name: 'Changed items' })

test('changes of a download are listed, highlighted in the grid until they are seen, and exported', async ({
  start,
  service,
  folder,
}) => {
  const [campaign] = service.plan.campaigns
  if (campaign === undefined) throw new Error('The test service has no campaign')
  const { app, page } = await start()
  await connect(page, service.url, KEY)
  await findCampaigns(page)
  await downloadCampaign(page, campaign.name)
  await expect.poll(() => gridRowCount(page)).toBe(campaign.itemCount)

  const changesTab = page.getByRole('tab', { name: /^Changes/u })
  await changesTab.click()
  await expect(page.getByRole('heading', { name: 'First download' })).toBeVisible()

  const [first, second] = service.items.idsOf(campaign.id)
  if (first === undefined || second === undefined) throw new Error('The campaign has no items')
  service.items.update(first, { qty: 98_765 })
  service.items.update(second, { status: 9 })
  service.items.insert(campaign.id)
  const requestsBefore = service.requests.filter(isItems).length
  await page.getByRole('button', { name: 'Download', exact: true }).click()

  // Only changes were requested, not the whole list.
  await expect(changesTab).toHaveAccessibleName(/3 unseen/u)
  expect(service.requests.filter(isItems).length - requestsBefore).toBeLessThanOrEqual(3)
  await expect(changedItems(page).locator('[aria-level="2"]')).toHaveCount(3)
  await expect(changedItems(page)).toContainText('98,765')
  await expect(changedItems(page)).toContainText('Added')
  await expectAccessible(page, 'the changes of a download')
  await expectBarInOneLine(app, page)

  await page
    .getByRole('group', { name: 'Kinds of change' })
    .getByRole('button', { name: /^Edited/u })
    .click()
  await expect(changedItems(page).locator('[aria-level="2"]')).toHaveCount(2)
  const file = join(folder, 'changes.csv')
  await answerSaveDialog(app, file)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await exportTo(page, file)
  const rows: string[][] = parse(readFileSync(file), { bom: true, relaxColumnCount: true })
  expect(rows.filter((row) => row.includes('Quantity') && row.includes('98765'))).toHaveLength(1)

  // From a change to its item by keyboard, where the changed cell is highlighted.
  const option = changedItems(page).locator('[aria-level="2"]').filter({ hasText: '98,765' })
  await option.click()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Items' })).toHaveAttribute('aria-selected', 'true')
  const changedCell = page
    .getByRole('grid', { name: 'Items' })
    .locator('.cell.changed', { hasText: '98,765' })
  await expect(changedCell).toHaveAccessibleDescription(/^Changed, not seen yet/u)
  await expect(page.getByRole('complementary', { name: 'Item details' })).toContainText('98,765')

  await changesTab.click()
  await page.getByRole('button', { name: 'Mark all as seen' }).click()
  await expect(changesTab).toHaveAccessibleName('Changes')
  await page.getByRole('tab', { name: 'Items' }).click()
  await expect(page.getByRole('grid', { name: 'Items' }).locator('.cell.changed')).toHaveCount(0)
  await forgetConnections(page)
})

test('a campaign that the service deleted is kept with a message, and the doctor checks its connection', async ({
  start,
  service,
}) => {
  const [campaign] = service.plan.campaigns
  if (campaign === undefined) throw new Error('The test service has no campaign')
  const { page } = await start()
  await connect(page, service.url, KEY)
  await findCampaigns(page)
  await downloadCampaign(page, campaign.name)
  for (const id of service.items.idsOf(campaign.id)) service.items.delete(id)
  service.script([{ when: isCampaign, behavior: { kind: 'status', status: 404 } }])
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  await expect(page.getByText('deleted in the service').first()).toBeVisible()
  await page.getByRole('tab', { name: 'Items' }).click()
  await expect.poll(() => gridRowCount(page)).toBe(campaign.itemCount)

  await page.getByRole('button', { name: /^Connection: / }).click()
  await page.getByRole('menuitem', { name: 'Connection doctor…' }).click()
  const doctor = page.getByRole('dialog', { name: 'Connection doctor' })
  await expect(doctor.getByRole('button', { name: 'Run again' })).toBeEnabled()
  await expect(doctor.getByText('Waiting')).toHaveCount(0)
  await expect(doctor).not.toContainText(KEY)
  await expectAccessible(page, 'the connection doctor')
  await page.keyboard.press('Escape')
  await forgetConnections(page)
})
