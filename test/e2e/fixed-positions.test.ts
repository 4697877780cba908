import type { Page } from 'playwright/test'
import { startTestService, type TestService } from '../support/service/start.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test as base } from './fixtures.ts'
import { layoutFaults } from './layout-faults.ts'
import {
  attachScreenshots,
  connect,
  downloadCampaign,
  findCampaigns,
  gridRowCount,
  resize,
  waitForList,
} from './steps.ts'

const KEY = 'k-77aa-first'

const test = base.extend<{ service: TestService }>({
  service: async ({}, use) => {
    const service = await startTestService({ items: 240, campaigns: 1, key: KEY })
    await use(service)
    await service.close()
  },
})

/** Boxes of the tabs, of the bar over the list, of the grid and of its rows by POS number, in CSS pixels. */
async function positions(page: Page): Promise<Readonly<Record<string, readonly number[]>>> {
  return await page.evaluate(() => {
    const grid = document.querySelector('[role=grid]')
    const rows = [...(grid?.querySelectorAll('.row') ?? [])].map((row): [string, Element] => [
      row.querySelector('[aria-colindex="2"]')?.textContent.trim() ?? '',
      row,
    ])
    const others = [...document.querySelectorAll('[role=tab], .list-view > .bar, [role=grid]')].map(
      (element): [string, Element] => [element.id || element.className, element],
    )
    return Object.fromEntries(
      [...others, ...rows].map(([name, element]) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        return [name, [left, top, width, height].map(Math.round)]
      }),
    )
  })
}

test('notices, download states and unseen changes move neither the rows nor the tabs', async ({
  start,
  service,
}, info) => {
  const { app, page } = await start()
  await resize(app, 1_280, 800)
  const [campaign] = service.plan.campaigns
  if (campaign === undefined) throw new Error('The test service has no campaign')
  await connect(page, service.url, KEY)
  await findCampaigns(page)
  await downloadCampaign(page, campaign.name)
  await expect.poll(() => gridRowCount(page)).toBe(campaign.itemCount)
  await waitForList(page)
  const all = Object.entries(await positions(page))
  expect(all.length).toBeGreaterThan(15)
  const expected = Object.fromEntries(all.slice(0, 15))
  const expectSamePositions = async (state: string): Promise<void> => {
    await expect.poll(() => positions(page), state).toMatchObject(expected)
    await expectAccessible(page, state)
    await attachScreenshots(page, info, state)
    for (const width of [1_920, 1_024, 800, 720]) {
      await resize(app, width, 700)
      await expect.poll(() => layoutFaults(page), `${state}, ${String(width)} pixels`).toEqual([])
    }
    await resize(app, 1_280, 800)
    await expect.poll(() => positions(page), state).toMatchObject(expected)
  }
  const main = page.getByRole('main')
  const downloadButton = page.getByRole('button', { name: 'Download', exact: true })
  const stateButton = main.getByRole('button', { name: 'Needs your decision' })
  const ids = service.items.idsOf(campaign.id)

  await test.step('unseen changes', async () => {
    // In the last rows, so that the first rows stay the same.
    service.items.update(ids.at(-1) ?? '', { qty: 98_765 })
    await downloadButton.click()
    await expect(page.getByRole('tab', { name: /^Changes/u })).toHaveAccessibleName(/1 unseen/u)
    await expectSamePositions('unseen changes')
  })

  await test.step('a download that waits for a decision', async () => {
    for (const id of ids.slice(0, 200)) service.items.delete(id)
    await downloadButton.click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(stateButton).toBeVisible()
    await expectSamePositions('pending decision')
  })

  await test.step('a download that failed, until the notice is dismissed', async () => {
    await stateButton.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Review…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: /^Keep/u }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    service.setKey('k-91ce-second')
    await downloadButton.click()
    const notice = main.getByRole('alert').filter({ hasText: 'couldn’t be downloaded' })
    await expect(notice).toBeVisible()
    await expectSamePositions('failed download')
    await notice.getByRole('button', { name: 'Dismiss' }).click()
    await expect(notice).toBeHidden()
    await expect.poll(() => positions(page)).toMatchObject(expected)
  })
})
