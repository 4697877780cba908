import type { Page } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import {
  attachScreenshots,
  chooseCampaign,
  connect,
  downloadCampaign,
  findCampaigns,
  forgetConnections,
  gridRowCount,
  openReadiness,
  resize,
} from './steps.ts'
import { startTestService } from '../support/service/start.ts'

const KEY = 'k-pictures-distinctive-9c41'

/** The region that shows how ready a campaign is. */

/** The number of loaded pictures in the grid. */
const loadedPictures = (page: Page): Promise<number> =>
  page
    .getByRole('grid', { name: 'Items' })
    .locator('img')
    .evaluateAll((images) => images.filter((image) => (image as HTMLImageElement).naturalWidth > 0).length)

async function showRowsWithPictures(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+,')
  await page.getByRole('dialog').getByRole('radio', { name: 'Large thumbnails' }).check({ force: true })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
}

test('pictures are fetched with a download, and shown after a restart while the service is down', async ({
  start,
}, info) => {
  const service = await startTestService({ key: KEY, items: 120, campaigns: 2 })
  const isFile = (path: string): boolean => path.startsWith('/files/')
  const [campaign] = service.plan.campaigns
  if (campaign === undefined) throw new Error('The test service has no campaigns')
  // One picture is not available at first.
  const requestedFiles = new Set<string>()
  service.script([
    {
      when: ({ path }) => {
        if (isFile(path)) requestedFiles.add(path)
        return path === [...requestedFiles][0]
      },
      behavior: { kind: 'status', status: 404 },
    },
  ])
  const first = await start()
  await resize(first.app, 1280, 800)
  await connect(first.page, service.url, KEY)
  await findCampaigns(first.page)
  await downloadCampaign(first.page, campaign.name)
  const readiness = await openReadiness(first.page)
  await expect(readiness).toContainText('1 missing: file not found')
  const fileRequests = service.requests.filter(({ path }) => isFile(path))
  expect(fileRequests.every(({ headers }) => headers['authorization'] === KEY)).toBe(true)
  await expectAccessible(first.page, 'the readiness of pictures')
  await attachScreenshots(first.page, info, 'readiness')
  service.script([])
  await readiness.getByRole('button', { name: 'Download the rest' }).click()
  await expect(readiness).toContainText(/(\d+) of \1 pictures, [\d.]+ kB(?!;)/u)
  await first.app.close()
  await service.close()

  const second = await start()
  await resize(second.app, 1280, 800)
  await chooseCampaign(second.page, campaign.name)
  await second.page.getByRole('tab', { name: 'Items' }).click()
  await expect.poll(() => gridRowCount(second.page)).toBe(campaign.itemCount)
  await showRowsWithPictures(second.page)
  await expect.poll(() => loadedPictures(second.page)).toBeGreaterThan(4)
  await expect(await openReadiness(second.page)).toContainText(/(\d+) of \1 pictures/u)
  await second.page.keyboard.press('Escape')
  await forgetConnections(second.page)
})
