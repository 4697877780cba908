import { once } from 'node:events'
import type { ElectronApplication, Page } from 'playwright/test'
import { delayPagesFrom, requestedOffsets } from '../support/service/hold.ts'
import { startTestService, type TestService } from '../support/service/start.ts'
import { expect, hasKeyring, test as base } from './fixtures.ts'
import {
  chooseCampaign,
  connect,
  downloadCampaign,
  findCampaigns,
  forgetConnections,
  gridRowCount,
} from './steps.ts'

const KEY = 'k-5d1e90aa-resume-key'
const PAGE_SIZE = 50
const ITEMS = 900
/** Only the last page is delayed: delayed pages take the slots of requests that are retried. */
const FIRST_DELAYED_ITEM = ITEMS - PAGE_SIZE

const test = base.extend<{ service: TestService }>({
  service: async ({}, use) => {
    const service = await startTestService({
      key: KEY,
      items: ITEMS,
      campaigns: 1,
      limit: { max: PAGE_SIZE },
    })
    await use(service)
    await service.close()
  },
})

const campaignOf = (service: TestService): { readonly name: string; readonly itemCount: number } => {
  const [campaign] = service.plan.campaigns
  if (campaign === undefined) throw new Error('The test service has no campaign')
  return campaign
}

async function jobs(page: Page) {
  const result = await page.evaluate(() => window.api.call('downloads.list'))
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

/** Downloads everything for a campaign with a complete snapshot. */
async function startFullDownload(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Download options' }).click()
  await page.getByRole('menuitem', { name: /^Download everything/u }).click()
}

const waitForDelayedPage = (page: Page): Promise<void> =>
  expect
    .poll(async () => (await jobs(page)).findLast(({ state }) => state === 'running')?.items ?? 0)
    .toBeGreaterThanOrEqual(FIRST_DELAYED_ITEM)

/** Ends the application like a power failure or the task manager. */
async function kill(app: ElectronApplication): Promise<void> {
  const child = app.process()
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

test.beforeEach(() => {
  test.skip(!hasKeyring, 'It needs a keyring: apt-get install dbus gnome-keyring, then npm run test:e2e')
})

test('after a kill during a download, the earlier snapshot is shown and the download continues', async ({
  start,
  service,
}) => {
  const { name, itemCount } = campaignOf(service)
  const { app, page } = await start()
  await connect(page, service.url, KEY)
  await findCampaigns(page)
  await downloadCampaign(page, name)
  await expect.poll(() => gridRowCount(page)).toBe(itemCount)

  const hold = delayPagesFrom(service, FIRST_DELAYED_ITEM)
  await startFullDownload(page)
  await waitForDelayedPage(page)
  await kill(app)
  const before = service.requests.length

  const again = await start()
  await expect.poll(() => gridRowCount(again.page)).toBe(itemCount)
  await expect.poll(async () => (await jobs(again.page)).map(({ origin }) => origin)).toEqual(['resumed'])
  hold.release()
  await expect.poll(async () => (await jobs(again.page)).map(({ state }) => state)).toEqual(['done'])
  await expect.poll(() => gridRowCount(again.page)).toBe(itemCount)
  const offsets = requestedOffsets(service, before)
  expect(offsets.filter((offset) => offset > 0 && offset < FIRST_DELAYED_ITEM - PAGE_SIZE)).toEqual([])
  await forgetConnections(again.page)
})

test('after quitting during a download without a question, it continues at the next start', async ({
  start,
  service,
}) => {
  const { name, itemCount } = campaignOf(service)
  const { app, page } = await start()
  await app.evaluate(({ dialog }) => {
    dialog.showMessageBox = () => Promise.reject(new Error('A question was asked'))
  })
  await connect(page, service.url, KEY)
  await findCampaigns(page)
  await expect.poll(async () => (await jobs(page)).map(({ state }) => state)).toEqual(['done'])
  const hold = delayPagesFrom(service, FIRST_DELAYED_ITEM)
  await page.getByRole('navigation', { name: 'Campaigns' }).getByText(name).first().click()
  await page
    .getByRole('button', { name: /^Download/u })
    .first()
    .click()
  await waitForDelayedPage(page)
  await app.close()
  hold.release()

  const again = await start()
  // Not the list of downloads: it is empty if the window had to be started twice.
  const snapshots = (): Promise<unknown> =>
    again.page.evaluate(async () => {
      const state = await window.api.call('app.state')
      const connectionId = state.ok ? (state.value.connections[0]?.id ?? '') : ''
      const campaigns = await window.api.call('campaigns.list', { connectionId })
      return campaigns.ok ? campaigns.value.map((campaign) => [campaign.copy, campaign.itemCount]) : []
    })
  await expect.poll(snapshots).toEqual([['complete', itemCount]])
  await forgetConnections(again.page)
})

test('the task bar shows the progress of a download until it ends', async ({ start, service }) => {
  const { name } = campaignOf(service)
  const { app, page } = await start()
  await app.evaluate(({ BrowserWindow }) => {
    const progressValues: number[] = []
    Object.assign(globalThis, { progressValues })
    for (const window of BrowserWindow.getAllWindows())
      window.setProgressBar = (value) => void progressValues.push(value)
  })
  await connect(page, service.url, KEY)
  await findCampaigns(page)
  const progressValues = (): Promise<readonly number[]> =>
    app.evaluate(() => (globalThis as unknown as { progressValues: readonly number[] }).progressValues)
  const hold = delayPagesFrom(service, FIRST_DELAYED_ITEM)
  await chooseCampaign(page, name)
  await page.getByRole('button', { name: 'Download', exact: true }).first().click()
  await expect.poll(async () => (await progressValues()).some((value) => value > 0 && value < 1)).toBe(true)
  hold.release()
  await expect.poll(async () => (await jobs(page)).every(({ state }) => state === 'done')).toBe(true)
  await expect.poll(async () => (await progressValues()).at(-1)).toBe(-1)
  await forgetConnections(page)
})
