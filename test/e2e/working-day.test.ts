import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright/test'
import { issueChain, serverFiles } from '../support/certificates/make.ts'
import { libreOffice, readWithLibreOffice } from '../support/libre-office.ts'
import { startProxy } from '../support/proxy.ts'
import { delayPagesFrom } from '../support/service/hold.ts'
import { startTestService } from '../support/service/start.ts'
import { answerOpenDialog, answerSaveDialog, expect, test } from './fixtures.ts'
import {
  chooseCampaign,
  completeLabel,
  exportTo,
  findCampaigns,
  forgetConnections,
  gridRowCount,
  proxyArguments,
} from './steps.ts'

const KEY = 'k-working-day-distinctive-30ce'
const { root, intermediate, leaf } = issueChain()
const PAGE_SIZE = 50
/**
 * Returns the first offset of pages with the last item, whatever their size. Only such a page is delayed:
 * others would take the slots of retries.
 */
const lastPageOffset = (itemCount: number): number => itemCount - PAGE_SIZE + 1

/** Ends only hangs: retries are 15 seconds to five minutes apart, about eight minutes in total. */
const DOWNLOAD_TIMEOUT_MS = 540_000

async function downloadedItems(page: Page): Promise<number> {
  const jobs = await page.evaluate(() => window.api.call('downloads.list'))
  if (!jobs.ok) throw new Error(jobs.error.message)
  return jobs.value.findLast(({ kind }) => kind === 'campaign')?.items ?? 0
}

/** The process ids of the application, including main. */
function processIds(app: ElectronApplication): Promise<readonly number[]> {
  return app.evaluate(({ app: electron }) => electron.getAppMetrics().map(({ pid }) => pid))
}

test('a download with a private certificate and a proxy survives a service restart and a closed laptop, and is exported', async ({
  start,
  folder,
}) => {
  test.setTimeout(3 * DOWNLOAD_TIMEOUT_MS)
  const options = {
    tls: serverFiles(leaf, intermediate),
    key: KEY,
    items: 900,
    campaigns: 2,
    limit: { max: PAGE_SIZE },
  } as const
  let service = await startTestService(options)
  const [first, second] = service.plan.campaigns
  if (first === undefined || second === undefined) throw new Error('The test service has no two campaigns.')
  await using proxy = await startProxy()
  const { app, page } = await start({ args: proxyArguments(proxy.url) })
  const status = page.getByRole('contentinfo', { name: 'Status' })

  await test.step('connects to a service with a private certificate authority', async () => {
    const authorityFile = join(folder, 'authority.pem')
    writeFileSync(authorityFile, root.pem)
    await page.getByRole('textbox', { name: 'Base address' }).fill(service.url)
    await page.getByRole('textbox', { name: 'API key' }).fill(KEY)
    await page.getByRole('button', { name: 'Test connection' }).click()
    await expect(page.getByText(/its issuer isn’t trusted/u)).toBeVisible()
    expect(service.requests).toEqual([])
    await answerOpenDialog(app, authorityFile)
    await page.getByRole('button', { name: 'Certificate authority…' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Connection works' })).toContainText('900')
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await findCampaigns(page)
    await expect(page.getByRole('navigation', { name: 'Campaigns' }).getByText(second.name)).toBeVisible()
    expect(new Set(proxy.connected)).toEqual(new Set([new URL(service.url).host]))
  })

  await test.step('finishes a download although the service is down for a while', async () => {
    const hold = delayPagesFrom(service, lastPageOffset(first.itemCount))
    await chooseCampaign(page, first.name)
    await page.getByRole('button', { name: 'Download', exact: true }).first().click()
    await expect.poll(() => downloadedItems(page)).toBeGreaterThanOrEqual(lastPageOffset(first.itemCount))
    hold.disconnect()
    await service.close()
    await expect(status).toContainText('doesn’t respond')
    service = await startTestService({ ...options, port: Number(new URL(service.url).port) })
    await expect(completeLabel(page)).toBeVisible({ timeout: DOWNLOAD_TIMEOUT_MS })
    await expect(status).toContainText('Online')
  })

  await test.step('finishes a download although the laptop was closed', async () => {
    const hold = delayPagesFrom(service, lastPageOffset(second.itemCount))
    await chooseCampaign(page, second.name)
    await page.getByRole('button', { name: 'Download', exact: true }).first().click()
    await expect.poll(() => downloadedItems(page)).toBeGreaterThanOrEqual(lastPageOffset(second.itemCount))
    const stoppedProcesses = await processIds(app)
    for (const pid of stoppedProcesses) process.kill(pid, 'SIGSTOP')
    proxy.breakTunnels()
    for (const pid of stoppedProcesses.toReversed()) process.kill(pid, 'SIGCONT')
    hold.release()
    await expect(completeLabel(page)).toBeVisible({ timeout: DOWNLOAD_TIMEOUT_MS })
  })

  await test.step('exports a workbook that LibreOffice reads', async () => {
    await page.getByRole('tab', { name: 'Items' }).click()
    await expect.poll(() => gridRowCount(page)).toBe(second.itemCount)
    const file = join(folder, 'items.xlsx')
    await answerSaveDialog(app, file)
    await page.getByRole('button', { name: 'Export', exact: true }).first().click()
    await exportTo(page, file)
    if (libreOffice !== undefined)
      expect(await readWithLibreOffice(readFileSync(file))).toHaveLength(second.itemCount + 1)
  })

  await forgetConnections(page)
  await service.close()
})
